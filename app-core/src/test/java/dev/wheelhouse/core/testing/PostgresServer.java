package dev.wheelhouse.core.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL server on a free loopback port with its own data directory. Most tests share one server and take a
 * database of their own; a test that stops servers starts a dedicated one and closes it.
 *
 * <p>The server does not wait for the disk ({@code fsync=off}): it survives {@link #restart()}, not a crash of the
 * machine. {@link #USER} is an ordinary login, as an administrator should give the console one: it owns its databases and
 * must give {@link #PASSWORD}, so that refused logins can be tested. {@link #newPowerfulDatabase} is worked by a superuser.
 * All methods may be called from any thread.
 */
public final class PostgresServer implements AutoCloseable {

    public static final String HOST = "127.0.0.1";
    public static final String USER = "wheelhouse";
    public static final String PASSWORD = "correct horse battery staple";
    public static final String SUPERUSER = "wheelhouse_superuser";

    private static final String BOOTSTRAP_USER = "postgres";

    /** Ten seconds, the library's default, are too few beside a build on two cores. */
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    private static final int START_ATTEMPTS = 3;
    private static final int FIRST_WITH_FEWER_HASHES = 16;
    private static final int FIRST_WITH_ITS_OWN_LOCALES = 17;

    private static @Nullable PostgresServer shared;

    private final Path dataDirectory;
    private final AtomicInteger databases = new AtomicInteger();
    private final int port;
    private @Nullable EmbeddedPostgres process;

    private PostgresServer(Path dataDirectory) throws IOException {
        this.dataDirectory = dataDirectory;
        EmbeddedPostgres first = launch(0);
        this.process = first;
        this.port = first.getPort();
    }

    /** The server that all tests of this JVM share; started at the first call, stopped when the JVM ends. */
    public static synchronized PostgresServer shared() {
        PostgresServer started = shared;
        if (started == null) {
            started = startDedicated();
            Runtime.getRuntime().addShutdownHook(new Thread(started::abandon, "stop-postgres"));
            shared = started;
        }
        return started;
    }

    /**
     * A server for one test, which may stop and restart it and must close it. Another process may take the port that was
     * free a moment ago, so each attempt has a directory and a port of its own.
     */
    public static PostgresServer startDedicated() {
        IllegalStateException failure =
                new IllegalStateException("PostgreSQL did not start in " + START_ATTEMPTS + " attempts.");
        for (int attempt = 0; attempt < START_ATTEMPTS; attempt++) {
            try {
                return startWithRoles();
            } catch (IOException | IllegalStateException problem) {
                failure.addSuppressed(problem);
            }
        }
        throw failure;
    }

    private static PostgresServer startWithRoles() throws IOException {
        PostgresServer server = new PostgresServer(Files.createTempDirectory("wheelhouse-postgres"));
        try {
            server.execute(
                    "create role " + USER + " login password '" + PASSWORD + "'",
                    "create role " + SUPERUSER + " superuser login password '" + PASSWORD + "'");
            return server;
        } catch (IllegalStateException problem) {
            server.close();
            throw problem;
        }
    }

    /** A fresh, empty database that nobody else uses. */
    public PostgresDatabase newDatabase() {
        String name = "test_" + databases.incrementAndGet();
        execute("create database " + name + " owner " + USER);
        return new PostgresDatabase(HOST, port, name, USER, PASSWORD);
    }

    /** A fresh, empty database that a superuser works. */
    public PostgresDatabase newPowerfulDatabase() {
        PostgresDatabase ordinary = newDatabase();
        return new PostgresDatabase(HOST, port, ordinary.database(), SUPERUSER, PASSWORD);
    }

    /** A fresh database with everything that another one holds, to which nobody may be connected. */
    public PostgresDatabase newDatabaseLike(PostgresDatabase template) {
        String name = "test_" + databases.incrementAndGet();
        execute("create database " + name + " template " + template.database() + " owner " + USER);
        return new PostgresDatabase(HOST, port, name, USER, PASSWORD);
    }

    /** Runs statements as superuser in the maintenance database, each in a transaction of its own. */
    public void execute(String... statements) {
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:postgresql://" + HOST + ":" + port + "/postgres", BOOTSTRAP_USER, "");
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        } catch (SQLException problem) {
            throw new IllegalStateException(problem);
        }
    }

    public int port() {
        return port;
    }

    public Path dataDirectory() {
        return dataDirectory;
    }

    /** Starts again on the same port with the same data; nothing happens when it runs. */
    public synchronized void start() {
        if (process != null) {
            return;
        }
        try {
            process = launch(port);
        } catch (IOException problem) {
            throw new UncheckedIOException("PostgreSQL did not start again on port " + port + ".", problem);
        }
    }

    /** Ends every session and stops (PostgreSQL's "fast" shutdown); nothing happens when it is stopped. */
    public synchronized void stop() {
        EmbeddedPostgres running = process;
        if (running == null) {
            return;
        }
        process = null;
        try {
            running.close();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    public synchronized void restart() {
        stop();
        start();
    }

    /** Stops and removes the data. */
    @Override
    public void close() {
        stop();
        try {
            deleteTree(dataDirectory);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Stops at once ("immediate" shutdown): to write out what is deleted next took half a minute of each JVM's end. */
    private void abandon() {
        try {
            String pid =
                    Files.readAllLines(dataDirectory.resolve("postmaster.pid")).getFirst();
            new ProcessBuilder("kill", "-QUIT", pid).start().waitFor();
            ProcessHandle.of(Long.parseLong(pid))
                    .ifPresent(each -> each.onExit().join());
            deleteTree(dataDirectory);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean newestOr(int major) {
        return PostgresVersions.asked() == 0 || PostgresVersions.asked() >= major;
    }

    private EmbeddedPostgres launch(int wantedPort) throws IOException {
        var builder = EmbeddedPostgres.builder()
                .setDataDirectory(dataDirectory)
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPGStartupWait(START_TIMEOUT)
                .setDataDirectoryCustomizer(PostgresServer::admitUserByPassword)
                .setServerConfig("listen_addresses", HOST)
                .setServerConfig("fsync", "off")
                .setServerConfig("synchronous_commit", "off")
                .setServerConfig("full_page_writes", "off")
                // It would go round hundreds of databases that live for a test.
                .setServerConfig("autovacuum", "off")
                .setServerConfig("wal_level", "logical")
                // Until 13 another was the default, which the rule for the log-in does not take.
                .setServerConfig("password_encryption", "scram-sha-256")
                .setServerConfig("max_connections", "100");
        int asked = PostgresVersions.asked();
        if (asked != 0) {
            builder.setPgBinaryResolver((_, _) -> PostgresVersions.archive(asked));
        }
        if (newestOr(FIRST_WITH_FEWER_HASHES)) {
            // A log-in costs both sides thousands of hashes otherwise, and tests log in tens of thousands of times.
            builder.setServerConfig("scram_iterations", "1");
        }
        // One order and one case folding on every machine that runs the tests.
        if (newestOr(FIRST_WITH_ITS_OWN_LOCALES)) {
            builder.setLocaleConfig("locale", "C")
                    .setLocaleConfig("locale-provider", "builtin")
                    .setLocaleConfig("builtin-locale", "C.UTF-8");
        } else {
            builder.setLocaleConfig("locale", "C.UTF-8");
        }
        return wantedPort == 0 ? builder.start() : builder.setPort(wantedPort).start();
    }

    /** Called between initdb and the first start, and before every later one. */
    private static void admitUserByPassword(File dataDirectory) {
        Path rules = dataDirectory.toPath().resolve("pg_hba.conf");
        String ours = "host all " + USER + "," + SUPERUSER + " all scram-sha-256\n";
        try {
            String present = Files.readString(rules);
            if (!present.startsWith(ours)) {
                Files.writeString(rules, ours + present);
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static void deleteTree(Path root) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException problem)
                    throws IOException {
                if (problem != null) {
                    throw problem;
                }
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}

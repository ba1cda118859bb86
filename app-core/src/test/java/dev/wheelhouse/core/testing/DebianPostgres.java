package dev.wheelhouse.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The distribution's own PostgreSQL server, the newest installed, on a free loopback port with a data directory of its
 * own. Started by root it runs as {@code postgres}, since the server refuses root.
 */
public final class DebianPostgres implements AutoCloseable {

    private static final String SUPERUSER = "postgres";
    private static final String USER = "wheelhouse";
    private static final String PASSWORD = "correct horse battery staple";

    private final Path programs;
    private final Path directory;
    private final List<String> command;
    private final int port;
    private Process server;
    private final AtomicInteger databases = new AtomicInteger();

    private DebianPostgres(Path programs, Path directory, int port, String... settings)
            throws IOException, InterruptedException {
        this.programs = programs;
        this.directory = directory;
        this.port = port;
        this.command = new ArrayList<>(List.of(unprivileged(
                programs.resolve("postgres").toString(),
                "-D",
                directory.resolve("data").toString(),
                "-c",
                "port=" + port,
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=")));
        for (String each : settings) {
            command.addAll(List.of("-c", each));
        }
        this.server = launch();
        awaitStart();
    }

    private Process launch() throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
    }

    /** Where the newest server's programs are, or those that the lab asks for; empty where none is installed. */
    public static Optional<Path> programs() throws IOException {
        return PostgresVersions.asked() == 0 ? installed() : Optional.of(PostgresVersions.programsAsked());
    }

    static Optional<Path> installed() throws IOException {
        Path root = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(root)) {
            return Optional.empty();
        }
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> versions = Files.newDirectoryStream(root)) {
            for (Path each : versions) {
                if (Files.isExecutable(each.resolve("bin/initdb"))) {
                    found.add(each);
                }
            }
        }
        return found.stream()
                .max(Comparator.comparingInt(
                        each -> Integer.parseInt(each.getFileName().toString())))
                .map(each -> each.resolve("bin"));
    }

    /** The version of those programs, which have to be there. */
    public static int major() throws IOException {
        if (PostgresVersions.asked() > 0) {
            return PostgresVersions.asked();
        }
        Path bin = installed().orElseThrow();
        return Integer.parseInt(bin.getName(bin.getNameCount() - 2).toString());
    }

    /** @param settings lines of {@code postgresql.conf} beyond the defaults, such as {@code fsync=off} */
    public static DebianPostgres start(String... settings) throws IOException, InterruptedException {
        return startOf(programs().orElseThrow(() -> new IOException("Install Debian's package postgresql.")), settings);
    }

    /** One of other programs; only {@code initdb} and {@code postgres} are needed. */
    public static DebianPostgres startOf(Path programs, String... settings) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("wheelhouse-debian-postgres");
        Path data = directory.resolve("data");
        Path password = Files.writeString(directory.resolve("password"), PASSWORD);
        if (isRoot()) {
            run("chown", "-R", SUPERUSER, directory.toString());
        }
        run(unprivileged(
                programs.resolve("initdb").toString(),
                "--pgdata=" + data,
                "--username=" + SUPERUSER,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C.UTF-8"));
        DebianPostgres started = new DebianPostgres(programs, directory, FreePort.next(), settings);
        started.makeUser();
        return started;
    }

    /**
     * A standby of this one, which follows it until {@link #promote}; made from its data.
     *
     * @param settings its own, as of {@link #start}
     */
    public DebianPostgres standby(String... settings) throws IOException, InterruptedException {
        Path other = Files.createTempDirectory("wheelhouse-debian-standby");
        if (isRoot()) {
            run("chown", SUPERUSER, other.toString());
        }
        run(unprivileged(
                programs.resolve("pg_basebackup").toString(),
                "-D",
                other.resolve("data").toString(),
                "-R",
                "-c",
                "fast",
                "-d",
                "host=127.0.0.1 port=" + port + " user=" + SUPERUSER + " password='" + PASSWORD + "'"));
        return new DebianPostgres(programs, other, FreePort.next(), settings);
    }

    /** Ends its being a standby. */
    public void promote() throws SQLException {
        execute("SELECT pg_promote()");
    }

    /** Ends it as a crash does, and starts it again. */
    public void crash() throws IOException, InterruptedException {
        run("kill", "-QUIT", Long.toString(server.pid()));
        server.waitFor();
        server = launch();
        awaitStart();
    }

    public int port() {
        return port;
    }

    private void makeUser() throws IOException, InterruptedException {
        try {
            execute("CREATE ROLE " + USER + " LOGIN PASSWORD '" + PASSWORD + "'");
        } catch (SQLException e) {
            close();
            throw new IOException("The tests' login could not be made", e);
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** Through {@code setpriv}, which becomes the program itself: so the pid held is the server's own. */
    private static String[] unprivileged(String... command) {
        if (!isRoot()) {
            return command;
        }
        return Stream.concat(
                        Stream.of("setpriv", "--reuid=" + SUPERUSER, "--regid=" + SUPERUSER, "--init-groups"),
                        Stream.of(command))
                .toArray(String[]::new);
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said);
        }
    }

    private void awaitStart() throws IOException, InterruptedException {
        Path log = directory.resolve("log");
        try {
            Awaiting.until("the start of PostgreSQL", () -> {
                try (Connection _ = database("postgres", SUPERUSER).connect()) {
                    return true;
                } catch (SQLException _) {
                    assertThat(server.isAlive()).as(Files.readString(log)).isTrue();
                    return false;
                }
            });
        } catch (AssertionError e) {
            close();
            throw e;
        }
    }

    private PostgresDatabase database(String name, String user) {
        return new PostgresDatabase("127.0.0.1", port, name, user, PASSWORD);
    }

    public Path dataDirectory() {
        return directory.resolve("data");
    }

    /** A fresh, empty database that nobody else uses, owned by an ordinary login. */
    public PostgresDatabase newDatabase() throws SQLException {
        return database(newName(), USER);
    }

    /** A fresh, empty database that a superuser works. */
    public PostgresDatabase newPowerfulDatabase() throws SQLException {
        return database(newName(), SUPERUSER);
    }

    private String newName() throws SQLException {
        String name = "test_" + databases.incrementAndGet();
        execute("CREATE DATABASE " + name + " OWNER " + USER);
        return name;
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database("postgres", SUPERUSER).connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Ends every session, stops and removes the data. */
    @Override
    public void close() throws IOException, InterruptedException {
        // SIGINT is the server's "fast" shutdown; SIGTERM would wait for its clients.
        run("kill", "-INT", Long.toString(server.pid()));
        if (!server.waitFor(20, TimeUnit.SECONDS)) {
            server.destroyForcibly();
            server.waitFor();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}

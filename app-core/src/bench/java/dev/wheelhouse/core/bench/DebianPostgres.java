package dev.wheelhouse.core.bench;

import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The server that is measured against: Debian's, with its defaults and waiting for its disk, as an unprivileged user;
 * where there is none, the embedded one of the tests, which does not wait for the disk.
 */
public final class DebianPostgres implements AutoCloseable {

    private static final String USER = "wheelhouse";
    private static final Path INSTALLED = Path.of("/usr/lib/postgresql");

    private final @Nullable Path directory;
    private final @Nullable Path programs;
    private final PostgresDatabase database;
    private final String description;

    private DebianPostgres(
            @Nullable Path directory, @Nullable Path programs, PostgresDatabase database, String description) {
        this.directory = directory;
        this.programs = programs;
        this.database = database;
        this.description = description;
    }

    /** @param settings beyond its own, such as {@code wal_keep_size=4GB}; the embedded one has none of them */
    public static DebianPostgres start(String... settings) throws IOException, InterruptedException {
        Optional<Path> programs = findPrograms();
        if (programs.isEmpty()) {
            return new DebianPostgres(
                    null, null, PostgresServer.shared().newDatabase(), "embedded PostgreSQL, fsync off");
        }
        Path bin = programs.get();
        Path directory = Files.createTempDirectory("wheelhouse-bench-postgres");
        if (isRoot()) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
            run(List.of("chown", "postgres", directory.toString()));
        }
        String data = directory.resolve("data").toString();
        int port = freePort();
        run(asServer(List.of(bin.resolve("initdb").toString(), "-D", data, "-U", USER, "--auth=trust", "-E", "UTF8")));
        String options = "-p " + port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories= "
                + "-c shared_buffers=256MB -c max_wal_size=2GB -c max_locks_per_transaction=256"
                + Stream.of(settings).map(each -> " -c " + each).collect(Collectors.joining());
        run(asServer(List.of(
                bin.resolve("pg_ctl").toString(),
                "-D",
                data,
                "-l",
                directory.resolve("log").toString(),
                "-w",
                "-o",
                options,
                "start")));
        String version = String.valueOf(INSTALLED.relativize(bin).getName(0));
        return new DebianPostgres(
                directory,
                bin,
                new PostgresDatabase("127.0.0.1", port, "postgres", USER, "not asked for"),
                "Debian's PostgreSQL " + version + ", fsync on");
    }

    public PostgresDatabase database() {
        return database;
    }

    /** Where its programs are; null for the embedded one. */
    public @Nullable Path programs() {
        return programs;
    }

    /** Its data directory; null for the embedded one. */
    public @Nullable Path data() {
        return directory == null ? null : directory.resolve("data");
    }

    /** What it is, for the report. */
    public String description() {
        return description;
    }

    private static Optional<Path> findPrograms() throws IOException {
        if (!Files.isDirectory(INSTALLED)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(INSTALLED)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.naturalOrder());
        }
    }

    /** A free loopback port, at least at this moment. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** The same as the user that the server runs as. */
    public static List<String> asServer(List<String> command) {
        if (!isRoot()) {
            return command;
        }
        List<String> whole = new ArrayList<>(List.of("runuser", "-u", "postgres", "--"));
        whole.addAll(command);
        return whole;
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
            throw new IOException("Failed: " + String.join(" ", command));
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        if (directory == null || programs == null) {
            return;
        }
        run(asServer(List.of(
                programs.resolve("pg_ctl").toString(),
                "-D",
                directory.resolve("data").toString(),
                "-m",
                "immediate",
                "-w",
                "stop")));
        run(List.of("rm", "-rf", directory.toString()));
    }
}

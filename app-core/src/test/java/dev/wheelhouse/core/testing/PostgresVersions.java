package dev.wheelhouse.core.testing;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Servers of versions that Debian does not have, from Maven Central: of the newest, that the other tests use, and of those
 * that {@code -Preal} copies into {@code target/postgres}. They have {@code initdb}, {@code pg_ctl} and {@code postgres}; the
 * clients are Debian's. On Linux on x86_64 alone. With {@code -Dwheelhouse.postgres=13} all tests have their servers of that
 * version, as the lab asks for.
 */
public final class PostgresVersions implements AutoCloseable {

    private static final int NEWEST = 18;
    private static final String ARCHIVE = "postgres-linux-x86_64.txz";

    private static @Nullable Path asked;

    private final Path folder;

    /** The version that all servers of the tests are to have; 0 where none is asked for. */
    static int asked() {
        return Integer.getInteger("wheelhouse.postgres", 0);
    }

    /** The version of {@link PostgresServer#shared}. */
    public static int major() {
        return asked() == 0 ? NEWEST : asked();
    }

    /** The directory of its programs, unpacked once a JVM. */
    static synchronized Path programsAsked() throws IOException {
        Path known = asked;
        if (known == null) {
            PostgresVersions versions = new PostgresVersions();
            try {
                known = versions.programs(asked());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
            Runtime.getRuntime().addShutdownHook(new Thread(versions::remove, "remove-postgres"));
            asked = known;
        }
        return known;
    }

    /** The server's programs as they come: a tar, packed with xz. */
    static InputStream archive(int major) throws IOException {
        if (major == NEWEST) {
            return Objects.requireNonNull(PostgresVersions.class.getResourceAsStream("/" + ARCHIVE));
        }
        // From the directory of either module.
        try (ZipFile jar = new ZipFile(
                Path.of("../app-core/target/postgres", major + ".jar").toFile())) {
            return new ByteArrayInputStream(
                    jar.getInputStream(jar.getEntry(ARCHIVE)).readAllBytes());
        }
    }

    public PostgresVersions() throws IOException {
        // The server's own user reads it too.
        folder = Files.setPosixFilePermissions(
                Files.createTempDirectory("wheelhouse-postgres-versions"),
                PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** @return the directory of its programs */
    public Path programs(int major) throws IOException, InterruptedException {
        Path version = folder.resolve(Integer.toString(major));
        if (!Files.exists(version)) {
            Files.createDirectory(version);
            try (InputStream archive = archive(major)) {
                unpack(archive, version);
            }
            Path programs = version.resolve("bin");
            try (Stream<Path> clients = Files.list(DebianPostgres.installed().orElseThrow())) {
                for (Path each : clients.toList()) {
                    Path there = programs.resolve(each.getFileName());
                    if (!Files.exists(there)) {
                        Files.createSymbolicLink(there, each);
                    }
                }
            }
        }
        return version.resolve("bin");
    }

    private static void unpack(InputStream archive, Path directory) throws IOException, InterruptedException {
        Process tar = new ProcessBuilder("tar", "-xJ", "-C", directory.toString())
                .redirectErrorStream(true)
                .start();
        try (OutputStream in = tar.getOutputStream()) {
            archive.transferTo(in);
        }
        String said = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (tar.waitFor() != 0) {
            throw new IOException("tar -xJ failed (package xz-utils): " + said);
        }
    }

    private void remove() {
        try {
            close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        new ProcessBuilder("rm", "-rf", folder.toString()).start().waitFor();
    }
}

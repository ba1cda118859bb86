package dev.wheelhouse.core.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.zip.ZipFile;

/**
 * Servers of versions that Debian does not have, from Maven Central: of the newest, that the other tests use, and of those
 * that {@code -Preal} copies into {@code target/postgres}. They have {@code initdb}, {@code pg_ctl} and {@code postgres}; the
 * clients are Debian's. On Linux on x86_64 alone.
 */
public final class PostgresVersions implements AutoCloseable {

    private static final int NEWEST = 18;
    private static final String ARCHIVE = "postgres-linux-x86_64.txz";

    private final Path folder;

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
            if (major == NEWEST) {
                try (InputStream archive = PostgresVersions.class.getResourceAsStream("/" + ARCHIVE)) {
                    unpack(Objects.requireNonNull(archive), version);
                }
            } else {
                try (ZipFile jar = new ZipFile(
                                Path.of("target/postgres", major + ".jar").toFile());
                        InputStream archive = jar.getInputStream(jar.getEntry(ARCHIVE))) {
                    unpack(archive, version);
                }
            }
            Path clients = DebianPostgres.programs().orElseThrow();
            for (String each : List.of("psql", "pg_verifybackup")) {
                Files.createSymbolicLink(version.resolve("bin").resolve(each), clients.resolve(each));
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

    @Override
    public void close() throws IOException, InterruptedException {
        new ProcessBuilder("rm", "-rf", folder.toString()).start().waitFor();
    }
}

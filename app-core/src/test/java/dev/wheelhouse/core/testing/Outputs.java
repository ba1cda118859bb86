package dev.wheelhouse.core.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What programs of several versions print, as {@code packaging/lab/outputs.sh} wrote it down; a method for each program, for
 * parameterized tests.
 */
public final class Outputs {

    private Outputs() {}

    /**
     * One of a program.
     *
     * @param version such as {@code coreutils-8.32}
     */
    @SuppressWarnings("ArrayRecordComponent") // Read once by a test; never compared.
    public record Output(String version, byte[] bytes) {

        public String text() {
            return new String(bytes, UTF_8);
        }

        @Override
        public String toString() {
            return version;
        }
    }

    static Stream<Output> df() {
        return of("df");
    }

    static Stream<Output> du() {
        return of("du");
    }

    static Stream<Output> head() {
        return of("head");
    }

    static Stream<Output> systemctl() {
        return of("systemctl");
    }

    static Stream<Output> journalctl() {
        return of("journalctl");
    }

    static Stream<Output> postgres() {
        return of("postgres");
    }

    /** Of those that are not too old. */
    static Stream<Output> podman() {
        return of("podman").filter(each -> !each.version().startsWith("podman-3."));
    }

    private static Stream<Output> of(String program) {
        try {
            Path folder = Path.of(Objects.requireNonNull(Outputs.class.getResource("outputs/" + program))
                    .toURI());
            try (Stream<Path> files = Files.list(folder)) {
                List<Output> all = files.sorted().map(Outputs::read).toList();
                if (all.size() < 2) {
                    throw new IllegalStateException(program + " was seen in one version only");
                }
                return all.stream();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static Output read(Path file) {
        try {
            return new Output(file.getFileName().toString().replaceFirst("\\.txt$", ""), Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

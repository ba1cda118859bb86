package dev.wheelhouse.core.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * When, of what and on what a benchmark was run.
 *
 * @param time its start, as ISO 8601 in UTC
 * @param commit of the sources, 40 hexadecimal digits, or {@code unknown} outside of a repository
 * @param dirty whether there was something beyond the commit
 * @param load the system's average of the last minute, in which the benchmark before still is; negative where unknown
 * @param busy share of all processors that was taken in the second before the start, 0 to 1; negative where unknown
 */
public record Conditions(String time, String commit, boolean dirty, Machine machine, double load, double busy) {

    private static final int SHORT_COMMIT = 8;

    /** @throws java.time.format.DateTimeParseException when the time is none */
    public Conditions {
        Instant.parse(time);
    }

    /** @param directory within the sources */
    static Conditions now(Path directory, double busy) throws IOException, InterruptedException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Optional<String> commit = git(directory, "rev-parse", "HEAD");
        Optional<String> changes = git(directory, "status", "--porcelain");
        String time = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        double load = system.getSystemLoadAverage();
        return new Conditions(
                time, commit.orElse("unknown"), !changes.orElse("").isEmpty(), Machine.here(), load, busy);
    }

    Instant instant() {
        return Instant.parse(time);
    }

    /** The commit as people write it, with a {@code +} where there was more. */
    String version() {
        return commit.substring(0, Math.min(SHORT_COMMIT, commit.length())) + (dirty ? "+" : "");
    }

    private static Optional<String> git(Path directory, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", directory.toString()));
        command.addAll(List.of(arguments));
        Process git = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return git.waitFor() == 0 ? Optional.of(output.strip()) : Optional.empty();
    }
}

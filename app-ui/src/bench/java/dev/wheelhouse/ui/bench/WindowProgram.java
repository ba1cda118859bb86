package dev.wheelhouse.ui.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Java program with a window, in a process of its own; a script that starts it becomes it. */
final class WindowProgram implements AutoCloseable {

    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    private final Process process;
    private final double paintedAfter;

    private WindowProgram(Process process, double paintedAfter) {
        this.process = process;
        this.paintedAfter = paintedAfter;
    }

    /** Starts it and waits for the line of {@link FirstFrame}. */
    static WindowProgram start(String display, Path log, List<String> command) throws IOException {
        return start(display, log, command, FirstFrame.LINE::equals);
    }

    /** Starts it and waits for a line that tells that it is there. */
    static WindowProgram start(String display, Path log, List<String> command, Predicate<String> begun)
            throws IOException {
        long asked = System.nanoTime();
        Process process = builder(display, log, command).start();
        BufferedReader told =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = told.readLine();
        while (line != null && !begun.test(line)) {
            line = told.readLine();
        }
        if (line == null) {
            throw new IOException("The program did not begin; see " + log + "\n" + Files.readString(log));
        }
        return new WindowProgram(process, (System.nanoTime() - asked) / 1e6);
    }

    /** Runs one that closes itself when it was painted, such as a trial start for the cache. */
    static void run(String display, Path log, List<String> command) throws IOException, InterruptedException {
        run(display, log, command, FirstFrame.LINE::equals);
    }

    /** Runs one that ends by itself when it has told that it is there. */
    static void run(String display, Path log, List<String> command, Predicate<String> begun)
            throws IOException, InterruptedException {
        try (WindowProgram program = start(display, log, command, begun)) {
            if (!program.process.waitFor(1, TimeUnit.MINUTES)) {
                throw new IOException("The program did not end; see " + log);
            }
        }
    }

    /** The command that runs the same Java as this one. */
    static List<String> java(List<String> arguments) {
        List<String> words = new ArrayList<>(arguments);
        words.addFirst(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        return words;
    }

    private static ProcessBuilder builder(String display, Path log, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("DISPLAY", display);
        // As packaging/run.sh has it.
        builder.environment().put("MALLOC_ARENA_MAX", "2");
        return builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    }

    /** Milliseconds from asking for the process to its first painted frame. */
    double paintedAfter() {
        return paintedAfter;
    }

    /** Resident memory in MB, as Linux counts it. */
    double residentMegabytes() throws IOException {
        Matcher matcher = RESIDENT.matcher(Files.readString(Path.of("/proc/" + process.pid() + "/status")));
        return matcher.find() ? Long.parseLong(matcher.group(1)) / 1024.0 : Double.NaN;
    }

    /** Seconds that its threads have worked since it began. */
    double processorSeconds() {
        return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(15, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}

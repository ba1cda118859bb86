package dev.wheelhouse.api.bench;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Java program with a port, in a process of its own. */
final class JavaProcess implements AutoCloseable {

    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final Duration LONGEST_START = Duration.ofSeconds(30);

    private final Process process;
    private final int port;
    private final long startedAt;

    private JavaProcess(Process process, int port, long startedAt) {
        this.process = process;
        this.port = port;
        this.startedAt = startedAt;
    }

    /** @param command of Java, or of a script that becomes it */
    static JavaProcess start(int port, Path log, List<String> command) throws IOException {
        long startedAt = System.nanoTime();
        Process process = builder(log, command).start();
        return new JavaProcess(process, port, startedAt);
    }

    /** Runs a program that ends by itself. */
    static void run(Path log, List<String> command) throws IOException, InterruptedException {
        Process process = builder(log, command).start();
        if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException(String.join(" ", command) + " failed; see " + log);
        }
    }

    private static ProcessBuilder builder(Path log, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        // As packaging/run.sh has it.
        builder.environment().put("MALLOC_ARENA_MAX", "2");
        return builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    }

    int port() {
        return port;
    }

    long id() {
        return process.pid();
    }

    /**
     * Waits for the first good answer.
     *
     * @return milliseconds since the process was asked for
     */
    double awaitAnswer(byte[] request) throws IOException {
        while (System.nanoTime() - startedAt < LONGEST_START.toNanos() && process.isAlive()) {
            try (KeepAlive connection = new KeepAlive(port)) {
                if (connection.send(request).status() == 200) {
                    return (System.nanoTime() - startedAt) / 1e6;
                }
            } catch (ConnectException _) {
                // Not listening yet.
            }
            LockSupport.parkNanos(1_000_000);
        }
        throw new IOException("No answer from the process on port " + port);
    }

    /** Resident memory in MB, as Linux counts it. */
    double residentMegabytes() throws IOException {
        Matcher matcher = RESIDENT.matcher(Files.readString(Path.of("/proc/" + process.pid() + "/status")));
        return matcher.find() ? Long.parseLong(matcher.group(1)) / 1024.0 : Double.NaN;
    }

    /** What it has used of all processors since it began. */
    Duration processorTime() {
        return process.info().totalCpuDuration().orElseThrow();
    }

    /** As {@code kill -9}. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
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

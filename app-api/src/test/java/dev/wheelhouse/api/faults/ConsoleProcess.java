package dev.wheelhouse.api.faults;

import dev.wheelhouse.api.ApiMain;
import dev.wheelhouse.core.testing.JavaProcess;
import dev.wheelhouse.core.testing.StateKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A console in a process of its own, so that it can be killed. Its standard error goes to a file. */
final class ConsoleProcess implements AutoCloseable {

    private static final Pattern LISTENING = Pattern.compile("listening on http://127\\.0\\.0\\.1:(\\d+)");

    /** How a console ended that could not start. */
    record Refusal(int exitCode, String output, String error) {}

    private final Process process;
    private final Path home;
    private final int port;

    private ConsoleProcess(Process process, Path home, int port) {
        this.process = process;
        this.home = home;
        this.port = port;
    }

    static ConsoleProcess start(Path home, String... javaOptions) throws IOException {
        return start(builder(StateKind.migrated(home), 0, javaOptions), home);
    }

    /**
     * One with more on its command line.
     *
     * @param storeUrl of a shared state; null for the home's own
     * @param input what it reads from its standard input
     */
    static ConsoleProcess startWith(Path home, @Nullable String storeUrl, String input, String... arguments)
            throws IOException {
        return start(builderWith(home, storeUrl, input, arguments), home);
    }

    /** As {@link #startWith}, without waiting for what becomes of it. */
    static Process launch(Path home, @Nullable String storeUrl, String input, String... arguments) throws IOException {
        return builderWith(home, storeUrl, input, arguments)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static ProcessBuilder builderWith(Path home, @Nullable String storeUrl, String input, String... arguments)
            throws IOException {
        ProcessBuilder builder = builder(home, 0);
        builder.command().addAll(List.of(arguments));
        if (storeUrl != null) {
            builder.environment().put("WHEELHOUSE_STORE", storeUrl);
        }
        Path file = Files.writeString(Files.createTempFile("wheelhouse-console", ".in"), input);
        file.toFile().deleteOnExit();
        return builder.redirectInput(file.toFile());
    }

    private static ConsoleProcess start(ProcessBuilder builder, Path home) throws IOException {
        Path errors = Files.createTempFile("wheelhouse-console", ".log");
        Process process = builder.redirectError(errors.toFile()).start();
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        String line = output.readLine();
        Matcher matcher = LISTENING.matcher(line == null ? "" : line);
        if (!matcher.find()) {
            process.destroyForcibly();
            throw new AssertionError("The console did not start: " + line + "\n" + Files.readString(errors));
        }
        Files.delete(errors);
        return new ConsoleProcess(process, home, Integer.parseInt(matcher.group(1)));
    }

    /** Starts a console that is expected to refuse. */
    static Refusal refused(Path home, int port) throws IOException, InterruptedException {
        return refused(builder(home, port));
    }

    /** As {@link #startWith}, of one that is expected to refuse. */
    static Refusal refusedWith(Path home, @Nullable String storeUrl, String input, String... arguments)
            throws IOException, InterruptedException {
        return refused(builderWith(home, storeUrl, input, arguments));
    }

    private static Refusal refused(ProcessBuilder builder) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("wheelhouse-console", ".log");
        Process process = builder.redirectError(errors.toFile()).start();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                throw new AssertionError("The console runs, or hangs, where it should refuse");
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Refusal(process.exitValue(), output, Files.readString(errors));
        } finally {
            process.destroyForcibly();
            Files.delete(errors);
        }
    }

    private static ProcessBuilder builder(Path home, int port, String... javaOptions) {
        ProcessBuilder builder = JavaProcess.plain(javaOptions)
                .of(ApiMain.class, "--headless", "--home", home.toString(), "--port", Integer.toString(port));
        builder.environment().remove("WHEELHOUSE_HOME");
        builder.environment().remove("WHEELHOUSE_STORE");
        // What it must not hand on.
        builder.environment().put("PGPASSWORD", "s3cret-of-the-console");
        builder.environment().put("WHEELHOUSE_OWN", "s3cret-of-the-console");
        return builder;
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    Client client() throws IOException {
        return new Client(port, home);
    }

    /** SIGKILL; returns when the process is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /**
     * SIGTERM.
     *
     * @return the exit code
     */
    int terminate(int withinSeconds) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(withinSeconds, TimeUnit.SECONDS)) {
            throw new AssertionError("The console still runs " + withinSeconds + " s after SIGTERM");
        }
        return process.exitValue();
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}

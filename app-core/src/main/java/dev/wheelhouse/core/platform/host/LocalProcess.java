package dev.wheelhouse.core.platform.host;

import dev.wheelhouse.core.platform.caller.Effects;
import dev.wheelhouse.core.platform.job.ProcessMark;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** A command on the console's own machine. */
final class LocalProcess implements HostProcess {

    /** errno 13, EACCES, and 8, ENOEXEC, as the JDK's versions write them into their messages. */
    private static final Pattern NOT_RUNNABLE = Pattern.compile("error[=:] ?(13|8)\\b");

    private static final int NO_DIRECTORY = 125;
    private static final int MAY_NOT_RUN = 126;
    private static final int NO_PROGRAM = 127;

    private final Process process;
    private final String program;
    private final Consumer<HostProcess> whenClosed;

    /** What was asked to end: once its parent is dead nothing else shows whose it was. */
    private final Set<ProcessHandle> asked = ConcurrentHashMap.newKeySet();

    private LocalProcess(Process process, String program, Consumer<HostProcess> whenClosed) {
        this.process = process;
        this.program = program;
        this.whenClosed = whenClosed;
    }

    static HostProcess start(HostCommand command, Consumer<HostProcess> whenClosed) {
        ProcessBuilder builder = new ProcessBuilder(command.argv());
        builder.environment().keySet().removeIf(each -> !InheritedEnvironment.has(each));
        builder.environment().putAll(command.environment());
        String directory = command.directory();
        if (directory != null) {
            if (!Files.isDirectory(Path.of(directory))) {
                return new NeverRan(NO_DIRECTORY, directory + ": there is no such directory");
            }
            builder.directory(new File(directory));
        }
        try {
            Effects.current().note();
            return new LocalProcess(builder.start(), command.program(), whenClosed);
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            return NOT_RUNNABLE.matcher(message).find()
                    ? new NeverRan(MAY_NOT_RUN, command.program() + ": may not be run")
                    : new NeverRan(NO_PROGRAM, command.program() + ": there is no such program");
        }
    }

    @Override
    public OutputStream stdin() {
        return process.getOutputStream();
    }

    @Override
    public InputStream stdout() {
        return process.getInputStream();
    }

    @Override
    public InputStream stderr() {
        return process.getErrorStream();
    }

    @Override
    public boolean isRunning() {
        return process.isAlive();
    }

    @Override
    public Optional<ProcessMark> mark() {
        return ProcessMarks.of(process.toHandle());
    }

    @Override
    public OptionalInt waitFor(Duration limit) {
        try {
            return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)
                    ? OptionalInt.of(process.exitValue())
                    : OptionalInt.empty();
        } catch (InterruptedException e) {
            throw HostFailures.cancelled("The command " + program, e);
        }
    }

    @Override
    public void terminate() {
        List<ProcessHandle> started = process.descendants().toList();
        // Before the first is asked: whoever sees that the command has ended looks for the others here.
        asked.addAll(started);
        started.forEach(ProcessHandle::destroy);
        // Not of the process itself, which would close its outputs: what it says while it ends is to be read.
        process.toHandle().destroy();
    }

    @Override
    public boolean awaitGone(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        if (waitFor(limit).isEmpty()) {
            return false;
        }
        try {
            for (ProcessHandle each : asked) {
                each.onExit().get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
            return true;
        } catch (TimeoutException _) {
            return false;
        } catch (InterruptedException e) {
            throw HostFailures.cancelled("The command " + program, e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        whenClosed.accept(this);
        killWithChildren(process.toHandle());
        asked.forEach(LocalProcess::killWithChildren);
        process.destroyForcibly();
        try {
            // Its outputs end with it; to close them here would wait for the reader.
            process.getOutputStream().close();
        } catch (IOException _) {
            // What was not written any more has no reader.
        }
    }

    private static void killWithChildren(ProcessHandle handle) {
        if (!handle.isAlive()) {
            return;
        }
        // Asked for while it lives, as they become somebody else's with its end; killed after it, or a shell would
        // still
        // say that they were.
        List<ProcessHandle> started = handle.descendants().toList();
        handle.destroyForcibly();
        started.forEach(ProcessHandle::destroyForcibly);
    }

    /** A command that could not be started, reported as a shell does. */
    private record NeverRan(int exitCode, String why) implements HostProcess {

        @Override
        public OutputStream stdin() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public InputStream stdout() {
            return InputStream.nullInputStream();
        }

        @Override
        public InputStream stderr() {
            return new ByteArrayInputStream((why + "\n").getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public boolean isRunning() {
            return false;
        }

        @Override
        public OptionalInt waitFor(Duration limit) {
            return OptionalInt.of(exitCode);
        }

        @Override
        public void terminate() {
            // It never ran.
        }

        @Override
        public boolean awaitGone(Duration limit) {
            return true;
        }

        @Override
        public void close() {
            // It never ran.
        }
    }
}

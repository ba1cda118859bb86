package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandsOnlyHost;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostProcess;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A machine that knows no commands: {@code exit N} ends with N at once, {@code wait} goes on until it is told to end or
 * released, {@code gone} is a machine that does not answer; anything else is echoed.
 */
final class FakeHost extends CommandsOnlyHost {

    final Queue<HostCommand> started = new ConcurrentLinkedQueue<>();
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();

    /** Lets every command that waits now end well; one that begins thereupon is left alone. */
    void release() {
        List<Waiting> now = List.copyOf(waiting);
        waiting.removeAll(now);
        now.forEach(each -> each.end(0));
    }

    @Override
    public HostProcess start(HostCommand command) {
        try {
            return made(command.argv().getLast());
        } finally {
            started.add(command);
        }
    }

    private HostProcess made(String line) {
        if (line.equals("gone")) {
            throw new AppException(PlatformError.UPSTREAM_FAILED, "The server web-1 does not answer.");
        }
        if (line.startsWith("exit ")) {
            return new Ended(Integer.parseInt(line.substring(5)), "");
        }
        if (line.equals("wait")) {
            Waiting process = new Waiting();
            waiting.add(process);
            return process;
        }
        return new Ended(0, line);
    }

    private record Ended(int exitCode, String output) implements HostProcess {

        @Override
        public OutputStream stdin() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public InputStream stdout() {
            return new ByteArrayInputStream(output.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public InputStream stderr() {
            return InputStream.nullInputStream();
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
            // It has ended.
        }

        @Override
        public boolean awaitGone(Duration limit) {
            return true;
        }

        @Override
        public void close() {
            // It has ended.
        }
    }

    private static final class Waiting implements HostProcess {

        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile int exitCode;

        void end(int code) {
            exitCode = code;
            ended.countDown();
        }

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
            return InputStream.nullInputStream();
        }

        @Override
        public boolean isRunning() {
            return ended.getCount() > 0;
        }

        @Override
        public OptionalInt waitFor(Duration limit) {
            try {
                return ended.await(limit.toMillis(), TimeUnit.MILLISECONDS)
                        ? OptionalInt.of(exitCode)
                        : OptionalInt.empty();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return OptionalInt.empty();
            }
        }

        @Override
        public void terminate() {
            end(143);
        }

        @Override
        public boolean awaitGone(Duration limit) {
            return waitFor(limit).isPresent();
        }

        @Override
        public void close() {
            end(137);
        }
    }

    @Override
    public void close() {
        release();
    }
}

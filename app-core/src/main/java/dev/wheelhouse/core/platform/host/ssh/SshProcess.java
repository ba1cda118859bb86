package dev.wheelhouse.core.platform.host.ssh;

import dev.wheelhouse.core.platform.caller.Effects;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.CommandText;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.platform.host.MarkedErrors;
import dev.wheelhouse.core.platform.host.MarkedOutput;
import dev.wheelhouse.core.platform.job.ProcessMark;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.future.OpenFuture;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.channel.Channel;
import org.apache.sshd.common.channel.ChannelListener;
import org.apache.sshd.common.channel.exception.SshChannelOpenException;
import org.jspecify.annotations.Nullable;

/** A command on a server: one channel of its session. */
final class SshProcess implements HostProcess {

    /** Signal names of RFC 4254 section 6.10 and their numbers on Linux. */
    private static final Map<String, Integer> SIGNALS = Map.ofEntries(
            Map.entry("HUP", 1),
            Map.entry("INT", 2),
            Map.entry("QUIT", 3),
            Map.entry("ILL", 4),
            Map.entry("ABRT", 6),
            Map.entry("FPE", 8),
            Map.entry("KILL", 9),
            Map.entry("USR1", 10),
            Map.entry("SEGV", 11),
            Map.entry("USR2", 12),
            Map.entry("PIPE", 13),
            Map.entry("ALRM", 14),
            Map.entry("TERM", 15));

    private static final int SIGNALLED = 128;

    /** A server allows few channels at once (OpenSSH ten), and gives one back a moment after its command ended. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration PAUSE = Duration.ofMillis(50);

    /** Between two looks whether anything of a group is left; each is a command of its own. */
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(800);

    /**
     * New commands wait while this many old ones are still to be killed: a kill needs a channel as well, and would find none
     * once they all belong to commands that only a kill ends.
     */
    private static final int MOST_SIGNALS = 3;

    private final SshTarget target;
    private final AtomicInteger signals;
    private final String program;
    private final ClientSession session;
    private final ChannelExec channel;
    private final Duration limit;
    private final Workers workers;
    private final CompletableFuture<OptionalInt> ended;
    private final CommandText.Sent sent;
    private final MarkedErrors stderr;
    /** Once the channel is open. */
    private @Nullable InputStream stdout;

    private final AtomicBoolean killed = new AtomicBoolean();
    private volatile boolean asked;
    private volatile boolean gone;

    /** Whether the server has all that it needs to begin. */
    private volatile boolean scriptSent;

    private SshProcess(
            SshLink link,
            HostCommand command,
            CommandText.Sent sent,
            ClientSession session,
            ChannelExec channel,
            Duration limit,
            Workers workers) {
        this.target = link.target();
        this.signals = link.signals();
        this.program = command.program();
        this.session = session;
        this.channel = channel;
        this.limit = limit;
        this.workers = workers;
        this.ended = endOf(channel);
        this.sent = sent;
        this.stderr = new MarkedErrors(sent.mark());
    }

    static SshProcess start(SshLink link, HostCommand command, Duration limit, Workers workers) {
        ClientSession session = link.session();
        try {
            byte[] line = CommandText.LOGIN_LINE.getBytes(StandardCharsets.UTF_8);
            CommandText.Sent sent = CommandText.sent(command);
            long patienceEnds = System.nanoTime() + PATIENCE.toNanos();
            while (link.signals().get() >= MOST_SIGNALS && System.nanoTime() - patienceEnds < 0) {
                Thread.sleep(PAUSE);
            }
            while (true) {
                ChannelExec channel = session.createExecChannel(line, null, Map.of());
                SshProcess process = new SshProcess(link, command, sent, session, channel, limit, workers);
                if (process.open(System.nanoTime() - patienceEnds >= 0)) {
                    return process;
                }
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException e) {
            throw SshFailures.cancelled(link.target(), e);
        } catch (InterruptedIOException e) {
            throw SshFailures.cancelled(link.target(), e);
        } catch (IOException | IllegalStateException e) {
            // The library throws the second when the session broke a moment ago.
            throw SshFailures.lost(link.target(), " before the command " + command.program() + " could start", e);
        }
    }

    /** The exit code once it arrives; empty when the channel closed without one. */
    private static CompletableFuture<OptionalInt> endOf(ChannelExec channel) {
        CompletableFuture<OptionalInt> end = new CompletableFuture<>();
        channel.addChannelListener(new ChannelListener() {
            @Override
            public void channelStateChanged(Channel changed, @Nullable String hint) {
                OptionalInt code = exitCode(channel);
                if (code.isPresent()) {
                    end.complete(code);
                }
            }

            @Override
            public void channelClosed(Channel closed, @Nullable Throwable reason) {
                end.complete(exitCode(channel));
            }
        });
        return end;
    }

    private static OptionalInt exitCode(ChannelExec channel) {
        Integer status = channel.getExitStatus();
        if (status != null) {
            return OptionalInt.of(status & 0xff);
        }
        String signal = channel.getExitSignal();
        return signal == null ? OptionalInt.empty() : OptionalInt.of(SIGNALLED + SIGNALS.getOrDefault(signal, 0));
    }

    /** False when the server opened no channel now and {@code isLastTry} is not set; the command did not begin then. */
    private boolean open(boolean isLastTry) throws IOException {
        OpenFuture opening = channel.open();
        try {
            if (!opening.await(limit)) {
                throw SshFailures.requestTimedOut(target, "a command", limit);
            }
            if (!opening.isOpened() && !isLastTry && opening.getException() instanceof SshChannelOpenException) {
                channel.close(true);
                return false;
            }
            if (!opening.isOpened()) {
                throw SshFailures.channelRefused(target, "a command", opening.getException());
            }
            Future<?> alarm = workers.after(limit, () -> channel.close(true));
            sendScript();
            stderr.awaitMark(channel.getInvertedErr());
            boolean inTime = alarm.cancel(false);
            if (stderr.pid().isEmpty()) {
                throw inTime ? notBegun() : SshFailures.requestTimedOut(target, "a command", limit);
            }
            stdout = new MarkedOutput(channel.getInvertedOut(), sent.outputMark());
            return true;
        } catch (InterruptedIOException e) {
            killOnceItHasBegun(opening);
            throw e;
        } catch (IOException | AppException e) {
            channel.close(true);
            throw e;
        }
    }

    private void sendScript() throws IOException {
        Effects.current().note();
        try {
            channel.getInvertedIn().write(sent.input().getBytes(StandardCharsets.UTF_8));
            channel.getInvertedIn().flush();
            scriptSent = true;
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException _) {
            // What has ended already says why on its way out.
        }
    }

    /** What ended without our mark was no command of ours, whatever it ended with. */
    private AppException notBegun() throws IOException {
        if (!session.isOpen()) {
            return SshFailures.lost(target, " before the command " + program + " could start", null);
        }
        byte[] errors = stderr.readAllBytes();
        InputStream out = channel.getInvertedOut();
        // Less than none at its end.
        byte[] output = out.readNBytes(Math.max(0, out.available()));
        return SshFailures.runsNothing(
                target, new String(errors.length == 0 ? output : errors, StandardCharsets.UTF_8), exitCode(channel));
    }

    /** Who asked has gone, and the server may be starting the command just now. */
    private void killOnceItHasBegun(OpenFuture opening) {
        try {
            workers.start(() -> {
                Future<?> alarm = workers.after(limit, () -> channel.close(true));
                try {
                    if (opening.await(limit) && opening.isOpened() && scriptSent) {
                        stderr.awaitMark(channel.getInvertedErr());
                    }
                } catch (IOException _) {
                    // The link broke: nothing reaches the server any more.
                } finally {
                    alarm.cancel(false);
                    close();
                }
            });
        } catch (AppException _) {
            // The console is stopping; the server ends the command's streams when the session does.
            channel.close(true);
        }
    }

    @Override
    public OutputStream stdin() {
        return channel.getInvertedIn();
    }

    @Override
    public InputStream stdout() {
        return Objects.requireNonNull(stdout);
    }

    @Override
    public InputStream stderr() {
        return stderr;
    }

    @Override
    public boolean isRunning() {
        return !ended.isDone();
    }

    @Override
    public Optional<ProcessMark> mark() {
        return stderr.mark();
    }

    @Override
    public OptionalInt waitFor(Duration wait) {
        try {
            OptionalInt code = ended.get(wait.toNanos(), TimeUnit.NANOSECONDS);
            if (code.isEmpty()) {
                throw SshFailures.lost(
                        target, " while the command " + program + " ran; whether it ended is not known", null);
            }
            return code;
        } catch (TimeoutException _) {
            return OptionalInt.empty();
        } catch (InterruptedException e) {
            throw HostFailures.cancelled("The command " + program, e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void terminate() {
        Optional<Long> pid = stderr.pid();
        if (pid.isPresent() && isRunning()) {
            asked = true;
            signal(CommandText.kill("TERM", pid.get()));
        }
    }

    @Override
    public boolean awaitGone(Duration wait) {
        long end = System.nanoTime() + wait.toNanos();
        if (waitFor(wait).isEmpty()) {
            return false;
        }
        Optional<Long> pid = stderr.pid();
        if (!asked || pid.isEmpty()) {
            return true;
        }
        try {
            Duration pause = PAUSE;
            while (isGroupThere(pid.get())) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                Thread.sleep(Duration.ofNanos(Math.min(left, pause.toNanos())));
                pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : pause;
            }
            gone = true;
            return true;
        } catch (InterruptedException e) {
            throw HostFailures.cancelled("The command " + program, e);
        }
    }

    /** True also while nobody knows. */
    private boolean isGroupThere(long pid) throws InterruptedException {
        if (!session.isOpen()) {
            return true;
        }
        try {
            Optional<OptionalInt> answer = ran(CommandText.isGroupThere(pid));
            return answer.isEmpty() || answer.get().isEmpty() || answer.get().getAsInt() == 0;
        } catch (IOException | IllegalStateException | ExecutionException | TimeoutException _) {
            return true;
        }
    }

    private void signal(String line) {
        if (!session.isOpen()) {
            return;
        }
        signals.incrementAndGet();
        try {
            workers.start(() -> send(line));
        } catch (AppException _) {
            // The console is stopping; the server ends the command's streams when the session does.
            signals.decrementAndGet();
        }
    }

    /** Over a channel of its own: many servers refuse the protocol's own request for signals. */
    private void send(String line) {
        long patienceEnds = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (ran(line).isEmpty() && System.nanoTime() - patienceEnds < 0) {
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException | IllegalStateException | ExecutionException | TimeoutException _) {
            // The link broke or the server is stuck, which the command's waiter gets as its error.
        } finally {
            signals.decrementAndGet();
        }
    }

    /**
     * Runs a line beside the command.
     *
     * @return its end, without a code where none arrived; empty when the server had no channel for it
     */
    private Optional<OptionalInt> ran(String line)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        ChannelExec beside = session.createExecChannel(line.getBytes(StandardCharsets.UTF_8), null, Map.of());
        try {
            OpenFuture opening = beside.open();
            if (!opening.await(limit)) {
                return Optional.of(OptionalInt.empty());
            }
            if (!opening.isOpened()) {
                return opening.getException() instanceof SshChannelOpenException
                        ? Optional.empty()
                        : Optional.of(OptionalInt.empty());
            }
            return Optional.of(endOf(beside).get(limit.toNanos(), TimeUnit.NANOSECONDS));
        } finally {
            // As in close: closed at once, it would count at the server for as long as the session lives.
            beside.close(false);
        }
    }

    @Override
    public void close() {
        kill();
        // Its streams end at once. The channel must be closed on the server too: it counts one, of which it allows ten,
        // until
        // both sides have closed it.
        channel.close(false);
    }

    private void kill() {
        Optional<Long> pid = stderr.pid();
        boolean running = isRunning();
        if (pid.isEmpty() || !(running || (asked && !gone)) || killed.getAndSet(true)) {
            return;
        }
        signal(running ? CommandText.kill("KILL", pid.get()) : CommandText.killGroup(pid.get()));
    }
}

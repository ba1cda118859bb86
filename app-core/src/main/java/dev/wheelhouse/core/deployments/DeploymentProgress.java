package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.host.CommandOutput;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.ProcessMark;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The job's progress as a deployment uses it: no secret gets into its log, whose length is counted, and a cancel ends what is
 * done now. Thread-safe but for the begin and the end of commands, which the job's thread does.
 */
final class DeploymentProgress implements JobProgress {

    private final JobProgress job;
    private final AtomicLong written = new AtomicLong();
    private final Thread worker = Thread.currentThread();
    private volatile SecretFilter secrets = SecretFilter.of(List.of());
    private @Nullable Runnable action;
    private boolean leftCommand;

    /** Of the job that runs on this thread. */
    DeploymentProgress(JobProgress job) {
        this.job = job;
        job.onCancel(this::cancelled);
    }

    void setSecrets(SecretFilter filter) {
        secrets = filter;
    }

    private void cancelled() {
        Runnable now;
        synchronized (this) {
            now = action;
            if (now == null) {
                worker.interrupt();
            }
        }
        if (now != null) {
            now.run();
        }
    }

    /** What a command writes, without secrets. */
    Output output() {
        return new Output(secrets.another(), secrets.another());
    }

    /** Both streams of a command; {@link #close} passes on what was held back. */
    final class Output implements CommandOutput, AutoCloseable {
        private final SecretFilter stdout;
        private final SecretFilter stderr;
        private final NoRoom stdoutRoom = new NoRoom();
        private final NoRoom stderrRoom = new NoRoom();

        private Output(SecretFilter stdout, SecretFilter stderr) {
            this.stdout = stdout;
            this.stderr = stderr;
        }

        @Override
        public void stdout(byte[] chunk) {
            synchronized (stdout) {
                stdoutRoom.look(chunk);
                write(stdout.pass(chunk));
            }
        }

        @Override
        public void stderr(byte[] chunk) {
            synchronized (stderr) {
                stderrRoom.look(chunk);
                write(stderr.pass(chunk));
            }
        }

        /** Whether the command has said that a disk is full. */
        boolean tellsOfNoRoom() {
            synchronized (stdout) {
                synchronized (stderr) {
                    return stdoutRoom.isSeen() || stderrRoom.isSeen();
                }
            }
        }

        @Override
        public void close() {
            synchronized (stdout) {
                write(stdout.rest());
            }
            synchronized (stderr) {
                write(stderr.rest());
            }
        }
    }

    private void write(byte[] bytes) {
        if (bytes.length > 0) {
            job.log(bytes);
            written.addAndGet(bytes.length);
        }
    }

    /** How many bytes the log has. */
    long written() {
        return written.get();
    }

    /** A message for people without secrets. */
    String clean(String message) {
        return secrets.message(message);
    }

    @Override
    public void log(byte[] bytes) {
        write(clean(new String(bytes, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void report(long done, @Nullable Long total, @Nullable String message) {
        job.report(done, total, message == null ? null : clean(message));
    }

    @Override
    public void result(Map<String, Object> result) {
        job.result(result);
    }

    @Override
    public void command(String serverId, ProcessMark process) {
        job.command(serverId, process);
    }

    /** The command that runs is one whose end nobody knows. */
    void leftCommand() {
        leftCommand = true;
    }

    boolean hasLeftCommand() {
        return leftCommand;
    }

    @Override
    public boolean isCancelled() {
        return job.isCancelled();
    }

    @Override
    public void onCancel(Runnable next) {
        synchronized (this) {
            action = next;
        }
        if (isCancelled()) {
            next.run();
        }
    }

    /** From now on a cancel interrupts. */
    void interruptible() {
        synchronized (this) {
            action = null;
            if (isCancelled()) {
                worker.interrupt();
            }
        }
    }

    /** From now on a cancel changes nothing, as what is done now puts things right. */
    void uninterruptible() {
        synchronized (this) {
            action = () -> {};
        }
        // What was cancelled is over.
        var _ = Thread.interrupted();
    }
}

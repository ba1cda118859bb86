package dev.wheelhouse.core.testing;

import java.io.IOException;

/**
 * Lets one process at a time have containers, of tests and of stories ({@code packaging/real/container-turn.sh}): they share
 * the machine's network. Of one process, classes with {@code @ResourceLock(CONTAINERS)} have them in turn; a thread that waited
 * here would keep others from theirs.
 */
public final class ContainerTurn implements AutoCloseable {

    /** The name of that lock. */
    public static final String CONTAINERS = "containers";

    private final Process holder;

    private ContainerTurn(Process holder) {
        this.holder = holder;
    }

    /** Waits for it. The lock is of flock(1), which ends with what it runs, and that with this JVM. */
    public static ContainerTurn take() throws IOException {
        Process holder =
                new ProcessBuilder("flock", "/tmp/wheelhouse-containers.lock", "sh", "-c", "echo; exec cat").start();
        if (holder.inputReader().readLine() == null) {
            throw new IOException("flock failed (package util-linux)");
        }
        return new ContainerTurn(holder);
    }

    /** Returns once another may have it. */
    @Override
    public void close() throws IOException {
        holder.getOutputStream().close();
        holder.onExit().join();
    }
}

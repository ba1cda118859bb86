package dev.wheelhouse.core.platform.store;

import java.util.concurrent.Callable;

/**
 * Runs calls that end in native code. Such a call pins the carrier of a virtual thread, and on two cores two of them
 * stop everything, so they run on a small pool of platform threads instead.
 */
public interface NativeCalls {

    /**
     * Runs the call and waits for its end; what it throws comes back unchanged. Native code knows no interrupt, so an
     * interrupted caller waits on, with its interrupt kept: half-known ends of a change are worse than a short wait.
     *
     * @param onInterrupt runs once when the caller is interrupted, to bring the end about
     */
    <T> T call(Callable<T> call, Runnable onInterrupt) throws Exception;

    /** {@link #call(Callable, Runnable)} of work that ends soon by itself. */
    default <T> T call(Callable<T> call) throws Exception {
        return call(call, () -> {});
    }

    /** On the calling thread: for tests and for programs without virtual threads. */
    NativeCalls SAME_THREAD = new NativeCalls() {
        @Override
        public <T> T call(Callable<T> call, Runnable onInterrupt) throws Exception {
            return call.call();
        }
    };
}

package dev.wheelhouse.core.platform.store;

import java.util.concurrent.Callable;

/**
 * Runs calls that end in native code. Such a call pins the carrier of a virtual thread, and on two cores two of them
 * stop everything, so they run on a small pool of platform threads instead.
 */
public interface NativeCalls {

    /** Runs the call and waits for it; what it throws comes back unchanged. */
    <T> T call(Callable<T> call) throws Exception;

    /** On the calling thread: for tests and for programs without virtual threads. */
    NativeCalls SAME_THREAD = new NativeCalls() {
        @Override
        public <T> T call(Callable<T> call) throws Exception {
            return call.call();
        }
    };
}

package dev.wheelhouse.ui.fx;

import dev.wheelhouse.core.platform.error.AppException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Work that a screen asks for and that dies with it. What outlives the screen is a job of the core. Its methods may be
 * called from any thread; every callback runs on the window's thread.
 */
public interface Background {

    /** Something under way. Cancelling twice, or after the end, does nothing. */
    @FunctionalInterface
    interface Handle {

        /** A handle of nothing. */
        Handle NONE = () -> {};

        void cancel();
    }

    /**
     * Runs blocking work beside the window's thread, then exactly one of the callbacks; neither of them once cancelled.
     *
     * @param failed gets what the work threw; anything but an {@link AppException} is logged and passed on as
     *     {@code internal}
     */
    <T extends @Nullable Object> Handle run(
            Callable<T> work, Consumer<? super T> done, Consumer<? super AppException> failed);

    /**
     * As {@link #run(Callable, Consumer, Consumer)}, with a way to end the work itself.
     *
     * @param stop runs beside the window's thread when the handle is cancelled before the work has ended
     */
    <T extends @Nullable Object> Handle run(
            Callable<T> work, Runnable stop, Consumer<? super T> done, Consumer<? super AppException> failed);

    /** Runs an update once, after a delay. */
    Handle after(Duration delay, Runnable update);

    /** Runs an update again and again, the first time after one period, until cancelled. */
    Handle every(Duration period, Runnable update);

    /** Brings an update to the window's thread, in the order of the calls. */
    void onWindow(Runnable update);
}

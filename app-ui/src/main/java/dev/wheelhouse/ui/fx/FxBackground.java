package dev.wheelhouse.ui.fx;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javafx.application.Platform;
import org.jspecify.annotations.Nullable;

/** Virtual threads for the work, JavaFX's own thread for what they bring back. */
public final class FxBackground implements Background {

    private static final System.Logger LOG = System.getLogger(FxBackground.class.getName());

    private enum Progress {
        RUNNING,
        ENDED,
        CANCELLED
    }

    @Override
    public <T extends @Nullable Object> Handle run(
            Callable<T> work, Consumer<? super T> done, Consumer<? super AppException> failed) {
        return run(work, () -> {}, done, failed);
    }

    @Override
    public <T extends @Nullable Object> Handle run(
            Callable<T> work, Runnable stop, Consumer<? super T> done, Consumer<? super AppException> failed) {
        AtomicReference<Progress> progress = new AtomicReference<>(Progress.RUNNING);
        Thread.ofVirtual().name("window").start(() -> {
            Runnable outcome = attempt(work, done, failed);
            Platform.runLater(() -> {
                // Asked here and not before: a cancel on the window's thread is final for the window.
                if (progress.compareAndSet(Progress.RUNNING, Progress.ENDED)) {
                    outcome.run();
                }
            });
        });
        return () -> {
            if (progress.compareAndSet(Progress.RUNNING, Progress.CANCELLED)) {
                Thread.ofVirtual().name("window-cancel").start(stop);
            }
        };
    }

    private static <T extends @Nullable Object> Runnable attempt(
            Callable<T> work, Consumer<? super T> done, Consumer<? super AppException> failed) {
        try {
            T result = work.call();
            return () -> done.accept(result);
        } catch (AppException e) {
            return () -> failed.accept(e);
        } catch (Exception | Error e) {
            // The boundary of the window's work: whatever was not foreseen is logged here, once. An Error too: whoever
            // waits must learn that the work ended.
            LOG.log(System.Logger.Level.ERROR, "Work for the window failed", e);
            AppException told = new AppException(PlatformError.INTERNAL, "A fault of the console; its log has it.", e);
            return () -> failed.accept(told);
        }
    }

    @Override
    public Handle after(Duration delay, Runnable update) {
        return wait(delay, false, update);
    }

    @Override
    public Handle every(Duration period, Runnable update) {
        return wait(period, true, update);
    }

    /** Beside JavaFX's own timers: while one of those waits, its pulse beats sixty times a second. */
    private static Handle wait(Duration period, boolean again, Runnable update) {
        AtomicBoolean cancelled = new AtomicBoolean();
        Thread waiting = Thread.ofVirtual().name("window-timer").start(() -> {
            try {
                do {
                    Thread.sleep(period);
                    CountDownLatch ended = new CountDownLatch(1);
                    Platform.runLater(() -> {
                        try {
                            if (!cancelled.get()) {
                                update.run();
                            }
                        } finally {
                            ended.countDown();
                        }
                    });
                    // A window that is busy gets no second one meanwhile.
                    ended.await();
                } while (again);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return () -> {
            cancelled.set(true);
            waiting.interrupt();
        };
    }

    @Override
    public void onWindow(Runnable update) {
        Platform.runLater(update);
    }
}

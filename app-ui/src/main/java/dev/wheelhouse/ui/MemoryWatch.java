package dev.wheelhouse.ui;

import dev.wheelhouse.ui.fx.Background;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Notices an OutOfMemoryError wherever it ends: in a thread that nothing caught it in, or in the log of a boundary that
 * went on after it. Everything it needs to report one is made beforehand. Thread-safe.
 */
final class MemoryWatch extends Handler implements Thread.UncaughtExceptionHandler {

    private static final System.Logger LOG = System.getLogger(MemoryWatch.class.getName());
    private static final int DEEPEST_CAUSE = 8;

    private final AtomicBoolean telling = new AtomicBoolean();
    private final Background background;
    private final Runnable tell;

    /** @param tell runs on the window's thread, once for errors that come together */
    MemoryWatch(Background background, Runnable tell) {
        this.background = background;
        this.tell = () -> {
            telling.set(false);
            tell.run();
        };
    }

    /** Watches every thread and every log entry of the process from now on. */
    void install() {
        Thread.setDefaultUncaughtExceptionHandler(this);
        Logger.getLogger("").addHandler(this);
    }

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        // First: with no memory left, writing the log may fail too.
        check(failure);
        LOG.log(System.Logger.Level.ERROR, "Nothing caught what the thread " + thread.getName() + " threw", failure);
    }

    @Override
    public void publish(LogRecord entry) {
        check(entry.getThrown());
    }

    private void check(@Nullable Throwable failure) {
        Throwable each = failure;
        for (int depth = 0; each != null && depth < DEEPEST_CAUSE; depth++) {
            if (each instanceof OutOfMemoryError) {
                if (telling.compareAndSet(false, true)) {
                    background.onWindow(tell);
                }
                return;
            }
            each = each.getCause();
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}

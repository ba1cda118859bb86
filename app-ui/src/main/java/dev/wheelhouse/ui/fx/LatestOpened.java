package dev.wheelhouse.ui.fx;

import dev.wheelhouse.core.platform.error.AppException;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/**
 * As {@link Latest}, for answers that must be closed: one that is not wanted any more when it comes is handed to who
 * closes it. Belongs to the window's thread.
 */
public final class LatestOpened<T> {

    private final Background background;
    private final Consumer<? super T> close;
    private int asked;
    private boolean underWay;

    /** @param close gets what nobody wants any more, on the window's thread */
    public LatestOpened(Background background, Consumer<? super T> close) {
        this.background = background;
        this.close = close;
    }

    /** As {@link Background#run(Callable, Consumer, Consumer)}; what the run before it brings is closed. */
    public void run(Callable<? extends T> work, Consumer<? super T> done, Consumer<? super AppException> failed) {
        int own = ++asked;
        underWay = true;
        background.run(
                work::call,
                opened -> {
                    if (ends(own)) {
                        done.accept(opened);
                    } else {
                        close.accept(opened);
                    }
                },
                failure -> {
                    if (ends(own)) {
                        failed.accept(failure);
                    }
                });
    }

    private boolean ends(int own) {
        if (own != asked) {
            return false;
        }
        underWay = false;
        return true;
    }

    /** Forgets what is under way, and closes what it brings. */
    public void cancel() {
        asked++;
        underWay = false;
    }

    /** Whether an answer is waited for. */
    public boolean isUnderWay() {
        return underWay;
    }
}

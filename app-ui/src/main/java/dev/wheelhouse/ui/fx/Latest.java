package dev.wheelhouse.ui.fx;

import dev.wheelhouse.core.platform.error.AppException;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One place for answers: asking anew forgets the question before. Belongs to the window's thread. */
public final class Latest {

    private final Background background;
    private Background.Handle current = Background.Handle.NONE;

    public Latest(Background background) {
        this.background = background;
    }

    /** As {@link Background#run(Callable, Consumer, Consumer)}; the run before it is cancelled. */
    public <T extends @Nullable Object> void run(
            Callable<T> work, Consumer<? super T> done, Consumer<? super AppException> failed) {
        current.cancel();
        current = background.run(work, done, failed);
    }

    /** As {@link Background#run(Callable, Runnable, Consumer, Consumer)}; the run before it is cancelled. */
    public <T extends @Nullable Object> void run(
            Callable<T> work, Runnable stop, Consumer<? super T> done, Consumer<? super AppException> failed) {
        current.cancel();
        current = background.run(work, stop, done, failed);
    }

    /** Forgets what is under way. */
    public void cancel() {
        current.cancel();
    }
}

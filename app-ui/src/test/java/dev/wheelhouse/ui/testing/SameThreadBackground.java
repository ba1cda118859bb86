package dev.wheelhouse.ui.testing;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.fx.Background;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Background work on the calling thread, at once; timers run when the test lets time pass. */
public final class SameThreadBackground implements Background {

    private static final class Timer {
        private final Runnable update;
        private final @Nullable Duration period;
        private Duration due;
        private boolean cancelled;

        private Timer(Runnable update, @Nullable Duration period, Duration due) {
            this.update = update;
            this.period = period;
            this.due = due;
        }
    }

    private final List<Timer> timers = new ArrayList<>();
    private final Deque<Runnable> held = new ArrayDeque<>();
    private boolean slow;
    private Duration now = Duration.ZERO;
    private int asked;

    /** How often work was asked for, whether it was done or not. */
    public int asked() {
        return asked;
    }

    /** Holds back what is asked from now on until {@link #release}. */
    public void hold() {
        slow = true;
    }

    /** Does what was held back, unless it was cancelled meanwhile. */
    public void release() {
        slow = false;
        while (!held.isEmpty()) {
            held.removeFirst().run();
        }
    }

    @Override
    public <T extends @Nullable Object> Handle run(
            Callable<T> work, Consumer<? super T> done, Consumer<? super AppException> failed) {
        asked++;
        if (slow) {
            Runnable later = () -> work(work, done, failed);
            held.add(later);
            return () -> held.remove(later);
        }
        work(work, done, failed);
        return Handle.NONE;
    }

    private static <T extends @Nullable Object> void work(
            Callable<T> work, Consumer<? super T> done, Consumer<? super AppException> failed) {
        T result;
        try {
            result = work.call();
        } catch (AppException e) {
            failed.accept(e);
            return;
        } catch (Exception e) {
            throw new AssertionError("Work for the window failed", e);
        }
        done.accept(result);
    }

    @Override
    public <T extends @Nullable Object> Handle run(
            Callable<T> work, Runnable stop, Consumer<? super T> done, Consumer<? super AppException> failed) {
        boolean ends = !slow;
        Handle handle = run(work, done, failed);
        return () -> {
            handle.cancel();
            if (!ends) {
                stop.run();
            }
        };
    }

    @Override
    public Handle after(Duration delay, Runnable update) {
        return add(new Timer(update, null, now.plus(delay)));
    }

    @Override
    public Handle every(Duration period, Runnable update) {
        return add(new Timer(update, period, now.plus(period)));
    }

    private Handle add(Timer timer) {
        timers.add(timer);
        return () -> timer.cancelled = true;
    }

    @Override
    public void onWindow(Runnable update) {
        update.run();
    }

    /** Lets time pass; whatever falls due runs, in no particular order within the step. */
    public void advance(Duration step) {
        now = now.plus(step);
        for (Timer timer : List.copyOf(timers)) {
            if (timer.cancelled || timer.due.compareTo(now) > 0) {
                continue;
            }
            if (timer.period == null) {
                timers.remove(timer);
            } else {
                timer.due = now.plus(timer.period);
            }
            timer.update.run();
        }
        timers.removeIf(timer -> timer.cancelled);
    }
}

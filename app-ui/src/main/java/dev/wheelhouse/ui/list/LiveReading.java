package dev.wheelhouse.ui.list;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/**
 * What the window reads again and again while somebody watches it, once for all who do. Belongs to the window's thread.
 *
 * @param <R> what one reading brings
 */
public abstract class LiveReading<R> implements Refreshable {

    private final Background background;
    private final Clock clock;
    private final Duration pace;
    private final Latest latest;
    private final List<Runnable> waiting = new ArrayList<>();
    // Without the object that they belong to, which is not whole yet while they are made.
    private final ReadOnlyBooleanWrapper known = new ReadOnlyBooleanWrapper();
    private final ReadOnlyObjectWrapper<@Nullable AppException> failure = new ReadOnlyObjectWrapper<>();
    private Background.Handle polling = Background.Handle.NONE;
    private @Nullable Instant readAt;
    private boolean isReading;
    private int watchers;

    /** @param pace the time between two looks */
    protected LiveReading(Background background, Clock clock, Duration pace) {
        this.background = background;
        this.clock = clock;
        this.pace = pace;
        this.latest = new Latest(background);
    }

    /** Reads. Runs beside the window's thread, may block and throws {@link AppException}. */
    protected abstract R read();

    /** Takes what was read; who waits for it, and who watches whether it is known, hears of it afterwards. */
    protected abstract void take(R reading);

    /** The first one begins to watch. */
    protected void watched() {}

    /** The last one has left. */
    protected void left() {}

    /** Keeps it fresh until the handle is cancelled. */
    public final Background.Handle watch() {
        if (watchers++ == 0) {
            watched();
            polling = background.every(pace, this::poll);
        }
        poll();
        return new Background.Handle() {
            private boolean isCancelled;

            @Override
            public void cancel() {
                if (!isCancelled) {
                    isCancelled = true;
                    leave();
                }
            }
        };
    }

    private void leave() {
        if (--watchers == 0) {
            polling.cancel();
            left();
        }
    }

    /** A reading that takes longer than the time between two looks goes on: to begin anew would never end. */
    private void poll() {
        if (!isReading) {
            refresh();
        }
    }

    /** Reads again, anew where that is under way. */
    @Override
    public final void refresh() {
        refresh(() -> {});
    }

    /** @param then runs once it is read, by this call or by one that overtook it; never when the reading fails */
    public final void refresh(Runnable then) {
        waiting.add(then);
        isReading = true;
        latest.run(this::read, this::taken, error -> {
            isReading = false;
            waiting.clear();
            failure.set(error);
        });
    }

    private void taken(R reading) {
        isReading = false;
        readAt = clock.instant();
        failure.set(null);
        take(reading);
        known.set(true);
        List<Runnable> ready = List.copyOf(waiting);
        waiting.clear();
        ready.forEach(Runnable::run);
    }

    /** Whether it was read at least once. */
    public final ReadOnlyBooleanProperty knownProperty() {
        return known.getReadOnlyProperty();
    }

    @Override
    public final @Nullable Instant readAt() {
        return readAt;
    }

    @Override
    public final ReadOnlyObjectProperty<@Nullable AppException> failureProperty() {
        return failure.getReadOnlyProperty();
    }

    public final Clock clock() {
        return clock;
    }
}

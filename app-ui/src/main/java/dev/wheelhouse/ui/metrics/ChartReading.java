package dev.wheelhouse.ui.metrics;

import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.list.Refreshable;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ChangeListener;
import org.jspecify.annotations.Nullable;

/**
 * What a page of charts reads while it is shown, as often as its range wants. Belongs to the window's thread.
 *
 * @param <R> what one reading brings
 */
public abstract class ChartReading<R> implements Refreshable {

    private static final Duration TICK = Duration.ofSeconds(1);

    private final Background background;
    private final Clock clock;
    private final Latest latest;
    private final ChartRange range;
    private final ReadOnlyObjectWrapper<@Nullable AppException> failure = new ReadOnlyObjectWrapper<>();
    private final List<Background.Handle> timers = new ArrayList<>();
    private final ChangeListener<MetricRange> onRange = (_, _, _) -> rangeChanged();
    private @Nullable R last;
    private @Nullable Instant readAt;
    private boolean isShown;
    private boolean isReading;

    /** @param rangeKey under which the window remembers the range */
    protected ChartReading(Workbench workbench, String rangeKey, Clock clock) {
        this.background = workbench.background();
        this.clock = clock;
        this.latest = new Latest(background);
        this.range = new ChartRange(workbench.state(), rangeKey, clock);
    }

    /** Reads. Runs beside the window's thread, may block and throws {@link AppException}. */
    protected abstract R read(MetricRange wanted);

    /** Draws what was read. */
    protected abstract void draw(R reading);

    /** Draws nothing: another range is to be read. */
    protected abstract void clear();

    private void rangeChanged() {
        clear();
        last = null;
        readAt = null;
        failure.set(null);
        refresh();
        beginTimers();
    }

    public void onShow() {
        isShown = true;
        range.rangeProperty().addListener(onRange);
        refresh();
        beginTimers();
    }

    private void beginTimers() {
        endTimers();
        timers.add(background.every(TICK, range::showNow));
        timers.add(background.every(range.pace(), this::poll));
    }

    /** A reading that takes longer than the time between two goes on: to begin anew would never end. */
    private void poll() {
        if (!isReading) {
            refresh();
        }
    }

    private void endTimers() {
        timers.forEach(Background.Handle::cancel);
        timers.clear();
    }

    /** Releases everything. */
    public void onHide() {
        isShown = false;
        range.rangeProperty().removeListener(onRange);
        endTimers();
        latest.cancel();
        isReading = false;
    }

    /** Reads everything again. */
    @Override
    public final void refresh() {
        MetricRange wanted = range.get();
        isReading = true;
        latest.run(() -> read(wanted), this::show, error -> {
            isReading = false;
            failure.set(error);
        });
    }

    private void show(R reading) {
        isReading = false;
        readAt = clock.instant();
        failure.set(null);
        last = reading;
        range.showNow();
        draw(reading);
    }

    protected final boolean isShown() {
        return isShown;
    }

    /** What was read last for the range; null before. */
    protected final @Nullable R last() {
        return last;
    }

    /** How far back the charts reach. */
    public final ChartRange range() {
        return range;
    }

    @Override
    public final ReadOnlyObjectProperty<@Nullable AppException> failureProperty() {
        return failure.getReadOnlyProperty();
    }

    @Override
    public final @Nullable Instant readAt() {
        return readAt;
    }

    public final Clock clock() {
        return clock;
    }
}

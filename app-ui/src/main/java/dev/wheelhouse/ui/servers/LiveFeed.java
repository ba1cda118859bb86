package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.collect.LiveReading;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.servers.desk.MetricDesk;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The readings of one server, a second apart, for as long as somebody looks; opens again by itself when it breaks off.
 * Belongs to the window's thread.
 */
final class LiveFeed {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** Between two takings: the window is not told more often. */
    private static final Duration BATCH = Duration.ofMillis(100);

    private static final Duration BEFORE_RETRY = Duration.ofSeconds(5);

    private final MetricDesk metrics;
    private final Background background;
    private final String serverId;
    private final Consumer<List<LiveReading>> taken;
    private @Nullable Course course;

    LiveFeed(MetricDesk metrics, Background background, String serverId, Consumer<List<LiveReading>> taken) {
        this.metrics = metrics;
        this.background = background;
        this.serverId = serverId;
        this.taken = taken;
    }

    void open() {
        close();
        Course begun = new Course();
        course = begun;
        begun.open();
    }

    /** Nothing is taken any more; the server is watched no longer than the core thinks right. */
    void close() {
        if (course != null) {
            course.end();
            course = null;
        }
    }

    /** From one opening to its end. */
    private final class Course {

        private MetricDesk.@Nullable Watch watch;
        private boolean hasEnded;
        private Background.Handle step = Background.Handle.NONE;

        private void open() {
            step = background.run(this::opened, _ -> take(), _ -> later(BEFORE_RETRY, this::open));
        }

        private boolean opened() {
            MetricDesk.Watch made = metrics.watch(serverId);
            MetricDesk.Watch useless = keep(made);
            if (useless != null) {
                useless.close();
            }
            return true;
        }

        /** Returns the one that is of no use: that before, or the new one where nobody looks any more. */
        private synchronized MetricDesk.@Nullable Watch keep(MetricDesk.Watch made) {
            if (hasEnded) {
                return made;
            }
            MetricDesk.Watch before = watch;
            watch = made;
            return before;
        }

        private void take() {
            step = background.run(
                    this::next,
                    readings -> {
                        taken.accept(readings);
                        later(BATCH, this::take);
                    },
                    _ -> later(BEFORE_RETRY, this::open));
        }

        private List<LiveReading> next() throws InterruptedException {
            MetricDesk.Watch now = now();
            return now == null ? List.of() : now.next(PATIENCE);
        }

        private synchronized MetricDesk.@Nullable Watch now() {
            return watch;
        }

        private void later(Duration delay, Runnable next) {
            step = background.after(delay, next);
        }

        private void end() {
            step.cancel();
            background.run(
                    () -> {
                        MetricDesk.Watch last = forget();
                        if (last != null) {
                            last.close();
                        }
                        return true;
                    },
                    _ -> {},
                    _ -> {});
        }

        private synchronized MetricDesk.@Nullable Watch forget() {
            hasEnded = true;
            MetricDesk.Watch last = watch;
            watch = null;
            return last;
        }
    }
}

package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.collect.LiveReading;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.servers.gateway.MetricGateway;
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
    /** Between two batches: the window gets no more. */
    private static final Duration BATCH = Duration.ofMillis(100);

    private static final Duration BEFORE_RETRY = Duration.ofSeconds(5);

    private final MetricGateway metrics;
    private final Background background;
    private final String serverId;
    private final Consumer<List<LiveReading>> taken;
    private @Nullable Course course;

    LiveFeed(MetricGateway metrics, Background background, String serverId, Consumer<List<LiveReading>> taken) {
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

        private MetricGateway.@Nullable Watch watch;
        private boolean hasEnded;
        private Background.Handle step = Background.Handle.NONE;

        private void open() {
            step = background.run(this::opened, _ -> take(), _ -> later(BEFORE_RETRY, this::open));
        }

        private boolean opened() {
            MetricGateway.Watch made = metrics.watch(serverId);
            MetricGateway.Watch useless = keep(made);
            if (useless != null) {
                useless.close();
            }
            return true;
        }

        /** Returns the one that is of no use: that before, or the new one where nobody looks any more. */
        private synchronized MetricGateway.@Nullable Watch keep(MetricGateway.Watch made) {
            if (hasEnded) {
                return made;
            }
            MetricGateway.Watch before = watch;
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
            MetricGateway.Watch now = now();
            return now == null ? List.of() : now.next(PATIENCE);
        }

        private synchronized MetricGateway.@Nullable Watch now() {
            return watch;
        }

        private void later(Duration delay, Runnable next) {
            step = background.after(delay, next);
        }

        private void end() {
            step.cancel();
            background.run(
                    () -> {
                        MetricGateway.Watch last = forget();
                        if (last != null) {
                            last.close();
                        }
                        return true;
                    },
                    _ -> {},
                    _ -> {});
        }

        private synchronized MetricGateway.@Nullable Watch forget() {
            hasEnded = true;
            MetricGateway.Watch last = watch;
            watch = null;
            return last;
        }
    }
}

package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.collect.LiveReading;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.servers.desk.MetricDesk;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
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

        private static final MetricDesk.Watch ENDED = new MetricDesk.Watch() {
            @Override
            public List<LiveReading> next(Duration patience) {
                return List.of();
            }

            @Override
            public void close() {}
        };

        /** Null while it opens; {@link #ENDED} when nobody looks any more, even if it opens only then. */
        private final AtomicReference<MetricDesk.@Nullable Watch> watch = new AtomicReference<>();

        private Background.Handle step = Background.Handle.NONE;

        private void open() {
            step = background.run(this::opened, _ -> take(), _ -> later(BEFORE_RETRY, this::open));
        }

        private boolean opened() {
            MetricDesk.Watch made = metrics.watch(serverId);
            MetricDesk.Watch before = watch.getAndUpdate(now -> now == ENDED ? ENDED : made);
            if (before == ENDED) {
                made.close();
            } else if (before != null) {
                before.close();
            }
            return true;
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
            MetricDesk.Watch now = watch.get();
            return now == null ? List.of() : now.next(PATIENCE);
        }

        private void later(Duration delay, Runnable next) {
            if (watch.get() != ENDED) {
                step = background.after(delay, next);
            }
        }

        private void end() {
            step.cancel();
            background.run(
                    () -> {
                        MetricDesk.Watch last = watch.getAndSet(ENDED);
                        if (last != null) {
                            last.close();
                        }
                        return true;
                    },
                    _ -> {},
                    _ -> {});
        }
    }
}

package dev.wheelhouse.core.schedules;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient.ScheduleOptions;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceCurrentlyExecutingException;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceNotFoundException;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Wakes the handling of each schedule at its time, on one console of those that share the state. Thread-safe. */
final class DueTimer implements AutoCloseable {

    private final DueTask anywhere;
    private final DueTask here;
    private final Scheduler scheduler;

    DueTimer(String homeId, DataSource source, TimerMaker maker, Handling handling) {
        anywhere = new DueTask(DueTask.anywhere(), (id, wake) -> handling.handle(id, null, wake));
        here = new DueTask(DueTask.onlyAt(homeId), (id, wake) -> handling.handle(id, homeId, wake));
        scheduler = maker.make(source, List.of(anywhere, here));
    }

    /** As {@link DueTask.Handling}, with the one console that may run it. */
    @FunctionalInterface
    interface Handling {
        void handle(String scheduleId, @Nullable String onlyHome, DueTask.Wake wake);
    }

    void start() {
        scheduler.start();
    }

    /**
     * Wakes a schedule at a time, whatever was set before; to be called within the change of the schedule. Nothing is
     * done while it is being handled: whoever does that waits for this change and reads the schedule after it.
     *
     * @param onlyHome the one console that may run it; null for any
     */
    void set(String scheduleId, @Nullable String onlyHome, Instant at) {
        try {
            scheduler.schedule(
                    new TaskInstance<>(name(onlyHome), scheduleId), at, ScheduleOptions.WHEN_EXISTS_RESCHEDULE);
        } catch (TaskInstanceCurrentlyExecutingException _) {
            // See above.
        }
    }

    /** Never wakes it again; as {@link #set}. */
    void remove(String scheduleId, @Nullable String onlyHome) {
        try {
            scheduler.cancel(TaskInstanceId.of(name(onlyHome), scheduleId));
        } catch (TaskInstanceCurrentlyExecutingException | TaskInstanceNotFoundException _) {
            // Whoever handles it finds that it is off or gone; what is not set needs no removal.
        }
    }

    private static String name(@Nullable String onlyHome) {
        return onlyHome == null ? DueTask.anywhere() : DueTask.onlyAt(onlyHome);
    }

    @Override
    public void close() {
        scheduler.stop();
    }
}

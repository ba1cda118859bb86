package dev.wheelhouse.core.schedules;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient.ScheduleOptions;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceCurrentlyExecutingException;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceNotFoundException;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Wakes the handling of each schedule at its time, on one console of those that share the state. Thread-safe. */
final class DueTimer implements AutoCloseable {

    /** The task of any console; what only one may do has a task of its own that the others do not know. */
    private static final String ANYWHERE = "due";

    private final Scheduler scheduler;

    DueTimer(String homeId, DataSource source, TimerMaker maker, Handling handling) {
        scheduler = maker.make(source, List.of(task(null, handling), task(homeId, handling)));
    }

    /** Runs what is due and returns when to wake next. The timer only wakes; the schedule's row says what is due. */
    @FunctionalInterface
    interface Handling {
        /** @param onlyHome the one console that may run it; null for any */
        void handle(String scheduleId, @Nullable String onlyHome, Wake wake);
    }

    /** The execution under way; part of the transaction that its thread is in. */
    record Wake(ExecutionComplete complete, ExecutionOperations<Void> operations) {

        void again(Instant at) {
            operations.reschedule(complete, at);
        }

        void never() {
            operations.stop();
        }
    }

    private static Task<Void> task(@Nullable String onlyHome, Handling handling) {
        return Tasks.custom(name(onlyHome), Void.class)
                .onFailure((complete, operations) -> operations.reschedule(complete, complete.getTimeDone()))
                .onDeadExecutionRevive()
                .execute((instance, _) -> (complete, operations) ->
                        handling.handle(instance.getId(), onlyHome, new Wake(complete, operations)));
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
        return onlyHome == null ? ANYWHERE : ANYWHERE + "@" + onlyHome;
    }

    @Override
    public void close() {
        scheduler.stop();
    }
}

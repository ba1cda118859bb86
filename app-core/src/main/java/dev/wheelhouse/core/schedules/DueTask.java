package dev.wheelhouse.core.schedules;

import com.github.kagkarlsson.scheduler.task.AbstractTask;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.DeadExecutionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import java.time.Instant;

/**
 * What db-scheduler wakes for a schedule; the instance is the schedule's id. Its time is no more than a call to wake up:
 * what is due the schedule's own row tells. Work of a console's own machine has a task of its own that only that console
 * knows.
 */
final class DueTask extends AbstractTask<Void> {

    private final Handling handling;

    DueTask(String name, Handling handling) {
        super(
                name,
                Void.class,
                (complete, operations) -> operations.reschedule(complete, complete.getTimeDone()),
                new DeadExecutionHandler.ReviveDeadExecution<>());
        this.handling = handling;
    }

    /** Does what is due and says when to wake next. */
    @FunctionalInterface
    interface Handling {
        void handle(String scheduleId, Wake wake);
    }

    /** The execution under way; part of the transaction that its thread is in. */
    interface Wake {
        void again(Instant at);

        void never();
    }

    /** Of any console. */
    static String anywhere() {
        return "due";
    }

    /** Of the console with that home. */
    static String onlyAt(String homeId) {
        return "due@" + homeId;
    }

    @Override
    public CompletionHandler<Void> execute(TaskInstance<Void> instance, ExecutionContext context) {
        return (complete, operations) -> handling.handle(instance.getId(), wake(complete, operations));
    }

    private static Wake wake(ExecutionComplete complete, ExecutionOperations<Void> operations) {
        return new Wake() {
            @Override
            public void again(Instant at) {
                operations.reschedule(complete, at);
            }

            @Override
            public void never() {
                operations.stop();
            }
        };
    }

    @Override
    public SchedulableInstance<Void> schedulableInstance(String id) {
        throw new UnsupportedOperationException("Its time comes with it");
    }

    @Override
    public SchedulableInstance<Void> schedulableInstance(String id, Void data) {
        throw new UnsupportedOperationException("Its time comes with it");
    }
}

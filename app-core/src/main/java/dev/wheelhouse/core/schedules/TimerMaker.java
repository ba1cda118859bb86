package dev.wheelhouse.core.schedules;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.Task;
import java.util.List;
import javax.sql.DataSource;

/** Makes the library's scheduler, not started; a test makes one that runs when it says so. */
@FunctionalInterface
interface TimerMaker {

    Scheduler make(DataSource source, List<Task<?>> tasks);
}

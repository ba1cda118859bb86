package dev.wheelhouse.core.schedules;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.jdbc.JdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.PostgreSqlJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.SqliteJdbcCustomization;
import com.github.kagkarlsson.scheduler.task.Task;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/** db-scheduler over the state, on threads of the workers and by the clock of the core. */
final class StateTimer implements TimerMaker {

    private static final int THREADS = 4;
    private static final int MISSED_HEARTBEATS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** Work of another console's own machine has no task here, and must not be deleted for that. */
    private static final Duration NEVER = Duration.ofDays(365L * 500);

    private final SchedulesConfig config;

    StateTimer(SchedulesConfig config) {
        this.config = config;
    }

    @Override
    public Scheduler make(DataSource source, List<Task<?>> tasks) {
        return Scheduler.create(source, tasks)
                .tableName(JdbcDueStore.TABLE)
                .jdbcCustomization(customization(config.store().kind()))
                .serializer(new NoData())
                .schedulerName(new SchedulerName.Fixed(config.homeId()))
                .clock(() -> config.clock().instant())
                .pollingInterval(config.pace().look())
                .heartbeatInterval(config.pace().heartbeat())
                .missedHeartbeatsLimit(MISSED_HEARTBEATS)
                .deleteUnresolvedAfter(NEVER)
                .shutdownMaxWait(PATIENCE)
                .threads(THREADS)
                // As many as a second brings without a second look.
                .pollUsingFetch(1, 50)
                .executorService(config.workers().platformThreads("due", THREADS))
                .dueExecutor(config.workers().platformThreads("due-look", 1))
                .housekeeperExecutor(config.workers().platformTimer("due-care", 2))
                .build();
    }

    static JdbcCustomization customization(String storeKind) {
        return storeKind.equals("sqlite")
                ? new SqliteJdbcCustomization()
                : new PostgreSqlJdbcCustomization(false, false);
    }
}

package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.cron.CronExpression;
import org.jspecify.annotations.Nullable;

/**
 * When backups are restored on trial, and what is looked at then.
 *
 * @param schedule in the zone of the backups; null for when somebody asks
 * @param sql statements that are run in the restored database; null for none
 */
public record RehearsalPolicy(
        @Nullable CronExpression schedule, @Nullable String sql) {

    public static final RehearsalPolicy NONE = new RehearsalPolicy(null, null);

    @Nullable
    String scheduleText() {
        return schedule == null ? null : schedule.text();
    }
}

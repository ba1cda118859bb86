package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.plan.RetentionRule;
import dev.wheelhouse.core.backups.wal.PartialTimes;
import dev.wheelhouse.core.platform.cron.CronExpression;
import dev.wheelhouse.core.platform.cron.DueTimes;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * When backups are made and how long they are kept.
 *
 * @param schedule when a base is due
 * @param timeZone in which both expressions are meant
 * @param walSchedule when the newest, unfinished WAL is stored; null for always
 * @param keepNewest 1..1000 complete bases stay whatever their age
 * @param retentionDays 1..3650
 * @param enabled whether it is worked at all
 * @param rehearsal when it is restored on trial, and what is looked at then
 */
public record BackupPolicy(
        CronExpression schedule,
        ZoneId timeZone,
        @Nullable CronExpression walSchedule,
        int keepNewest,
        int retentionDays,
        boolean enabled,
        RehearsalPolicy rehearsal) {

    /** What holds where nothing is said. */
    public static final int DEFAULT_KEPT = 2;

    public static final int DEFAULT_DAYS = 14;

    DueTimes dueTimes() {
        return new DueTimes(schedule, timeZone);
    }

    PartialTimes partialTimes() {
        return walSchedule == null ? PartialTimes.STANDARD : new DueTimes(walSchedule, timeZone)::nextAfter;
    }

    BackupPolicy paused() {
        return new BackupPolicy(schedule, timeZone, walSchedule, keepNewest, retentionDays, false, rehearsal);
    }

    /** What is kept of what is stored. */
    public RetentionRule retention() {
        return new RetentionRule(keepNewest, retentionDays);
    }
}

package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.cron.CronExpression;
import dev.wheelhouse.core.platform.cron.DueTimes;
import dev.wheelhouse.core.platform.store.Revised;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/**
 * A command that a server runs at certain times. Immutable.
 *
 * @param id {@code sch_…}
 * @param serverId where it runs
 * @param name unique in the organization; {@code [a-z0-9][a-z0-9_.-]{0,62}}
 * @param command a line for the server's {@code sh}, the person's own
 * @param cron when it is due
 * @param timeZone in which {@code cron} is meant
 * @param timeout how long a run may take; whole seconds
 * @param handledUntil every due time up to here has had its run, its row or its reason
 * @param revision counts the changes that people make
 */
public record Schedule(
        String id,
        String organizationId,
        String serverId,
        String name,
        String command,
        CronExpression cron,
        ZoneId timeZone,
        boolean enabled,
        Duration timeout,
        Overlap overlap,
        MissedPolicy missed,
        Instant handledUntil,
        Instant createdAt,
        long revision,
        Actor actor)
        implements Revised {

    public DueTimes dueTimes() {
        return new DueTimes(cron, timeZone);
    }
}

package dev.wheelhouse.core.schedules;

import org.jspecify.annotations.Nullable;

/**
 * A schedule as a form or a request gives it, before it is checked.
 *
 * @param timeZone an IANA name such as {@code Europe/Zurich}; null for {@code UTC}
 * @param timeoutSeconds null for an hour
 * @param overlap null for {@code skip}
 * @param missed null for {@code skip}
 */
public record ScheduleDraft(
        String name,
        String serverId,
        String command,
        String cron,
        @Nullable String timeZone,
        @Nullable Boolean enabled,
        @Nullable Long timeoutSeconds,
        @Nullable Overlap overlap,
        @Nullable MissedPolicy missed) {

    /** As a schedule is now. */
    static ScheduleDraft of(Schedule now) {
        return new ScheduleDraft(
                now.name(),
                now.serverId(),
                now.command(),
                now.cron().text(),
                now.timeZone().getId(),
                now.enabled(),
                now.timeout().toSeconds(),
                now.overlap(),
                now.missed());
    }

    ScheduleDraft withEnabled(boolean on) {
        return new ScheduleDraft(name, serverId, command, cron, timeZone, on, timeoutSeconds, overlap, missed);
    }
}

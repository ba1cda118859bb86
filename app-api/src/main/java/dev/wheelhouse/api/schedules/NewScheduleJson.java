package dev.wheelhouse.api.schedules;

import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.schedules.MissedPolicy;
import dev.wheelhouse.core.schedules.Overlap;
import dev.wheelhouse.core.schedules.ScheduleDraft;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /schedules}. */
record NewScheduleJson(
        String name,
        String serverId,
        String command,
        String cron,
        @Nullable String timeZone,
        @Nullable Boolean enabled,
        @Nullable Long timeoutSeconds,
        @Nullable Overlap overlap,
        @Nullable MissedPolicy missed) {

    ScheduleDraft toDraft(ServerAlias alias) {
        return new ScheduleDraft(
                name, alias.id(serverId), command, cron, timeZone, enabled, timeoutSeconds, overlap, missed);
    }
}

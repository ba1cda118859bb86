package dev.wheelhouse.api.schedules;

import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.schedules.ScheduleDraft;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /schedules/test}: what a run needs of a schedule. */
record ScheduleTestJson(
        String serverId, String command, @Nullable Long timeoutSeconds) {

    /** Name and times are not looked at; they only have to be right. */
    ScheduleDraft toDraft(ServerAlias alias) {
        return new ScheduleDraft(
                "test", alias.id(serverId), command, "@yearly", null, null, timeoutSeconds, null, null);
    }
}

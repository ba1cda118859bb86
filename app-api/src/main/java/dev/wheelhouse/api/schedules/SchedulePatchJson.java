package dev.wheelhouse.api.schedules;

import dev.wheelhouse.api.http.json.Patch;
import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.schedules.MissedPolicy;
import dev.wheelhouse.core.schedules.Overlap;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleDraft;

/** The body of {@code PATCH /schedules/{id}}: a merge patch (RFC 7396); what is removed goes back to its default. */
record SchedulePatchJson(
        Patch<String> name,
        Patch<String> serverId,
        Patch<String> command,
        Patch<String> cron,
        Patch<String> timeZone,
        Patch<Boolean> enabled,
        Patch<Long> timeoutSeconds,
        Patch<Overlap> overlap,
        Patch<MissedPolicy> missed) {

    ScheduleDraft toDraft(Schedule current, ServerAlias alias) {
        return new ScheduleDraft(
                name.applyRequired("name", current.name()),
                alias.id(serverId.applyRequired("serverId", current.serverId())),
                command.applyRequired("command", current.command()),
                cron.applyRequired("cron", current.cron().text()),
                timeZone.apply(current.timeZone().getId()),
                enabled.apply(current.enabled()),
                timeoutSeconds.apply(current.timeout().toSeconds()),
                overlap.apply(current.overlap()),
                missed.apply(current.missed()));
    }
}

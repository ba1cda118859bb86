package dev.wheelhouse.api.backups;

import dev.wheelhouse.api.http.json.Patch;
import dev.wheelhouse.core.backups.BackupPatch;
import dev.wheelhouse.core.backups.BackupPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code PATCH /backup-configs/{id}}: a merge patch (RFC 7396); what is removed goes back to its default. Where
 * backups are kept stays.
 */
record BackupPatchJson(
        Patch<String> schedule,
        Patch<String> walSchedule,
        Patch<String> timeZone,
        Patch<Integer> keepNewest,
        Patch<Integer> retentionDays,
        Patch<Boolean> enabled,
        Patch<String> rehearsalSchedule,
        Patch<String> rehearsalSql,
        @Nullable KeysJson dest,
        Patch<NewBackupJson.LoginJson> login) {

    record KeysJson(@Nullable String accessKeyId, @Nullable String secretAccessKey) {}

    BackupPatch toPatch() {
        return new BackupPatch(
                schedule.isMentioned() ? schedule.applyRequired("schedule", "") : null,
                given(walSchedule, ""),
                given(timeZone, "UTC"),
                given(keepNewest, BackupPolicy.DEFAULT_KEPT),
                given(retentionDays, BackupPolicy.DEFAULT_DAYS),
                given(enabled, true),
                dest == null ? null : dest.accessKeyId,
                dest == null ? null : dest.secretAccessKey,
                given(rehearsalSchedule, ""),
                given(rehearsalSql, ""),
                login.isMentioned() ? loginChange(login.replacement().orElse(null)) : null);
    }

    private static BackupPatch.LoginChange loginChange(NewBackupJson.@Nullable LoginJson given) {
        return given == null
                ? new BackupPatch.LoginChange(null, null)
                : new BackupPatch.LoginChange(given.user(), given.password());
    }

    /** Null for what is not mentioned. */
    private static <T> @Nullable T given(Patch<T> patch, T otherwise) {
        return patch.isMentioned() ? patch.replacement().orElse(otherwise) : null;
    }
}

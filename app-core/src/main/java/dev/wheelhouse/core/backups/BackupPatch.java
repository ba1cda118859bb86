package dev.wheelhouse.core.backups;

import org.jspecify.annotations.Nullable;

/**
 * What is to be changed of a configuration; what is null stays.
 *
 * @param walSchedule empty for continuous
 * @param rehearsalSchedule empty for never by itself
 * @param rehearsalSql empty for none
 * @param login of continuous backups
 */
public record BackupPatch(
        @Nullable String schedule,
        @Nullable String walSchedule,
        @Nullable String timeZone,
        @Nullable Integer keepNewest,
        @Nullable Integer retentionDays,
        @Nullable Boolean enabled,
        @Nullable String accessKeyId,
        @Nullable String secretAccessKey,
        @Nullable String rehearsalSchedule,
        @Nullable String rehearsalSql,
        @Nullable LoginChange login) {

    /**
     * Another login for replication.
     *
     * @param user null for the connection's own login
     * @param password null to keep the stored one, if it is the same user's
     */
    public record LoginChange(
            @Nullable String user, @Nullable String password) {

        @Override
        public String toString() {
            return "LoginChange[" + user + "]";
        }
    }

    /** Nothing but on or off. */
    public static BackupPatch enabled(boolean on) {
        return new BackupPatch(null, null, null, null, null, on, null, null, null, null, null);
    }

    @Override
    public String toString() {
        return "BackupPatch[" + schedule + ", " + enabled + "]";
    }
}

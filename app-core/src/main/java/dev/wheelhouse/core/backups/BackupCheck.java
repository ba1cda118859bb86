package dev.wheelhouse.core.backups;

import org.jspecify.annotations.Nullable;

/**
 * Something that a backup takes, looked at before it is set up.
 *
 * @param name such as {@code replication}
 * @param ok whether it is as it has to be
 * @param field of the draft that is at fault where it is not, such as {@code dest.bucket}
 * @param detail what was found, and what to do where it is not ok
 * @param command the statement, or the line of {@code pg_hba.conf}, that the detail asks for or advises; null for none
 */
public record BackupCheck(
        String name,
        boolean ok,
        String field,
        String detail,
        @Nullable String command) {}

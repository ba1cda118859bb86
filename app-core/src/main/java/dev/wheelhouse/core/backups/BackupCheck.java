package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.check.CheckState;
import org.jspecify.annotations.Nullable;

/**
 * Something that a backup takes, looked at before it is set up.
 *
 * @param name such as {@code replication}
 * @param field of the draft that the state is about, such as {@code dest.bucket}
 * @param detail what was found, and what to do where it did not pass or advises something
 * @param command the statement, or the line of {@code pg_hba.conf}, that the detail asks for or advises; null for none
 */
public record BackupCheck(
        String name,
        CheckState state,
        String field,
        String detail,
        @Nullable String command) {

    /** Whether it is as it has to be. */
    public boolean ok() {
        return state.isOk();
    }
}

package dev.wheelhouse.ui.databases.editor;

import java.time.Instant;

/**
 * One line of what happened.
 *
 * @param sql the statement it is about; may be empty
 */
public record RunMessage(Instant at, Level level, String text, String sql) {

    /** How it ended. */
    public enum Level {
        DONE,
        NOTICE,
        FAILED
    }
}

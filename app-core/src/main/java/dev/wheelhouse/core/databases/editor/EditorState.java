package dev.wheelhouse.core.databases.editor;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a session.
 *
 * @param connected false before the first run and after the connection was lost
 * @param autoCommit whether each statement is kept at once
 * @param transactionSince when the open transaction began; null without one
 * @param idleSince when the last statement ended; null while one runs and before the first
 */
public record EditorState(
        boolean connected,
        boolean running,
        boolean autoCommit,
        Transaction transaction,
        @Nullable Instant transactionSince,
        @Nullable Instant idleSince) {

    /** The state of the session's transaction. */
    public enum Transaction {
        NONE,
        OPEN,
        /** A statement in it failed; it can only be rolled back. */
        FAILED
    }
}

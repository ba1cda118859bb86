package dev.wheelhouse.core.databases.replication;

import org.jspecify.annotations.Nullable;

/**
 * The server refused, or the connection to it is of no more use. What goes wrong with a sink is an
 * {@link java.io.IOException} instead. The message is for people.
 */
public final class ReplicationException extends Exception {

    private final ReplicationState state;

    /** @param words what the server said beside; null for nothing */
    public ReplicationException(ReplicationState state, @Nullable String words, @Nullable Throwable cause) {
        super(words == null ? state.sentence() : state.sentence() + " " + words, cause);
        this.state = state;
    }

    public ReplicationState state() {
        return state;
    }

    static ReplicationException notUnderstood(String words) {
        return new ReplicationException(ReplicationState.NOT_UNDERSTOOD, words, null);
    }
}

package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.sessions.Access;

/** What the database itself holds the statements of a text to. */
public enum Locking {
    /** Every statement: the text runs in transactions that only read and that end in a rollback. */
    READING,
    /** Those that read by their text, in parts of the text's transactions that only read; the others write. */
    ASKING,
    /** None: what a reading statement writes was confirmed. */
    NONE;

    /**
     * How a text is tried first.
     *
     * @param onlyReads it reads by its text, or may do nothing else
     * @param ownControl it ends transactions by itself, so that it could not be undone and tried again
     */
    public static Locking of(boolean onlyReads, boolean ownControl, boolean confirm) {
        if (onlyReads) {
            return READING;
        }
        return ownControl && confirm ? NONE : ASKING;
    }

    /** What the session needs to be able to do. */
    public Access access() {
        return this == READING ? Access.READING : Access.WRITING;
    }
}

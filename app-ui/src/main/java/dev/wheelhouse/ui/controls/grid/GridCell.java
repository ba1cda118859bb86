package dev.wheelhouse.ui.controls.grid;

/**
 * What one cell shows.
 *
 * @param text without marks for what cannot be seen, the grid adds them; for {@link Kind#CUT} the beginning
 * @param json the value as JSON, for copying; {@code null} as text for {@link Kind#NULL}
 * @param bytes how much the whole value takes where {@code text} is only its beginning; else 0
 * @param changed whether it holds something that is not saved yet
 */
public record GridCell(Kind kind, String text, String json, long bytes, boolean changed) {

    /** What sort of thing a cell holds. */
    public enum Kind {
        VALUE,
        /** The database's NULL, which is neither the empty text nor the text NULL. */
        NULL,
        /** A value too long to be shown whole. */
        CUT,
        /** Of a new row: left to the database. */
        DEFAULT
    }

    public static final GridCell NULL = new GridCell(Kind.NULL, "NULL", "null", 0, false);

    public static final GridCell DEFAULT = new GridCell(Kind.DEFAULT, "default", "null", 0, false);

    public static GridCell value(String text, String json) {
        return new GridCell(Kind.VALUE, text, json, 0, false);
    }

    public static GridCell cut(String text, String json, long bytes) {
        return new GridCell(Kind.CUT, text, json, bytes, false);
    }

    public GridCell asChanged() {
        return new GridCell(kind, text, json, bytes, true);
    }

    public boolean isNull() {
        return kind == Kind.NULL;
    }
}

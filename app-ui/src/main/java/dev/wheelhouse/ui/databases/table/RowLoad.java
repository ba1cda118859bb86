package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.core.databases.rows.RowPosition;

/**
 * Which rows to read next.
 *
 * @param cursor of {@link Kind#AFTER} and {@link Kind#BEFORE}, else empty
 * @param fraction of {@link Kind#NEAR}
 * @param index where the first of the rows will stand; of {@link Kind#BEFORE} where the one behind the last stands
 * @param limit how many at most
 * @param replacing whether the rows known so far are forgotten
 */
record RowLoad(Kind kind, String cursor, double fraction, long index, int limit, boolean replacing) {

    /** From where. */
    enum Kind {
        START,
        END,
        NEAR,
        AFTER,
        BEFORE,
        OFFSET
    }

    static RowLoad start(int limit) {
        return new RowLoad(Kind.START, "", 0, 0, limit, true);
    }

    static RowLoad end(int limit) {
        return new RowLoad(Kind.END, "", 1, 0, limit, true);
    }

    static RowLoad near(double fraction, long index, int limit) {
        return new RowLoad(Kind.NEAR, "", fraction, index, limit, true);
    }

    static RowLoad after(String cursor, long index, int limit) {
        return new RowLoad(Kind.AFTER, cursor, 0, index, limit, false);
    }

    static RowLoad before(String cursor, long index, int limit) {
        return new RowLoad(Kind.BEFORE, cursor, 0, index, limit, false);
    }

    static RowLoad offset(long index, int limit) {
        return new RowLoad(Kind.OFFSET, "", 0, index, limit, false);
    }

    /** As the core has it. */
    RowPosition position() {
        return switch (kind) {
            case START -> RowPosition.START;
            case END -> new RowPosition.End();
            case NEAR -> new RowPosition.Near(fraction);
            case AFTER -> new RowPosition.After(cursor);
            case BEFORE -> new RowPosition.Before(cursor);
            case OFFSET -> new RowPosition.Offset(index);
        };
    }
}

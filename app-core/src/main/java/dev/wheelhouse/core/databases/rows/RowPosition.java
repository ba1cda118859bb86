package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.platform.error.AppException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a page begins. */
public sealed interface RowPosition {

    /** After so many rows. */
    record Offset(long rows) implements RowPosition {
        public Offset {
            if (rows < 0) {
                throw AppException.invalid("query.offset", "Give an offset of 0 or more.");
            }
        }
    }

    /** After the row that the cursor marks. */
    record After(String cursor) implements RowPosition {}

    /** Before the row that the cursor marks: the page ends there. */
    record Before(String cursor) implements RowPosition {}

    /** The last page: it ends with the last row. */
    record End() implements RowPosition {}

    /**
     * From the first row on whose leading key of the order is this one or beyond. Its place is only roughly known, so
     * rows are taken to stand before it; rows whose leading key is null are not found.
     *
     * @param key as {@link SqlFragment} has parameters
     */
    record FromKey(Object key) implements RowPosition {}

    /**
     * Roughly where so much of the rows, in their order, lies before. The reader of pages turns it into another
     * position, for which the database is asked.
     *
     * @param fraction 0 for the beginning to 1 for the end
     */
    record Near(double fraction) implements RowPosition {
        public Near {
            if (!(fraction >= 0 && fraction <= 1)) {
                throw AppException.invalid("query.near", "Give a fraction from 0 for the beginning to 1 for the end.");
            }
        }
    }

    RowPosition START = new Offset(0);

    /** From the query parameters, of which at most one may be given. */
    static RowPosition of(
            @Nullable Long offset,
            @Nullable String after,
            @Nullable String before,
            @Nullable Double near,
            boolean end) {
        Map<String, RowPosition> given = new LinkedHashMap<>();
        if (after != null) {
            given.put("after", new After(after));
        }
        if (before != null) {
            given.put("before", new Before(before));
        }
        if (near != null) {
            given.put("near", new Near(near));
        }
        if (end) {
            given.put("end", new End());
        }
        if (offset != null) {
            given.put("offset", new Offset(offset));
        }
        if (given.size() > 1) {
            throw AppException.invalid(
                    "query." + given.keySet().iterator().next(),
                    "Give only one of after, before, near, end and offset.");
        }
        return given.isEmpty() ? START : given.values().iterator().next();
    }
}

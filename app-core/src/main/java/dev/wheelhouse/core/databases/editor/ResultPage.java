package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.values.Cell;
import java.util.List;

/**
 * Rows read from a result.
 *
 * @param rows as many cells each as the result has fields
 */
public record ResultPage(List<List<Cell>> rows, Rest rest) {

    /** What is behind the rows that were read. */
    public enum Rest {
        /** Nothing. */
        NONE,
        /** More rows, which can be loaded. */
        LOADABLE,
        /** More rows, which only another run shows: what was read belongs to a transaction that is over. */
        RUN_AGAIN
    }

    public ResultPage {
        rows = List.copyOf(rows);
    }
}

package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.ui.controls.grid.GridModel;
import dev.wheelhouse.ui.controls.grid.GridRange;
import java.util.List;
import java.util.Optional;

/** Rows that can be copied. Belongs to the window's thread, {@link Reading#next} apart. */
public interface CopiedRows {

    /** What the grid shows. */
    GridModel grid();

    /** Empty before the first rows are there. */
    Optional<RowShape> shape();

    RowPlace place();

    /**
     * A way through the rows of a range, with what is staged for them now.
     *
     * @return empty where the beginning of the range is not known any more
     */
    Optional<Reading> read(GridRange range);

    /** Rows in their order. Its call blocks; used by one thread at a time. */
    @FunctionalInterface
    interface Reading {

        /**
         * The next rows, empty at the end.
         *
         * @throws dev.wheelhouse.core.platform.error.AppException when they cannot be read
         */
        List<ShownRow> next();
    }
}

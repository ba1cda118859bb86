package dev.wheelhouse.ui.databases.rows;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where rows are shown while they are edited. Belongs to the window's thread. */
public interface EditedRows {

    RowPlace place();

    /** Rows of the grid, new ones included. */
    long rowCount();

    /** The row of the table at a place of the grid; null for new rows and those that are not there. */
    @Nullable
    LoadedRow loadedAt(long row);

    /** Cells look otherwise now. */
    void changed();

    /** So many new rows came in above the others; negative when they went. */
    void moved(long by);

    /** A new row stands there now. */
    default void added(long row) {}

    /** Puts in order what would keep edits from being applied, then runs {@code apply}; says why where it cannot. */
    default void beforeApply(Runnable apply) {
        apply.run();
    }

    /**
     * Brings rows up to date.
     *
     * @param rows whose edits the database holds now; none when what was staged is only forgotten
     */
    void applied(List<StagedRow> rows);
}

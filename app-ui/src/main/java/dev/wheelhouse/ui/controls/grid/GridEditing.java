package dev.wheelhouse.ui.controls.grid;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a grid's owner does for somebody who edits. Columns are the model's. */
public interface GridEditing {

    /**
     * The field for a cell.
     *
     * @param typed the character that began the edit, which replaces the value; null to edit what is there
     * @return null when the cell cannot be edited in place; the owner has then said why, or shows a dialog
     */
    @Nullable
    CellEditor edit(long row, int column, @Nullable String typed);

    /** Sets the cells to NULL, or deletes the rows where the range is of whole ones. */
    void delete(List<GridRange> ranges);

    /** Puts a block of text at a place; its columns go to the right as shown. */
    void paste(long row, List<Integer> columns, String text);

    /** Adds a new row. */
    void insert();

    /** Adds copies of the rows as new ones. */
    void duplicate(List<GridRange> ranges);
}

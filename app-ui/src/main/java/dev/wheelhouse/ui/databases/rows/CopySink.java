package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.ui.controls.grid.GridCell;
import java.util.List;

/** Takes rows one after the other and makes one text of them. */
interface CopySink {

    /** @param row one cell for each copied column */
    void add(List<GridCell> row);

    /** How much text there is up to now, in characters. */
    long length();

    /** Ends the text. */
    String text();
}

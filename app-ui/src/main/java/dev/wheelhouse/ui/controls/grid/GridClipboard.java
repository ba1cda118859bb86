package dev.wheelhouse.ui.controls.grid;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;

/** Copies what is selected from rows that are in memory; where several rectangles are selected, the last one. */
final class GridClipboard {

    private final DataGrid grid;

    GridClipboard(DataGrid grid) {
        this.grid = grid;
    }

    void copy(List<GridRange> ranges, CopyFormat format) {
        GridRange range = ranges.getLast();
        List<List<GridCell>> rows = new ArrayList<>();
        for (long row = range.firstRow(); row <= range.lastRow(); row++) {
            GridRow content = grid.model().rowAt(row);
            if (content != null) {
                rows.add(range.columns().stream().map(content::cell).toList());
            }
        }
        List<GridColumn> columns =
                range.columns().stream().map(grid.model().columns()::get).toList();
        ClipboardContent content = new ClipboardContent();
        content.putString(CopyText.of(format, columns, rows));
        Clipboard.getSystemClipboard().setContent(content);
    }
}

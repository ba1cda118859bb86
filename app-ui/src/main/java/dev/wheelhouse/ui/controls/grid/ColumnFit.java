package dev.wheelhouse.ui.controls.grid;

import javafx.scene.text.Font;
import javafx.scene.text.Text;

/** How wide a column must be for what it shows. */
final class ColumnFit {

    private static final double MARGINS = 26;
    private static final double HEADER_MARGINS = 48;
    private static final double BADGE = 64;
    private static final double WIDEST = 640;
    private static final double SIZE = 13;

    private ColumnFit() {}

    static double width(GridModel model, int column, GridViewport viewport) {
        GridColumn described = model.columns().get(column);
        double widest = measure(described.name(), described) + HEADER_MARGINS;
        for (long row = viewport.firstRow(); row <= viewport.lastRow(); row++) {
            GridRow content = model.rowAt(row);
            if (content != null) {
                GridCell cell = content.cell(column);
                double badge = cell.kind() == GridCell.Kind.CUT ? BADGE : 0;
                widest = Math.max(widest, measure(VisibleText.of(cell.text()), described) + MARGINS + badge);
            }
        }
        return Math.min(widest, WIDEST);
    }

    private static double measure(String text, GridColumn column) {
        Text measured = new Text(text);
        measured.setFont(Font.font(column.numeric() ? "JetBrains Mono" : "Inter", SIZE));
        return measured.getLayoutBounds().getWidth();
    }
}

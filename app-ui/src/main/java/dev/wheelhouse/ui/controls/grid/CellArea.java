package dev.wheelhouse.ui.controls.grid;

/** A rectangle of cells, its four sides included; columns are counted as shown. */
public record CellArea(long firstRow, long lastRow, int firstColumn, int lastColumn) {

    /** The smallest rectangle that holds both. */
    public static CellArea between(CellPoint one, CellPoint other) {
        return new CellArea(
                Math.min(one.row(), other.row()),
                Math.max(one.row(), other.row()),
                Math.min(one.column(), other.column()),
                Math.max(one.column(), other.column()));
    }

    public boolean contains(long row, int column) {
        return containsRow(row) && column >= firstColumn && column <= lastColumn;
    }

    public boolean containsRow(long row) {
        return row >= firstRow && row <= lastRow;
    }

    public long rows() {
        return lastRow - firstRow + 1;
    }

    public int columns() {
        return lastColumn - firstColumn + 1;
    }

    CellArea moved(long rows) {
        return new CellArea(firstRow + rows, lastRow + rows, firstColumn, lastColumn);
    }
}

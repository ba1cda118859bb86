package dev.wheelhouse.ui.controls.grid;

/** Which rows stand where on the screen. Measures rows in fractions, so that ten million of them need no large numbers. */
final class GridViewport {

    private final double rowHeight;
    private double height;
    private long rowCount;
    private double top;

    GridViewport(double rowHeight) {
        this.rowHeight = rowHeight;
    }

    /** Where the rows are to be shown and how many there are. */
    void fit(double newHeight, long newRowCount) {
        height = Math.max(0, newHeight);
        rowCount = newRowCount;
        setTop(top);
    }

    double rowHeight() {
        return rowHeight;
    }

    /** The row at the upper edge; its fraction is how much of it is hidden. */
    double top() {
        return top;
    }

    double maxTop() {
        return Math.max(0, rowCount - height / rowHeight);
    }

    void setTop(double newTop) {
        top = Math.clamp(newTop, 0, maxTop());
    }

    /** Rows that fit whole; at least 1. */
    long page() {
        return Math.max(1, (long) Math.floor(height / rowHeight));
    }

    long firstRow() {
        return (long) Math.floor(top);
    }

    /** The last row of which anything shows; before the first one when there is none. */
    long lastRow() {
        return Math.min(rowCount - 1, (long) Math.ceil(top + height / rowHeight) - 1);
    }

    double yOf(long row) {
        return (row - top) * rowHeight;
    }

    /** The row at a height, whether there is one or not. */
    long rowAt(double y) {
        return (long) Math.floor(top + y / rowHeight);
    }

    /** Scrolls no further than needed to show the row whole. */
    void reveal(long row) {
        if (row < top) {
            setTop((double) row);
        } else if (row + 1 > top + height / rowHeight) {
            setTop(row + 1 - height / rowHeight);
        }
    }

    /** The rows were found to stand elsewhere: what is on the screen stays there. */
    void move(long rows, long newRowCount) {
        rowCount = newRowCount;
        setTop(top + rows);
    }
}

package dev.wheelhouse.ui.controls.grid;

import java.util.ArrayList;
import java.util.List;

/**
 * What is selected: rectangles, of which the last one is being changed. It costs the same whether it holds one cell or
 * ten million rows. Immutable.
 *
 * @param areas may be empty only in an empty grid
 * @param anchor the corner of the last area that stays when it is extended
 * @param focus the cell that keys work on
 */
public record GridSelection(List<CellArea> areas, CellPoint anchor, CellPoint focus) {

    public static final GridSelection NONE = new GridSelection(List.of(), new CellPoint(0, 0), new CellPoint(0, 0));

    public GridSelection {
        areas = List.copyOf(areas);
    }

    /** One cell. */
    public static GridSelection at(CellPoint point) {
        return new GridSelection(List.of(CellArea.between(point, point)), point, point);
    }

    /** Everything; the focus stays where it is. */
    public static GridSelection all(long rows, int columns, CellPoint focus) {
        return rows == 0 || columns == 0
                ? NONE
                : new GridSelection(List.of(new CellArea(0, rows - 1, 0, columns - 1)), new CellPoint(0, 0), focus);
    }

    /** The last area reaches from its anchor to the point. */
    public GridSelection extendedTo(CellPoint point) {
        if (areas.isEmpty()) {
            return at(point);
        }
        return withLast(CellArea.between(anchor, point), point);
    }

    /** One more cell beside what is selected. */
    public GridSelection plus(CellPoint point) {
        List<CellArea> more = new ArrayList<>(areas);
        more.add(CellArea.between(point, point));
        return new GridSelection(more, point, point);
    }

    /** Whole rows. */
    public static GridSelection row(long row, int columns) {
        CellArea area = new CellArea(row, row, 0, Math.max(0, columns - 1));
        return new GridSelection(List.of(area), new CellPoint(row, 0), new CellPoint(row, 0));
    }

    /** Whole rows from the anchor's to this one. */
    public GridSelection rowsTo(long row, int columns) {
        CellPoint end = new CellPoint(row, Math.max(0, columns - 1));
        CellPoint begin = new CellPoint(anchor.row(), 0);
        List<CellArea> changed = new ArrayList<>(areas.subList(0, Math.max(0, areas.size() - 1)));
        changed.add(CellArea.between(begin, end));
        return new GridSelection(changed, begin, new CellPoint(row, 0));
    }

    /** One more whole row. */
    public GridSelection plusRow(long row, int columns) {
        List<CellArea> more = new ArrayList<>(areas);
        more.add(new CellArea(row, row, 0, Math.max(0, columns - 1)));
        return new GridSelection(more, new CellPoint(row, 0), new CellPoint(row, 0));
    }

    private GridSelection withLast(CellArea last, CellPoint newFocus) {
        List<CellArea> changed = new ArrayList<>(areas);
        changed.set(changed.size() - 1, last);
        return new GridSelection(changed, anchor, newFocus);
    }

    public boolean contains(long row, int column) {
        return areas.stream().anyMatch(area -> area.contains(row, column));
    }

    public boolean containsRow(long row) {
        return areas.stream().anyMatch(area -> area.containsRow(row));
    }

    /** Whether every area reaches over all columns. */
    public boolean isOfWholeRows(int columns) {
        return !areas.isEmpty() && areas.stream().allMatch(area -> area.columns() == columns);
    }

    /** After the rows were found to stand elsewhere. */
    GridSelection moved(long rows) {
        return new GridSelection(
                areas.stream().map(area -> area.moved(rows)).toList(),
                new CellPoint(anchor.row() + rows, anchor.column()),
                new CellPoint(focus.row() + rows, focus.column()));
    }

    /** What of it lies within so many rows and columns. */
    GridSelection within(long rows, int columns) {
        if (rows <= 0 || columns <= 0) {
            return NONE;
        }
        List<CellArea> kept = areas.stream()
                .filter(area -> area.firstRow() < rows && area.lastRow() >= 0 && area.firstColumn() < columns)
                .map(area -> new CellArea(
                        Math.max(0, area.firstRow()),
                        Math.min(rows - 1, area.lastRow()),
                        area.firstColumn(),
                        Math.min(columns - 1, area.lastColumn())))
                .toList();
        return new GridSelection(kept, within(anchor, rows, columns), within(focus, rows, columns));
    }

    private static CellPoint within(CellPoint point, long rows, int columns) {
        return new CellPoint(Math.clamp(point.row(), 0, rows - 1), Math.clamp(point.column(), 0, columns - 1));
    }
}

package dev.wheelhouse.ui.controls.grid;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.shape.Rectangle;

/**
 * The cells of some neighbouring columns: those that are frozen, or those that scroll. Holds as many cell nodes as there
 * is room for on the screen, whatever the number of rows and columns.
 */
final class GridSection extends Pane {

    private static final int MOST_AREAS_DRAWN = 200;

    private final Rectangle window = new Rectangle();
    private final List<List<CellNode>> slots = new ArrayList<>();
    private final List<Region> areas = new ArrayList<>();
    private final Region focus = new Region();
    private final Pane cells = new Pane();
    private final Pane overlay = new Pane();

    GridSection() {
        setClip(window);
        focus.getStyleClass().setAll("grid-focus");
        focus.setManaged(false);
        overlay.setMouseTransparent(true);
        cells.setManaged(false);
        overlay.setManaged(false);
        overlay.getChildren().add(focus);
        getChildren().addAll(cells, overlay);
        getStyleClass().add("grid-section");
    }

    /**
     * What the section shows.
     *
     * @param first position of its first column
     * @param end the position after its last column
     * @param scrolled how far its columns are scrolled to the left
     */
    record Span(GridModel model, ColumnLayout columns, int first, int end, double scrolled) {

        double x(int position) {
            return columns.leftOf(position) - columns.leftOf(first) - scrolled;
        }
    }

    @Override
    protected void layoutChildren() {
        window.setWidth(getWidth());
        window.setHeight(getHeight());
    }

    void show(Span span, GridViewport viewport) {
        layoutChildren();
        int first = span.first();
        while (first < span.end() && span.x(first) + span.columns().widthAt(first) <= 0) {
            first++;
        }
        int end = first;
        while (end < span.end() && span.x(end) < getWidth()) {
            end++;
        }
        int rows = (int) Math.max(0, viewport.lastRow() - viewport.firstRow() + 1);
        provide(rows, end - first);
        int poolRows = slots.size();
        for (List<CellNode> slot : slots) {
            slot.forEach(cell -> cell.setVisible(false));
        }
        for (long row = viewport.firstRow(); row <= viewport.lastRow(); row++) {
            List<CellNode> slot = slots.get((int) (row % poolRows));
            GridRow content = span.model().rowAt(row);
            for (int position = first; position < end; position++) {
                CellNode cell = slot.get(position - first);
                int column = span.columns().columnAt(position);
                cell.show(row, position, column, span.model().columns().get(column), content);
                cell.resizeRelocate(
                        span.x(position), viewport.yOf(row), span.columns().widthAt(position), viewport.rowHeight());
                cell.setVisible(true);
            }
        }
    }

    private void provide(int rows, int columns) {
        while (slots.size() < rows) {
            slots.add(new ArrayList<>());
        }
        for (List<CellNode> slot : slots) {
            while (slot.size() < columns) {
                CellNode cell = new CellNode();
                cell.setManaged(false);
                slot.add(cell);
                cells.getChildren().add(cell);
            }
        }
        if (slots.size() > 2 * rows + 16) {
            for (List<CellNode> extra : slots.subList(rows, slots.size())) {
                cells.getChildren().removeAll(extra);
            }
            slots.subList(rows, slots.size()).clear();
        }
    }

    /** Draws the selection over the cells. */
    void select(GridSelection selection, Span span, GridViewport viewport) {
        int used = 0;
        for (CellArea area : selection.areas()) {
            if (used >= MOST_AREAS_DRAWN) {
                break;
            }
            // A single cell has its border, and keeps the colour of its state.
            boolean single = selection.areas().size() == 1 && area.rows() == 1 && area.columns() == 1;
            used += !single && place(area, used, span, viewport) ? 1 : 0;
        }
        for (Region unused : areas.subList(used, areas.size())) {
            unused.setVisible(false);
        }
        CellPoint at = selection.focus();
        CellArea cell = CellArea.between(at, at);
        boolean shown = !selection.areas().isEmpty() && isInside(cell, span, viewport);
        focus.setVisible(shown);
        if (shown) {
            cover(focus, cell, span, viewport);
        }
    }

    private boolean place(CellArea area, int index, Span span, GridViewport viewport) {
        if (!isInside(area, span, viewport)) {
            return false;
        }
        if (index == areas.size()) {
            Region region = new Region();
            region.getStyleClass().setAll("grid-area");
            region.setManaged(false);
            areas.add(region);
            overlay.getChildren().add(index, region);
        }
        Region region = areas.get(index);
        region.setVisible(true);
        cover(region, area, span, viewport);
        return true;
    }

    private static boolean isInside(CellArea area, Span span, GridViewport viewport) {
        return area.lastRow() >= viewport.firstRow()
                && area.firstRow() <= viewport.lastRow()
                && area.lastColumn() >= span.first()
                && area.firstColumn() < span.end();
    }

    private void cover(Region region, CellArea area, Span span, GridViewport viewport) {
        int first = Math.max(area.firstColumn(), span.first());
        int last = Math.min(area.lastColumn(), span.end() - 1);
        double left = Math.max(span.x(first), -4);
        double right = Math.min(span.x(last) + span.columns().widthAt(last), getWidth() + 4);
        double top = Math.max(viewport.yOf(area.firstRow()), -4);
        double bottom = Math.min(viewport.yOf(area.lastRow() + 1), getHeight() + 4);
        region.resizeRelocate(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    }

    Optional<CellNode> find(CellPoint point) {
        return slots.stream()
                .flatMap(List::stream)
                .filter(cell -> cell.isVisible() && cell.row() == point.row() && cell.position() == point.column())
                .findFirst();
    }
}

package dev.wheelhouse.ui.controls.grid;

import javafx.scene.control.ContextMenu;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;

/** Selecting and scrolling with the mouse. */
final class GridMouse {

    private final DataGrid grid;
    private boolean selecting;
    private boolean selectingRows;

    GridMouse(DataGrid grid) {
        this.grid = grid;
    }

    void install() {
        grid.addEventHandler(MouseEvent.MOUSE_PRESSED, this::press);
        grid.addEventHandler(MouseEvent.MOUSE_DRAGGED, this::drag);
        grid.addEventHandler(MouseEvent.MOUSE_RELEASED, event -> {
            selecting = false;
            selectingRows = false;
        });
        grid.addEventHandler(MouseEvent.MOUSE_CLICKED, this::click);
        grid.addEventHandler(ScrollEvent.SCROLL, this::scroll);
        grid.addEventHandler(ContextMenuEvent.CONTEXT_MENU_REQUESTED, this::menu);
    }

    private void press(MouseEvent event) {
        boolean inGutter = grid.isInGutter(event.getX(), event.getY());
        if (!inGutter && !grid.isInCells(event.getX(), event.getY())) {
            return;
        }
        grid.requestFocus();
        if (!grid.commitEdit()) {
            return;
        }
        CellPoint point = grid.pointAt(event.getX(), event.getY());
        if (point.row() >= grid.model().rowCount() || (!inGutter && point.column() < 0)) {
            return;
        }
        if (event.getButton() != MouseButton.PRIMARY) {
            boolean selected = inGutter
                    ? grid.selection().containsRow(point.row())
                    : grid.selection().contains(point.row(), point.column());
            if (!selected) {
                select(event, point, inGutter);
            }
            return;
        }
        selecting = !inGutter;
        selectingRows = inGutter;
        select(event, point, inGutter);
    }

    private void select(MouseEvent event, CellPoint point, boolean rows) {
        GridSelection before = grid.selection();
        int columns = grid.columnLayout().count();
        if (event.isShiftDown()) {
            grid.select(rows ? before.rowsTo(point.row(), columns) : before.extendedTo(point));
        } else if (event.isShortcutDown()) {
            grid.select(rows ? before.plusRow(point.row(), columns) : before.plus(point));
        } else {
            grid.select(rows ? GridSelection.row(point.row(), columns) : GridSelection.at(point));
        }
    }

    private void drag(MouseEvent event) {
        if (!selecting && !selectingRows) {
            return;
        }
        CellPoint point = grid.pointAt(Math.max(event.getX(), 0), event.getY());
        long row = Math.clamp(point.row(), 0, Math.max(0, grid.model().rowCount() - 1));
        if (selectingRows) {
            grid.select(grid.selection().rowsTo(row, grid.columnLayout().count()));
            return;
        }
        int column = point.column() >= 0
                ? point.column()
                : event.getX() < grid.getWidth() / 2 ? 0 : grid.columnLayout().count() - 1;
        grid.select(grid.selection().extendedTo(new CellPoint(row, column)));
    }

    private void click(MouseEvent event) {
        if (event.getClickCount() == 2
                && event.getButton() == MouseButton.PRIMARY
                && grid.isInCells(event.getX(), event.getY())
                && !grid.editSession().isOpen()) {
            grid.edit(null);
        }
    }

    private void scroll(ScrollEvent event) {
        double sideways = event.isShiftDown() && event.getDeltaX() == 0 ? event.getDeltaY() : event.getDeltaX();
        double rows = event.isShiftDown() ? 0 : -event.getDeltaY() / DataGrid.ROW_HEIGHT;
        grid.scroll(rows, -sideways);
        event.consume();
    }

    private void menu(ContextMenuEvent event) {
        ContextMenu menu = grid.cellMenu();
        if (menu == null || grid.selection().areas().isEmpty()) {
            return;
        }
        if (event.isKeyboardTrigger()) {
            var bounds = grid.localToScreen(grid.boundsOf(grid.selection().focus()));
            menu.show(grid, bounds.getMinX() + 12, bounds.getMaxY());
        } else if (grid.isInCells(event.getX(), event.getY()) || grid.isInGutter(event.getX(), event.getY())) {
            menu.show(grid, event.getScreenX(), event.getScreenY());
        }
        event.consume();
    }
}

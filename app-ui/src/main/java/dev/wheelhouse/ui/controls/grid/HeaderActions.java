package dev.wheelhouse.ui.controls.grid;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;

/** What heads of columns do when they are clicked, dragged or asked for a menu. */
final class HeaderActions implements GridHeader.Actions {

    private final DataGrid grid;

    HeaderActions(DataGrid grid) {
        this.grid = grid;
    }

    @Override
    public void sort(int position, boolean additive) {
        grid.requestFocus();
        if (grid.isSortable()) {
            int column = grid.columnLayout().columnAt(position);
            grid.orderProperty().set(GridSort.clicked(grid.orderProperty().get(), column, additive));
        } else {
            selectColumn(position, additive);
        }
    }

    @Override
    public void selectColumn(int position, boolean extend) {
        grid.requestFocus();
        long last = grid.model().rowCount() - 1;
        if (last < 0) {
            return;
        }
        GridSelection before = grid.selection();
        int from = extend ? before.anchor().column() : position;
        CellPoint anchor = new CellPoint(0, from);
        CellArea area = CellArea.between(anchor, new CellPoint(last, position));
        CellPoint focus = new CellPoint(before.focus().row(), position);
        grid.select(new GridSelection(List.of(area), anchor, focus));
    }

    @Override
    public void fit(int position) {
        grid.fitColumn(position);
    }

    @Override
    public void move(int from, int to) {
        grid.columnLayout().move(from, to);
    }

    @Override
    public void menu(int position, double screenX, double screenY) {
        menu(position).show(grid, screenX, screenY);
    }

    ContextMenu menu(int position) {
        ColumnLayout columns = grid.columnLayout();
        int column = columns.columnAt(position);
        List<MenuItem> items = new ArrayList<>();
        if (grid.isSortable()) {
            items.add(item("Sort ascending", () -> order(List.of(new GridSort(column, false)))));
            items.add(item("Sort descending", () -> order(List.of(new GridSort(column, true)))));
            items.add(item("Clear sort", () -> order(List.of())));
            items.add(new SeparatorMenuItem());
        }
        items.add(item("Select column", () -> selectColumn(position, false)));
        items.add(item("Fit width", () -> fit(position)));
        items.add(item("Hide column", () -> columns.hide(position)));
        boolean frozenHere = columns.frozen() == position + 1;
        items.add(item(
                frozenHere ? "Unfreeze columns" : "Freeze up to here",
                () -> columns.freeze(frozenHere ? 0 : position + 1)));
        items.add(columnsMenu());
        ContextMenu menu = new ContextMenu();
        menu.getItems().setAll(items);
        return menu;
    }

    private Menu columnsMenu() {
        ColumnLayout columns = grid.columnLayout();
        Menu menu = new Menu("Columns");
        List<GridColumn> all = grid.model().columns();
        for (int column = 0; column < all.size(); column++) {
            CheckMenuItem item = new CheckMenuItem(all.get(column).name());
            item.setMnemonicParsing(false);
            item.setSelected(columns.positionOf(column) >= 0);
            int chosen = column;
            item.setOnAction(event -> {
                if (item.isSelected()) {
                    columns.show(chosen);
                } else {
                    columns.hide(columns.positionOf(chosen));
                }
            });
            menu.getItems().add(item);
        }
        return menu;
    }

    private void order(List<GridSort> order) {
        grid.orderProperty().set(order);
    }

    private static MenuItem item(String title, Runnable action) {
        MenuItem item = new MenuItem(title);
        item.setOnAction(event -> action.run());
        return item;
    }
}

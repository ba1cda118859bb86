package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.rows.SortKey;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.databases.rows.CellValues;
import dev.wheelhouse.ui.databases.rows.RowCopying;
import dev.wheelhouse.ui.databases.rows.RowPlace;
import dev.wheelhouse.ui.databases.tabs.DatabaseTab;
import dev.wheelhouse.ui.databases.tabs.TabNavigator;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.scene.Parent;

/** The rows of one table or view. */
public final class TableTab implements DatabaseTab {

    private final TableViewModel model;
    private final TableRowsView view;
    private final ColumnMemory memory;
    private final ReadOnlyStringWrapper title = new ReadOnlyStringWrapper();
    private boolean opened;

    /** @param state has {@code schema} and {@code table}, and may have {@code filters} */
    public TableTab(
            Databases databases,
            Workbench workbench,
            ActionControls controls,
            TabNavigator navigator,
            DatabaseConnection connection,
            TabState state) {
        String schema = state.field("schema").orElse(connection.engine().defaultSchema());
        String table = state.field("table").orElse("");
        model = new TableViewModel(databases, workbench, navigator, new RowPlace(connection, schema, table), state);
        CellValues values = new CellValues(databases, workbench, model.editing());
        RowCopying copying = new RowCopying(databases, workbench, model);
        memory = new ColumnMemory(workbench.state(), workbench.background(), model.place());
        memory.recall()
                .ifPresent(layout -> model.orderAsLeft(layout.order().stream()
                        .map(key -> new SortKey(key.name(), key.descending()))
                        .toList()));
        view = new TableRowsView(model, values, copying, workbench, controls);
        view.grid().setLayoutMemory(memory);
        String name = schema.equals(connection.engine().defaultSchema()) ? table : schema + "." + table;
        title.bind(javafx.beans.binding.Bindings.createStringBinding(
                () -> model.editing().stagedCountProperty().get() > 0 ? name + " •" : name,
                model.editing().stagedCountProperty()));
    }

    @Override
    public ReadOnlyStringProperty titleProperty() {
        return title.getReadOnlyProperty();
    }

    @Override
    public String icon() {
        return "fth-grid";
    }

    @Override
    public Parent root() {
        return view.root();
    }

    @Override
    public void onShow() {
        if (!opened) {
            opened = true;
            model.open();
        }
    }

    @Override
    public void focus() {
        view.focus();
    }

    @Override
    public void onHide() {
        memory.flush();
    }

    @Override
    public List<Action> actions() {
        return view.actions();
    }

    @Override
    public Optional<TabState> saved() {
        return Optional.of(model.saved());
    }

    @Override
    public List<String> unsaved() {
        return model.editing().unsaved().stream().toList();
    }

    @Override
    public void connectionChanged(DatabaseConnection connection) {
        model.connectionChanged(connection);
    }

    @Override
    public void onClose() {
        memory.flush();
    }

    @Override
    public void dispose() {
        memory.flush();
        model.dispose();
    }
}

package dev.wheelhouse.ui.databases;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.catalog.TableSummary;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.databases.connections.ConnectionCommands;
import dev.wheelhouse.ui.databases.connections.ConnectionFormViewModel;
import dev.wheelhouse.ui.databases.connections.ConnectionList;
import dev.wheelhouse.ui.databases.connections.FormMode;
import dev.wheelhouse.ui.databases.history.HistoryView;
import dev.wheelhouse.ui.databases.history.HistoryViewModel;
import dev.wheelhouse.ui.databases.tabs.DatabaseTabs;
import dev.wheelhouse.ui.databases.tabs.TabFactory;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.databases.tree.DatabaseTreeViewModel;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the screens of the feature, each when it is first opened. Belongs to the window's thread. */
public final class DatabasesWiring implements DatabasesEntrance {

    /** The ids of the feature's screens. */
    public static final String DATABASES = "databases";

    public static final String HISTORY = "history";

    private final Databases databases;
    private final Workbench workbench;
    private final ActionControls controls;
    private final Map<String, TabFactory> tabs;
    private final ConnectionList connections;
    private final ConnectionCommands commands;
    private final DatabaseTreeViewModel tree;
    private final HistoryViewModel history;
    private @Nullable DatabasesView view;

    /** @param tabs by the kinds of {@link TabState} */
    public DatabasesWiring(
            Databases databases, Workbench workbench, ActionControls controls, Map<String, TabFactory> tabs) {
        this.databases = databases;
        this.workbench = workbench;
        this.controls = controls;
        this.tabs = tabs;
        this.connections = new ConnectionList(databases.connections(), workbench);
        this.commands = new ConnectionCommands(databases.connections(), databases.sample(), connections, workbench);
        this.tree = new DatabaseTreeViewModel(databases.tables(), connections, workbench);
        this.history = new HistoryViewModel(databases.history(), connections, workbench);
    }

    public ConnectionList connections() {
        return connections;
    }

    public ConnectionCommands commands() {
        return commands;
    }

    /** The databases screen. */
    public DatabasesView databasesView() {
        DatabasesView known = view;
        if (known == null) {
            known = new DatabasesView(new DatabasesView.Parts(
                    tree,
                    new DatabaseTabs(connections, workbench, controls, tabs),
                    commands,
                    mode -> new ConnectionFormViewModel(databases.connections(), workbench, mode),
                    this::showHistory,
                    workbench,
                    controls));
            view = known;
        }
        return known;
    }

    /** The history screen. */
    public HistoryView historyView() {
        return new HistoryView(history, workbench, controls, this, ZoneId.systemDefault());
    }

    private void showHistory(String connectionId) {
        history.showConnection(connectionId);
        workbench.openScreen(HISTORY);
    }

    @Override
    public void add(@Nullable Path file) {
        workbench.openScreen(DATABASES);
        databasesView().open(new FormMode.Add(), file);
    }

    @Override
    public void reveal(String connectionId) {
        workbench.openScreen(DATABASES);
        databasesView().reveal(connectionId);
    }

    @Override
    public void sql(String connectionId, String text) {
        workbench.openScreen(DATABASES);
        databasesView().tabs().open(TabState.sql(connectionId, text));
    }

    @Override
    public boolean canOpenSql() {
        return tabs.containsKey(TabState.SQL);
    }

    /** Connections, and the tables that the tree has read, as the palette finds them. */
    public List<PaletteEntry> paletteEntries() {
        List<PaletteEntry> entries = new ArrayList<>();
        for (DatabaseConnection connection : connections.items()) {
            entries.add(new PaletteEntry(
                    connection.name(),
                    EnvironmentStyle.words(connection.environment()),
                    "fth-database",
                    "",
                    () -> reveal(connection.id())));
            if (tabs.containsKey(TabState.TABLE)) {
                tree.tables(connection.id()).forEach(table -> entries.add(entry(connection, table)));
            }
        }
        return entries;
    }

    private PaletteEntry entry(DatabaseConnection connection, TableSummary table) {
        return new PaletteEntry(table.name(), connection.name() + " · " + table.schema(), "fth-grid", "", () -> {
            workbench.openScreen(DATABASES);
            databasesView().tabs().open(TabState.table(connection.id(), table.schema(), table.name()));
        });
    }
}

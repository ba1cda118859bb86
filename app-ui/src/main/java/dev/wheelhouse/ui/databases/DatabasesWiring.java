package dev.wheelhouse.ui.databases;

import dev.wheelhouse.core.databases.Databases;
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
import java.nio.file.Path;
import java.time.ZoneId;
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
                    new DatabaseTreeViewModel(databases.tables(), connections, workbench),
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
}

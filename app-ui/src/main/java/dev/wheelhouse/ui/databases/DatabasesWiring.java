package dev.wheelhouse.ui.databases;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.catalog.TableSummary;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.databases.connections.ConnectionCommands;
import dev.wheelhouse.ui.databases.connections.ConnectionFormViewModel;
import dev.wheelhouse.ui.databases.connections.ConnectionList;
import dev.wheelhouse.ui.databases.history.HistoryView;
import dev.wheelhouse.ui.databases.history.HistoryViewModel;
import dev.wheelhouse.ui.databases.tabs.DatabaseTabs;
import dev.wheelhouse.ui.databases.tabs.TabFactory;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.databases.tree.DatabaseTreeViewModel;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.shell.Area;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.shell.ScreenEntry;
import dev.wheelhouse.ui.shell.SidebarGroup;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the screens round databases and ties them to each other. Called on the window's thread. */
public final class DatabasesWiring implements Area, DatabasesEntrance {

    private final Core core;
    private final Databases databases;
    private final Workbench workbench;
    private final ActionControls controls;
    private final Map<String, TabFactory> tabFactories;
    private final ConnectionList list;
    private final ConnectionCommands commands;
    private final DatabaseTreeViewModel tree;
    private final HistoryViewModel history;
    private @Nullable DatabasesView screen;

    /** @param tabFactories by the kinds of {@link TabState} */
    public DatabasesWiring(
            Core core, Workbench workbench, ActionControls controls, Map<String, TabFactory> tabFactories) {
        this.core = core;
        this.databases = core.databases();
        this.workbench = workbench;
        this.controls = controls;
        this.tabFactories = Map.copyOf(tabFactories);
        this.list = new ConnectionList(databases.connections(), workbench, Clock.systemUTC());
        this.commands = new ConnectionCommands(databases.connections(), databases.sample(), list, workbench);
        this.tree = new DatabaseTreeViewModel(databases, list, workbench);
        this.history = new HistoryViewModel(databases.history(), list, workbench);
    }

    @Override
    public List<ScreenEntry> screens() {
        return List.of(
                new ScreenEntry(
                        "databases", SidebarGroup.DATA, "Databases", "fth-database", "Alt+2", this::databasesScreen),
                new ScreenEntry("history", SidebarGroup.DATA, "History", "fth-clock", "Alt+7", this::makeHistory));
    }

    /** The one list of connections, shared by all screens. */
    public ConnectionList list() {
        return list;
    }

    public ConnectionCommands commands() {
        return commands;
    }

    private Screen databasesScreen() {
        DatabasesView made = new DatabasesView(
                tree,
                new DatabaseTabs(list, workbench, controls, tabFactories),
                commands,
                this::form,
                this::historyOf,
                workbench,
                controls);
        screen = made;
        return made;
    }

    private ConnectionFormViewModel form(FormMode<DatabaseConnection> mode) {
        return new ConnectionFormViewModel(
                databases.connections(), core.servers().service(), workbench, mode);
    }

    private Screen makeHistory() {
        return new HistoryView(history, workbench, controls, this, ZoneId.systemDefault());
    }

    private void historyOf(String connectionId) {
        history.showConnection(connectionId);
        workbench.openScreen("history");
    }

    /** The screen in front, made if it was not. */
    private DatabasesView inFront() {
        workbench.openScreen("databases");
        if (screen == null) {
            throw new IllegalStateException("The databases screen did not open");
        }
        return screen;
    }

    @Override
    public void add(@Nullable Path file) {
        inFront().open(new FormMode.Add<>(), file);
    }

    /**
     * Opens a file that was given to the window: a script in an editor, a database as its connection, or as the form of a
     * new one. It waits for a form that is open, and what cannot be opened is said.
     */
    public void open(Path file) {
        // It says itself why connections cannot be read.
        DatabasesView front = inFront();
        list.refresh(() -> {
            List<DatabaseConnection> known = List.copyOf(list.items());
            workbench
                    .background()
                    .run(
                            () -> GivenFile.look(file, known),
                            given -> front.open(given, () -> open(file)),
                            workbench::say);
        });
    }

    @Override
    public void reveal(String connectionId) {
        inFront().reveal(connectionId);
    }

    @Override
    public void sql(String connectionId, String text) {
        inFront().tabs().open(TabState.sql(connectionId, text));
    }

    @Override
    public boolean canOpenSql() {
        return tabFactories.containsKey(TabState.SQL);
    }

    /** Opens the sample with a table of it and a statement. */
    public void openSample() {
        commands.openSample(made -> {
                    inFront().tabs().open(TabState.table(made.id(), "main", "orders"));
                    sql(made.id(), "select * from orders order by 1 desc limit 100;");
                })
                .run();
    }

    /** What can be done from every screen. */
    @Override
    public List<Action> actions() {
        return List.of(
                commands.add((_, file) -> add(file)).withShortcut("Shortcut+Shift+A"),
                commands.openSample(made -> reveal(made.id())));
    }

    /** Others make connections and tables too, and none of a connection that was never opened is known. */
    @Override
    public void preparePalette(Runnable more) {
        list.refresh(() -> tree.readAll(more));
    }

    /** Connections, and the tables that the tree has read. */
    @Override
    public List<PaletteEntry> paletteEntries() {
        List<PaletteEntry> entries = new ArrayList<>();
        for (DatabaseConnection connection : list.items()) {
            entries.add(new PaletteEntry(
                    connection.name(),
                    EnvironmentStyle.words(connection.environment()),
                    "fth-database",
                    "",
                    () -> reveal(connection.id())));
            if (!tabFactories.containsKey(TabState.TABLE)) {
                continue;
            }
            for (TableSummary table : tree.tables(connection.id())) {
                entries.add(new PaletteEntry(
                        table.name(),
                        connection.name() + " · " + table.schema(),
                        "fth-grid",
                        "",
                        () -> inFront().tabs().open(TabState.table(connection.id(), table.schema(), table.name()))));
            }
        }
        return entries;
    }

    /** The name of a connection; empty where it is none that is known. */
    @Override
    public Optional<String> nameOf(String id) {
        return list.find(id).map(DatabaseConnection::name);
    }
}

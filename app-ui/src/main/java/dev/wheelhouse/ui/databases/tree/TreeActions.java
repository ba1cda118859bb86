package dev.wheelhouse.ui.databases.tree;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.catalog.TableSummary;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.databases.connections.ConnectionCalls;
import dev.wheelhouse.ui.databases.connections.ConnectionCommands;
import dev.wheelhouse.ui.databases.connections.ConnectionForms;
import dev.wheelhouse.ui.databases.tabs.TabNavigator;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What can be done with a row of the tree; what a console of this build cannot open is absent. */
public final class TreeActions {

    private final DatabaseTreeViewModel model;
    private final ConnectionCommands commands;
    private final ConnectionForms forms;
    private final TabNavigator navigator;
    private final Predicate<String> canOpen;
    private final Consumer<String> history;
    private final Workbench workbench;

    /**
     * @param canOpen which kinds of tabs there are
     * @param history shows what ran on the connection of an id
     */
    public TreeActions(
            DatabaseTreeViewModel model,
            ConnectionCommands commands,
            ConnectionForms forms,
            TabNavigator navigator,
            Predicate<String> canOpen,
            Consumer<String> history,
            Workbench workbench) {
        this.model = model;
        this.commands = commands;
        this.forms = forms;
        this.navigator = navigator;
        this.canOpen = canOpen;
        this.history = history;
        this.workbench = workbench;
    }

    /** The first one is what Enter and a double click do. */
    public List<Action> of(TreeRow row) {
        return switch (row) {
            case TreeRow.Connection connection -> ofConnection(connection);
            case TreeRow.Schema schema -> ofSchema(schema);
            case TreeRow.Table table -> ofTable(table);
            case TreeRow.Loading _ -> List.of();
            case TreeRow.Failed failed ->
                List.of(
                        Action.of("tree.retry", "Retry", "fth-refresh-cw", () -> model.refresh(failed.connectionId()))
                                .withCurl(() -> ConnectionCalls.tables(failed.connectionId())),
                        Action.of(
                                "tree.details",
                                "Copy details",
                                "fth-clipboard",
                                () -> workbench.copy(failed.error().details(), "The details")));
            case TreeRow.Empty empty -> List.of(refresh(empty.connectionId()));
        };
    }

    private List<Action> ofConnection(TreeRow.Connection row) {
        DatabaseConnection connection = row.connection();
        List<Action> actions = new ArrayList<>();
        actions.add(toggle(row, row.open()).withCurl(() -> ConnectionCalls.tables(connection.id())));
        addSql(actions, connection.id(), "New SQL tab", "");
        actions.add(Action.of("tree.history", "History", "fth-clock", () -> history.accept(connection.id()))
                .withCurl(() -> ConnectionCalls.history(connection.id())));
        actions.add(commands.test(connection));
        actions.add(refresh(connection.id()));
        actions.add(copyName(connection.name()));
        actions.add(commands.edit(connection, forms));
        actions.add(commands.duplicate(connection, forms));
        actions.add(commands.delete(connection));
        return List.copyOf(actions);
    }

    private List<Action> ofSchema(TreeRow.Schema row) {
        return List.of(toggle(row, row.open()), refresh(row.connectionId()), copyName(row.name()));
    }

    private List<Action> ofTable(TreeRow.Table row) {
        TableSummary table = row.summary();
        List<Action> actions = new ArrayList<>();
        if (canOpen.test(TabState.TABLE)) {
            actions.add(Action.of(
                            "tree.rows",
                            "Open rows",
                            "fth-grid",
                            () -> navigator.open(TabState.table(row.connectionId(), table.schema(), table.name())))
                    .withCurl(() -> ConnectionCalls.rows(row.connectionId(), table.schema(), table.name())));
        }
        addSql(actions, row.connectionId(), "Select in a SQL tab", SelectText.of(table));
        actions.add(copyName(table.name()));
        actions.add(
                Action.of("tree.copy-definition", "Copy definition", "fth-file-text", () -> model.copyDefinition(row))
                        .withCurl(() -> ConnectionCalls.definition(row.connectionId(), table.schema(), table.name())));
        actions.add(refresh(row.connectionId()));
        return List.copyOf(actions);
    }

    private void addSql(List<Action> actions, String connectionId, String title, String text) {
        if (canOpen.test(TabState.SQL)) {
            actions.add(Action.of("tree.sql", title, "fth-code", () -> navigator.open(TabState.sql(connectionId, text)))
                    .withCurl(() -> text.isEmpty() ? null : ConnectionCalls.query(connectionId, text)));
        }
    }

    private Action toggle(TreeRow row, boolean open) {
        return Action.of(
                "tree.toggle",
                open ? "Close" : "Open",
                open ? "fth-chevron-down" : "fth-chevron-right",
                () -> model.toggle(row));
    }

    private Action refresh(String connectionId) {
        return Action.of("tree.refresh", "Refresh", "fth-refresh-cw", () -> model.refresh(connectionId))
                .withCurl(() -> ConnectionCalls.tables(connectionId));
    }

    private Action copyName(String name) {
        return Action.of("tree.copy-name", "Copy name", "fth-clipboard", () -> workbench.copy(name, "The name"));
    }
}

package dev.wheelhouse.ui.databases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.Console;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.editor.SqlFiles;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.grid.DataGrid;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.databases.connections.ConnectionCommands;
import dev.wheelhouse.ui.databases.connections.ConnectionList;
import dev.wheelhouse.ui.databases.editor.SqlServices;
import dev.wheelhouse.ui.databases.editor.SqlTab;
import dev.wheelhouse.ui.databases.table.TableTab;
import dev.wheelhouse.ui.databases.tabs.DatabaseTab;
import dev.wheelhouse.ui.databases.tabs.TabNavigator;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.databases.tree.DatabaseTreeViewModel;
import dev.wheelhouse.ui.databases.tree.TreeActions;
import dev.wheelhouse.ui.databases.tree.TreeRow;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.overview.OverviewWiring;
import dev.wheelhouse.ui.servers.ServersWiring;
import dev.wheelhouse.ui.shell.Area;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.shell.ScreenEntry;
import dev.wheelhouse.ui.testing.CopiedLines;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.FxTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Every action of the databases screens: what it copies is read by a shell and answered by a console. */
@DisabledOnOs(OS.WINDOWS)
@SuppressWarnings("NullAway.Init")
class CopiedActionsTest extends FxTest {

    /** What changes the window alone, or a tab's own session, so that no call does the same; measuring is PostgreSQL's. */
    private static final Set<String> WITHOUT_CALL = Set.of(
            "sql.analyze",
            "sql.cancel",
            "sql.save",
            "sql.open",
            "sql.run-file",
            "sql.commit",
            "sql.rollback",
            "sql.find",
            "table.insert",
            "table.duplicate",
            "table.delete",
            "table.revert",
            "table.filter",
            "table.clear-filter",
            "table.filter-value",
            "table.follow",
            "table.back",
            "table.null",
            "table.copy-csv",
            "table.copy-json",
            "table.copy-markdown",
            "table.copy-insert",
            "table.copy-edits",
            "tree.toggle",
            "tree.copy-name",
            "tree.details",
            "tree.sql",
            "tree.filter",
            "tabs.close",
            "tabs.reopen",
            "tabs.next",
            "tabs.previous",
            "history.copy",
            "history.curl",
            "history.search",
            "history.open",
            "servers.filter",
            "overview.copy-curl");

    @TempDir
    private Path directory;

    private final List<Action> walked = new ArrayList<>();
    private Console console;
    private CopiedLines lines;
    private FakeWorkbench workbench;
    private ActionControls controls;
    private DatabaseConnection shop;

    @BeforeEach
    void start() throws IOException {
        console = CopiedLines.console(directory.resolve("home"));
        lines = new CopiedLines(console);
        workbench = new FakeWorkbench(
                new FxBackground(), () -> console.core().access().windowCaller("req_test"));
        controls = new ActionControls(workbench::copyCurl);
        shop = databases().sample().open(workbench.callers().get(), null).connection();
    }

    @AfterEach
    void stop() {
        console.close();
    }

    private Databases databases() {
        return console.core().databases();
    }

    private final TabNavigator navigator = new TabNavigator() {
        @Override
        public void open(TabState state) {}

        @Override
        public void stateChanged() {}
    };

    @Test
    void whatIsCopiedIsAnswered() throws Exception {
        Map<String, CurlCommand> copied = new LinkedHashMap<>();
        List<Runnable> ends = new ArrayList<>();
        walkConnections(copied);
        walkSql(copied, ends);
        walkTable(copied, ends);
        walkScreens(copied);
        assertThat(copied.keySet())
                .contains(
                        "databases.add",
                        "databases.edit",
                        "databases.copy",
                        "sql.run",
                        "sql.explain",
                        "sql.export-csv",
                        "table.refresh",
                        "table.apply",
                        "table.value",
                        "table.count");
        Set<String> silent = new TreeSet<>();
        for (Action action : walked) {
            if (!copied.containsKey(action.id()) && !action.id().matches("tabs\\.select-\\d")) {
                silent.add(action.id());
            }
        }
        assertThat(WITHOUT_CALL).as("say here what has no call, or give it one").containsAll(silent);
        CurlCommand last = Objects.requireNonNull(copied.remove("databases.delete"));
        for (CurlCommand command : copied.values()) {
            lines.answered(command);
        }
        lines.answered(last);
        onFx(() -> {
            ends.forEach(Runnable::run);
            return true;
        });
    }

    private void note(Map<String, CurlCommand> copied, List<Action> actions) {
        for (Action action : actions) {
            walked.add(action);
            action.curl().ifPresent(command -> copied.putIfAbsent(action.id(), command));
        }
    }

    private void walkConnections(Map<String, CurlCommand> copied) {
        note(copied, onFx(() -> {
            ConnectionList list = new ConnectionList(databases().connections(), workbench, Clock.systemUTC());
            ConnectionCommands commands = new ConnectionCommands(
                    databases().connections(), databases().sample(), list, workbench);
            DatabaseTreeViewModel tree = new DatabaseTreeViewModel(databases(), list, workbench);
            TreeActions actions =
                    new TreeActions(tree, commands, (_, _) -> {}, navigator, _ -> true, _ -> {}, workbench);
            List<Action> all = new ArrayList<>();
            all.add(commands.add((_, _) -> {}));
            all.add(commands.openSample(_ -> {}));
            all.addAll(actions.of(new TreeRow.Connection(shop, false)));
            all.addAll(actions.of(new TreeRow.Schema(shop.id(), "main", 13, false)));
            var table = databases()
                    .tables()
                    .list(workbench.callers().get(), shop.id())
                    .getFirst();
            all.addAll(actions.of(new TreeRow.Table(shop.id(), table, 1)));
            all.addAll(actions.of(new TreeRow.Empty(shop.id())));
            return all;
        }));
    }

    private void walkSql(Map<String, CurlCommand> copied, List<Runnable> ends) {
        SqlServices services = new SqlServices(
                databases(),
                SqlFiles.queries(console.core().home()),
                SqlFiles.drafts(console.core().home()),
                Clock.systemUTC());
        SqlTab tab = onFx(() -> new SqlTab(
                services,
                workbench,
                controls,
                shop,
                TabState.sql(shop.id(), "SELECT 'it''s', * FROM stores WHERE rowid > :least\n-- $HOME `x` \"q\""),
                navigator));
        shown(tab, ends);
        note(copied, onFx(tab::actions));
    }

    private void walkTable(Map<String, CurlCommand> copied, List<Runnable> ends) {
        TableTab tab = onFx(() -> new TableTab(
                databases(), workbench, controls, navigator, shop, TabState.table(shop.id(), "main", "stores")));
        shown(tab, ends);
        waitFor(
                "the rows",
                () -> tab.root().lookup(".data-grid") instanceof DataGrid grid
                        && grid.model().rowAt(0) != null);
        onFx(() -> {
            DataGrid grid = (DataGrid) tab.root().lookup(".data-grid");
            grid.requestFocus();
            return true;
        });
        robot().push(javafx.scene.input.KeyCode.RIGHT);
        robot().write("Köln's \"$x\"");
        robot().push(javafx.scene.input.KeyCode.ENTER);
        waitFor(
                "the edit",
                () -> tab.actions().stream()
                        .anyMatch(action -> action.id().equals("table.apply")
                                && action.curl().isPresent()));
        note(copied, onFx(tab::actions));
    }

    private void shown(DatabaseTab tab, List<Runnable> ends) {
        ends.add(tab::dispose);
        show(onFx(() -> new javafx.scene.layout.BorderPane(tab.root())), 1280, 720);
        onFx(() -> {
            tab.onShow();
            return true;
        });
    }

    private void walkScreens(Map<String, CurlCommand> copied) {
        ConsoleFacts facts = new ConsoleFacts("http://127.0.0.1:1", directory.resolve("token"), "1", "sqlite");
        DatabasesWiring wiring = onFx(() -> new DatabasesWiring(console.core(), workbench, controls, Map.of()));
        ServersWiring servers = onFx(() -> ServersWiring.of(console.core(), workbench, controls, Clock.systemUTC()));
        OverviewWiring overview = onFx(() ->
                new OverviewWiring(console.core(), wiring, servers, facts, workbench, controls, Clock.systemUTC()));
        note(copied, onFx(wiring::actions));
        List<ScreenEntry> entries = onFx(() -> Stream.<Area>of(overview, wiring, servers)
                .flatMap(area -> area.screens().stream())
                .toList());
        for (ScreenEntry entry : entries) {
            Screen screen = onFx(() -> entry.make().get());
            show(onFx(() -> new javafx.scene.layout.BorderPane(screen.root())), 1280, 720);
            onFx(() -> {
                screen.onShow();
                return true;
            });
            note(copied, onFx(screen::actions));
            onFx(() -> {
                screen.onHide();
                return true;
            });
        }
    }
}

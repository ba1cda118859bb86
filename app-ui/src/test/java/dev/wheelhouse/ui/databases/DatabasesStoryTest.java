package dev.wheelhouse.ui.databases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.databases.tabs.DatabaseTab;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.databases.tree.TreeRow;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.overview.OverviewWiring;
import dev.wheelhouse.ui.servers.ServersWiring;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.shell.Shell;
import dev.wheelhouse.ui.shell.ShellViewModel;
import dev.wheelhouse.ui.shell.WarningBand;
import dev.wheelhouse.ui.shell.jobs.JobsViewModel;
import dev.wheelhouse.ui.shell.palette.PaletteViewModel;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import dev.wheelhouse.ui.testing.TestCore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class DatabasesStoryTest extends FxTest {

    @TempDir
    private Path directory;

    private final List<String> told = new ArrayList<>();
    private final List<String> opened = new ArrayList<>();
    private final List<TabState> states = new ArrayList<>();
    private TestCore core;
    private FakeWorkbench workbench;
    private Shell shell;
    private Scene scene;
    private DatabasesWiring wiring;

    /** A tab that tells what happens to it. */
    private final class NotingTab implements DatabaseTab {
        private final TabState state;
        private final ReadOnlyStringWrapper title = new ReadOnlyStringWrapper();
        private final StackPane root = new StackPane();

        private NotingTab(TabState state) {
            this.state = state;
            opened.add(state.connectionId());
            states.add(state);
            root.setOnMousePressed(_ -> root.requestFocus());
            title.set(state.field("table").orElse("query.sql"));
            root.getChildren().add(new Label("content of " + title.get()));
        }

        @Override
        public ReadOnlyStringProperty titleProperty() {
            return title.getReadOnlyProperty();
        }

        @Override
        public String icon() {
            return state.kind().equals(TabState.SQL) ? "fth-code" : "fth-grid";
        }

        @Override
        public Parent root() {
            return root;
        }

        @Override
        public void onShow() {
            told.add("show " + title.get());
        }

        @Override
        public void focus() {
            root.requestFocus();
        }

        @Override
        public void onHide() {
            told.add("hide " + title.get());
        }

        @Override
        public List<Action> actions() {
            return List.of();
        }

        @Override
        public Optional<TabState> saved() {
            return Optional.of(state);
        }

        @Override
        public List<String> unsaved() {
            return List.of();
        }

        @Override
        public void connectionChanged(DatabaseConnection connection) {
            told.add(title.get() + " is now of " + connection.name());
        }

        @Override
        public void dispose() {
            told.add("dispose " + title.get());
        }
    }

    @BeforeEach
    void open() {
        core = TestCore.start(directory.resolve("home"));
        workbench = new FakeWorkbench(new FxBackground(), core.callers());
        start();
    }

    private void start() {
        ConsoleFacts facts = new ConsoleFacts(
                "http://127.0.0.1:7465", Path.of("/home/ada/.local/share/wheelhouse/local-token"), "0.1.0", "sqlite");
        scene = onFx(() -> {
            ActionControls controls = new ActionControls(workbench::copyCurl);
            wiring = new DatabasesWiring(
                    core.core(),
                    workbench,
                    controls,
                    Map.of(
                            TabState.TABLE, (_, state, _) -> new NotingTab(state),
                            TabState.SQL, (_, state, _) -> new NotingTab(state)));
            ServersWiring servers = ServersWiring.of(core.core(), workbench, controls, Clock.systemUTC());
            OverviewWiring overview =
                    new OverviewWiring(core.core(), wiring, servers, facts, workbench, controls, Clock.systemUTC());
            shell = new Shell(
                    new ShellViewModel(workbench.state(), "overview"),
                    new JobsViewModel(core.core().jobs(), workbench, Clock.systemUTC(), _ -> Optional.empty()),
                    new PaletteViewModel(workbench.background()),
                    facts,
                    workbench,
                    controls,
                    List.of(overview, wiring, servers));
            workbench.opener = shell::open;
            return show(shell.root(), 1280, 720);
        });
        onFx(() -> {
            shell.listenTo(scene);
            shell.openLast();
            shell.onShow();
            return true;
        });
    }

    @AfterEach
    void close() {
        onFx(() -> {
            shell.onHide();
            return true;
        });
        core.close();
    }

    @Test
    void leadsFromTheFirstStartThroughTheSampleToItsTables() {
        waitFor("the invitation", () -> isShown("Open the sample database"));
        Pictures.take(scene, "overview-first-start");
        clickOn("Open the sample database");
        waitFor("the sample's tables", () -> rowNames().contains("customers"));
        assertThat(rowNames()).contains("Sample shop", "orders", "best_sellers");
        Pictures.take(scene, "databases-nothing-open");

        select("customers");
        robot().push(KeyCode.ENTER);
        select("orders");
        robot().push(KeyCode.ENTER);
        select("customers");
        robot().push(KeyCode.ENTER);
        waitFor(
                "the table in front once more",
                () -> told.equals(
                        List.of("show customers", "hide customers", "show orders", "hide orders", "show customers")));
        Pictures.take(scene, "databases-tabs");

        robot().push(KeyCode.CONTROL, KeyCode.W);
        waitFor("the tab to close", () -> told.getLast().equals("dispose customers"));
        robot().push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.T);
        waitFor("the tab to come back", () -> told.getLast().equals("show customers"));
        robot().push(KeyCode.CONTROL, KeyCode.TAB);
        waitFor("the next tab", () -> told.getLast().equals("show orders"));

        restart();
        waitFor("the tabs of last time", () -> told.contains("show orders"));
        waitFor("both tabs", () -> shell.root().lookupAll(".tab-header").size() == 2);
    }

    private void restart() {
        onFx(() -> {
            shell.onHide();
            told.clear();
            return true;
        });
        start();
    }

    @Test
    void filtersTheTreeWhileSomebodyTypesInIt() {
        sample();
        select("orders");
        robot().write("rev");
        waitFor("the matching tables", () -> rowNames().equals(List.of("Sample shop", "monthly_revenue", "reviews")));
        Pictures.take(scene, "databases-tree-filtered");
        robot().push(KeyCode.ESCAPE);
        waitFor("all of them again", () -> rowNames().contains("orders"));
    }

    @Test
    void addsASqliteDatabaseByItsForm() throws Exception {
        Path file = directory.resolve("notes.db");
        Files.createFile(file);
        waitFor("the invitation", () -> isShown("Add a database"));
        clickOn("Add a database");
        waitFor("the form", () -> robot().lookup(".connection-form").tryQuery().isPresent());
        Pictures.take(scene, "connection-form-new");
        clickOn("SQLite file");
        write("#path", directory.resolve("absent.db").toString());
        clickOn("#save");
        waitFor("the problem at its field", () -> text("#pathError").startsWith("There is no such file."));
        Pictures.take(scene, "connection-form-problem");
        write("#path", file.toString());
        assertThat(text("#pathError")).isEmpty();
        assertThat(onFx(() -> field("#name").getText())).isEqualTo("notes");
        clickOn("#test");
        waitFor("the database's answer", () -> text("#testText").contains("answered in"));
        assertThat(text("#testText")).startsWith("SQLite 3.");
        Pictures.take(scene, "connection-form-tested");
        clickOn("#save");
        waitFor("the new connection", () -> rowNames().contains("notes"));
        waitFor("its emptiness", () -> rowNames().contains("(empty)"));
        assertThat(connections()).extracting(DatabaseConnection::name).containsExactly("notes");
        assertThat(workbench.notices).last().hasFieldOrPropertyWithValue("text", "notes was added.");
    }

    @Test
    void opensAGivenDatabaseAsItsConnectionOrAsTheFormOfANewOne() throws Exception {
        DatabaseConnection known = sample();
        String path = ((Target.Sqlite) known.target()).path();
        Path link = Files.createSymbolicLink(directory.resolve("link.db"), Path.of(path));
        onFx(() -> {
            shell.open("overview");
            return true;
        });
        given(link);
        waitFor("the connection that is there", () -> rowNames().contains("customers"));
        assertThat(robot().lookup(".connection-form").tryQuery()).isEmpty();

        Path other = Files.createFile(directory.resolve("my notes.db"));
        given(other);
        waitFor("the form", () -> isShown("#path") && field("#path").getText().equals(other.toString()));
        assertThat(onFx(() -> field("#name").getText())).isEqualTo("my notes");
        assertThat(connections())
                .as("Nothing is saved unasked")
                .extracting(DatabaseConnection::id)
                .containsExactly(known.id());
        Pictures.take(scene, "given-database");

        given(other);
        Path third = Files.createFile(directory.resolve("third.db"));
        given(third);
        waitFor("the second to wait", () -> !workbench.notices.isEmpty());
        assertThat(workbench.notices.getLast().text()).endsWith(".db opens when this form is closed.");
        assertThat(onFx(() -> field("#path").getText())).isEqualTo(other.toString());
        robot().push(KeyCode.ENTER);
        // The one that was given twice is a connection by now, and needs no form any more.
        waitFor(
                "the form of the third",
                () -> isShown("#path") && field("#path").getText().equals(third.toString()));
        robot().push(KeyCode.ENTER);
        waitFor("all of them", () -> rowNames().containsAll(List.of("my notes", "third", "Sample shop")));
        assertThat(robot().lookup(".connection-form").tryQuery()).isEmpty();
        assertThat(connections()).hasSize(3);
    }

    @Test
    void opensAGivenScriptOnTheConnectionThatSomebodyChooses() throws Exception {
        Path script = Files.createFile(directory.resolve("orders of May.sql"));
        given(script);
        waitFor("what to do first", () -> !workbench.notices.isEmpty());
        assertThat(workbench.notices.getLast().text())
                .isEqualTo("Add a database for orders of May.sql to run on, then open it again.");

        DatabaseConnection shop = add("shop-db", Environment.PRODUCTION);
        given(script);
        waitFor("a tab on the only one", () -> states.equals(List.of(TabState.script(shop.id(), script))));

        DatabaseConnection other = add("staging-db", Environment.STAGING);
        given(script);
        waitFor("the question", () -> isShown("Open orders of May.sql"));
        Pictures.take(scene, "given-script");
        assertThat(states).hasSize(1);
        robot().push(KeyCode.DOWN);
        robot().push(KeyCode.ENTER);
        waitFor("a tab on the chosen one", () -> states.size() == 2);
        assertThat(states.getLast()).isEqualTo(TabState.script(other.id(), script));
        assertThat(isShown("Open orders of May.sql")).isFalse();

        given(script);
        waitFor("the question again", () -> isShown("Open orders of May.sql"));
        given(Files.createFile(directory.resolve("next.sql")));
        waitFor("the next to wait", () -> workbench.notices.size() == 2);
        robot().push(KeyCode.ESCAPE);
        waitFor("the question for the next", () -> isShown("Open next.sql"));
        robot().push(KeyCode.ESCAPE);
        waitFor("it to go", () -> !isShown("Open next.sql"));
        assertThat(states).hasSize(2);
    }

    @Test
    void saysWhyAGivenFileCannotBeOpened() throws Exception {
        given(directory.resolve("absent.sql"));
        given(Files.writeString(directory.resolve("thumbs.db"), "no database"));
        waitFor("both refusals", () -> workbench.errors.size() == 2);
        assertThat(workbench.errors)
                .extracting(AppException::getMessage)
                .containsExactlyInAnyOrder(
                        "There is no file " + directory.resolve("absent.sql") + ".",
                        directory.resolve("thumbs.db") + " is not a SQLite database, or it is encrypted.");
        assertThat(robot().lookup(".connection-form").tryQuery()).isEmpty();
    }

    private void given(Path file) {
        onFx(() -> {
            wiring.open(file);
            return true;
        });
    }

    @Test
    void fillsTheFormFromAnAddressWithoutShowingItsPassword() {
        waitFor("the invitation", () -> isShown("Add a database"));
        onFx(() -> {
            wiring.add(null);
            return true;
        });
        onFx(() -> {
            field("#address").insertText(0, "postgres://ada:hunter2@db.example.com:6543/shop?sslmode=verify-full&x=1");
            return true;
        });
        waitFor("the filled form", () -> field("#host").getText().equals("db.example.com"));
        assertThat(onFx(() -> field("#address").getText())).isEmpty();
        assertThat(onFx(() -> field("#password").getText())).isEqualTo("hunter2");
        assertThat(text("#hint")).isEqualTo("Filled from the address. Left out: an unknown option.");
        Pictures.take(scene, "connection-form-address");
        assertThat(onFx(() -> scene.getRoot().lookupAll(".label").stream()
                        .map(each -> ((Label) each).getText())
                        .toList()))
                .noneMatch(text -> text != null && text.contains("hunter2"));
    }

    @Test
    void warnsOfProductionAndAsksByNameBeforeItDeletes() {
        DatabaseConnection shop = add("shop-db", Environment.PRODUCTION);
        add("staging-db", Environment.STAGING);
        onFx(() -> {
            shell.open("databases");
            return true;
        });
        waitFor("the connections", () -> rowNames().contains("shop-db"));
        onFx(() -> {
            wiring.sql(shop.id(), "SELECT 1");
            return true;
        });
        waitFor("the band", () -> workbench.band != null);
        assertThat(workbench.band).isEqualTo(new WarningBand("shop-db · production", ""));
        onFx(() -> {
            shell.open("overview");
            return true;
        });
        waitFor("no band elsewhere", () -> workbench.band == null);
        onFx(() -> {
            shell.open("databases");
            return true;
        });
        select("shop-db");
        workbench.answer = false;
        robot().push(KeyCode.DELETE);
        waitFor("the question", () -> workbench.questions.size() == 1);
        assertThat(workbench.questions.getFirst().title()).isEqualTo("Delete shop-db?");
        assertThat(connections()).hasSize(2);
        workbench.answer = true;
        robot().push(KeyCode.DELETE);
        waitFor("it to go", () -> !rowNames().contains("shop-db"));
        assertThat(connections()).hasSize(1);
    }

    @Test
    void opensANewTabOnTheConnectionThatTheKeyboardIsAt() {
        DatabaseConnection shop = add("shop-db", Environment.STAGING);
        DatabaseConnection other = add("staging-db", Environment.STAGING);
        onFx(() -> {
            shell.open("databases");
            return true;
        });
        waitFor("the connections", () -> rowNames().containsAll(List.of("shop-db", "staging-db")));
        select("shop-db");
        robot().push(KeyCode.CONTROL, KeyCode.T);
        waitFor("a tab on what is selected", () -> opened.equals(List.of(shop.id())));

        select("staging-db");
        robot().push(KeyCode.CONTROL, KeyCode.T);
        waitFor("a tab on what is selected now", () -> opened.equals(List.of(shop.id(), other.id())));

        select("shop-db");
        clickOn("content of query.sql");
        robot().push(KeyCode.CONTROL, KeyCode.T);
        waitFor("a tab beside the one in front", () -> opened.equals(List.of(shop.id(), other.id(), other.id())));
    }

    @Test
    void showsWhatRanFromEverywhere() {
        DatabaseConnection shop = sample();
        for (String sql : List.of(
                "SELECT count(*) FROM customers",
                "SELECT status,\n       count(*)\nFROM orders\nGROUP BY status",
                "SELECT * FROM no_such_table",
                "UPDATE products SET active = 1 WHERE id = 7")) {
            run(shop, sql);
        }
        onFx(() -> {
            shell.open("history");
            return true;
        });
        waitFor(
                "what ran",
                () -> robot().lookup(".history .table-view").tryQuery().isPresent()
                        && history().getItems().size() == 4);
        onFx(() -> {
            history().getSelectionModel().select(1);
            return true;
        });
        waitFor("the error of the second", () -> text("#error").contains("no_such_table"));
        Pictures.take(scene, "history");
        onFx(() -> {
            field("#search").setText("order");
            return true;
        });
        waitFor("what fits", () -> historyCount() == 1);
        clickOn("#curl", false);
        onFx(() -> {
            history().getSelectionModel().select(0);
            return true;
        });
        clickOn("#curl");
        waitFor("the copied call", () -> !workbench.curls.isEmpty());
        assertThat(workbench.curls.getLast().body()).contains("GROUP BY status");
        clickOn("#open");
        waitFor("the editor", () -> told.contains("show query.sql"));
        onFx(() -> {
            shell.open("overview");
            return true;
        });
        waitFor("the overview", () -> isShown("Recent queries"));
        Pictures.take(scene, "overview");
    }

    @Test
    void opensTheFormOfAnExistingConnection() {
        DatabaseConnection shop = add("shop-db", Environment.PRODUCTION);
        onFx(() -> {
            shell.open("databases");
            return true;
        });
        waitFor("the connection", () -> rowNames().contains("shop-db"));
        select("shop-db");
        robot().push(KeyCode.F2);
        waitFor("the form", () -> robot().lookup(".connection-form").tryQuery().isPresent());
        core.core()
                .databases()
                .connections()
                .update(
                        core.callers().get(),
                        shop.id(),
                        draft("renamed", Environment.STAGING),
                        new SecretChange.Keep(),
                        null);
        write("#name", "mine");
        clickOn("#save");
        waitFor("the warning", () -> isShown("Somebody changed this connection meanwhile."));
        Pictures.take(scene, "connection-form-changed-meanwhile");
        clickOn("Reload");
        waitFor("theirs", () -> field("#name").getText().equals("renamed"));
        write("#name", "mine");
        clickOn("#save");
        waitFor("the new name", () -> rowNames().contains("mine"));
    }

    private DatabaseConnection sample() {
        DatabaseConnection made = core.core()
                .databases()
                .sample()
                .open(core.callers().get(), null)
                .connection();
        onFx(() -> {
            wiring.reveal(made.id());
            return true;
        });
        waitFor("the sample's tables", () -> rowNames().contains("customers"));
        return made;
    }

    private DatabaseConnection add(String name, Environment environment) {
        return core.core().databases().connections().create(core.callers().get(), draft(name, environment), null);
    }

    private ConnectionDraft draft(String name, Environment environment) {
        return new ConnectionDraft(
                name,
                Engine.POSTGRESQL,
                "127.0.0.1",
                1,
                "shop",
                "ada",
                null,
                null,
                null,
                environment,
                null,
                true,
                null,
                null);
    }

    private void run(DatabaseConnection connection, String sql) {
        try {
            core.core()
                    .databases()
                    .queries()
                    .run(core.callers().get(), connection.id(), new QueryRequest(sql, false, null, 100, 5_000, null));
        } catch (AppException _) {
            // It stands in the history with its error, which is the point.
        }
    }

    private List<DatabaseConnection> connections() {
        return core.core().databases().connections().all(core.callers().get(), Scope.DATABASES_READ);
    }

    @SuppressWarnings("unchecked")
    private ListView<TreeRow> tree() {
        return robot().lookup(".tree-list").queryAs(ListView.class);
    }

    @SuppressWarnings("unchecked")
    private TableView<Object> history() {
        return robot().lookup(".history .table-view").queryAs(TableView.class);
    }

    private int historyCount() {
        return robot().lookup(".history .table-view").tryQuery().isEmpty()
                ? 0
                : history().getItems().size();
    }

    private List<String> rowNames() {
        return onFx(() -> robot().lookup(".tree-list").tryQuery().isEmpty()
                ? List.<String>of()
                : tree().getItems().stream().map(DatabasesStoryTest::name).toList());
    }

    private static String name(TreeRow row) {
        return switch (row) {
            case TreeRow.Connection connection -> connection.connection().name();
            case TreeRow.Schema schema -> schema.name();
            case TreeRow.Table table -> table.summary().name();
            case TreeRow.Loading _ -> "(loading)";
            case TreeRow.Failed _ -> "(failed)";
            case TreeRow.Empty _ -> "(empty)";
        };
    }

    private void select(String name) {
        onFx(() -> {
            tree().requestFocus();
            tree().getItems().stream()
                    .filter(row -> name(row).equals(name))
                    .findFirst()
                    .ifPresent(row -> tree().getSelectionModel().select(row));
            return true;
        });
    }

    private void clickOn(String query) {
        clickOn(query, true);
    }

    private void clickOn(String query, boolean enabled) {
        waitFor(
                query,
                () -> robot().lookup(query).queryAll().stream()
                        .anyMatch(each -> each.isVisible() && each.getScene() != null));
        if (enabled) {
            click(query);
        }
    }

    private TextField field(String query) {
        return robot().lookup(query).queryAs(TextField.class);
    }
}

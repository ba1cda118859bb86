package dev.wheelhouse.ui.databases.editor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.editor.TextRange;
import dev.wheelhouse.ui.controls.grid.DataGrid;
import dev.wheelhouse.ui.controls.grid.GridRange;
import dev.wheelhouse.ui.databases.tabs.TabNavigator;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.ListView;
import javafx.scene.control.TabPane;
import javafx.scene.control.TextField;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlTabStoryTest extends FxTest {

    private static final String ENDLESS =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n;\n";

    @TempDir
    private Path temporary;

    private SqlFixture fixture;
    private final List<SqlTab> opened = new ArrayList<>();
    private final List<TabState> led = new ArrayList<>();

    @BeforeEach
    void start() {
        fixture = new SqlFixture(temporary.resolve("home"), new FxBackground());
    }

    @AfterEach
    void stop() {
        onFx(() -> {
            opened.forEach(SqlTab::dispose);
            return true;
        });
        fixture.close();
    }

    private SqlTab open(DatabaseConnection connection, TabState state) {
        return onFx(() -> {
            SqlTab tab = new SqlTab(
                    fixture.services,
                    fixture.bench,
                    new ActionControls(fixture.bench::copyCurl),
                    connection,
                    state,
                    new TabNavigator() {
                        @Override
                        public void open(TabState wanted) {
                            led.add(wanted);
                        }

                        @Override
                        public void stateChanged() {}
                    });
            opened.add(tab);
            return tab;
        });
    }

    private Scene shown(SqlTab tab) {
        BorderPane host = onFx(() -> new BorderPane(tab.root()));
        Scene scene = show(host, 1280, 720);
        onFx(() -> {
            fixture.bench.layers().setGround(List::of, tab::actions, Action::run);
            fixture.bench.layers().listenTo(scene);
            tab.onShow();
            return true;
        });
        return scene;
    }

    private static void idle(SqlTab tab) {
        waitFor("the run to end", () -> !tab.model().runningProperty().get());
    }

    private <T extends Node> @Nullable T find(String selector, Class<T> type) {
        return robot().lookup(selector).tryQueryAs(type).orElse(null);
    }

    @Test
    void opensWithTheTextOfItsScriptAndKeepsItAsADraft() throws IOException {
        DatabaseConnection shop = fixture.sqlite(Environment.DEVELOPMENT);
        Path script = Files.writeString(temporary.resolve("of May.sql"), "select 'May';\r\n");
        SqlTab tab = open(shop, TabState.script(shop.id(), script));
        shown(tab);
        waitFor("the script", () -> tab.editor().area().getText().equals("select 'May';\n"));
        TabState kept = onFx(() -> {
            tab.onClose();
            return tab.saved().orElseThrow();
        });
        Files.delete(script);
        SqlTab again = open(shop, kept);
        waitFor("the draft", () -> again.editor().area().getText().equals("select 'May';\n"));
    }

    @Test
    void isCalledAsItsScriptAlsoAfterARestart() throws IOException {
        DatabaseConnection shop = fixture.sqlite(Environment.DEVELOPMENT);
        Path script = Files.writeString(temporary.resolve("orders.sql"), "select 'May';\r\n");
        SqlTab tab = open(shop, TabState.script(shop.id(), script));
        shown(tab);
        waitFor("its name", () -> tab.title().equals("orders.sql"));
        SqlTab same = open(shop, keptOf(tab));
        waitFor("its name again", () -> same.title().equals("orders.sql"));

        onFx(() -> {
            same.editor().change("select 'June';");
            return true;
        });
        waitFor("the change", () -> same.title().equals("orders.sql ✎"));
        SqlTab changed = open(shop, keptOf(same));
        waitFor("the change again", () -> changed.title().equals("orders.sql ✎"));
        assertThat(changed.editor().area().getText()).isEqualTo("select 'June';");
        assertThat(script).hasContent("select 'May';");
    }

    private static TabState keptOf(SqlTab tab) {
        return onFx(() -> {
            tab.onClose();
            return tab.saved().orElseThrow();
        });
    }

    @Test
    void showsHowLongItRunsAndAFailureInFrontOfAnEarlierResult() {
        DatabaseConnection shop = fixture.sqlite(Environment.DEVELOPMENT);
        SqlTab tab = open(shop, TabState.sql(shop.id(), ""));
        shown(tab);
        run(tab, "select 1 as one;");
        waitFor("a result", () -> tab.model().results().size() == 1 && front().equals("Result 1"));
        idle(tab);
        run(tab, "select nothing from nowhere;");
        waitFor("what failed in front", () -> front().equals("Messages"));
        idle(tab);
        run(tab, ENDLESS);
        waitFor("a clock", () -> tab.model().statusProperty().get().matches("Running … 0:0[1-9]"));
        onFx(() -> {
            tab.model().cancel();
            return true;
        });
        idle(tab);
    }

    private static void run(SqlTab tab, String sql) {
        onFx(() -> {
            tab.editor().change(sql);
            tab.model().run(new RunText(() -> sql, 0, new TextRange(0, 0)), SqlPiece.Extent.STATEMENT);
            return true;
        });
    }

    private String front() {
        return robot().lookup("#lower")
                .queryAs(TabPane.class)
                .getSelectionModel()
                .getSelectedItem()
                .getText();
    }

    @Test
    void typesCompletesAndRuns() {
        DatabaseConnection shop = fixture.sqlite(Environment.DEVELOPMENT);
        SqlTab tab = open(shop, TabState.sql(shop.id(), ""));
        Scene scene = shown(tab);
        waitForNames(tab);
        robot().write("select * from cust", 2);
        waitFor("proposals", () -> find(".suggestions", ListView.class) != null);
        Pictures.takeOwnSize(onFx(() -> onFxList(".suggestions").getScene()), "sql-proposals");
        press(KeyCode.ENTER);
        waitFor("the table's name", () -> tab.editor().area().getText().equals("select * from customers"));
        press(KeyCode.CONTROL, KeyCode.ENTER);
        waitFor("a result", () -> tab.model().results().size() == 1);
        idle(tab);
        onFx(() -> {
            tab.editor().change("""
                -- What the customers of each city bought
                select c.name, c.city, count(*) as orders, sum(o.total) as total
                from customers c
                join orders o on o.customer_id = c.customer_id
                where o.total > 100.5 and c.name <> 'nobody'
                group by c.name, c.city
                order by total desc;

                select * from orders;
                """);
            return true;
        });
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.ENTER);
        waitFor("two results", () -> tab.model().results().size() == 2);
        idle(tab);
        assertThat(tab.model().results().getLast().rows().rowCount()).isEqualTo(1000);
        Pictures.take(scene, "sql-results");
        click("Load more");
        waitFor("more rows", () -> tab.model().results().getLast().rows().rowCount() == 2000);
        idle(tab);
        click("Open orders");
        assertThat(led).containsExactly(TabState.table(shop.id(), "main", "orders"));
        click("Messages");
        Pictures.take(scene, "sql-messages");
        click("History");
        waitFor(
                "the history",
                () -> find(".history-list", ListView.class) != null
                        && !onFxList(".history-list").getItems().isEmpty());
        Pictures.take(scene, "sql-history");
    }

    @Test
    void editsAResultInPlaceWithTheKeyboard() {
        DatabaseConnection shop = fixture.sqlite(Environment.DEVELOPMENT);
        fixture.run(shop, "update orders set customer_id = 3");
        SqlTab tab = open(
                shop, TabState.sql(shop.id(), "select customer_id, name, city, upper(name) as loud from customers"));
        Scene scene = shown(tab);
        waitFor("the text", () -> tab.editor().length() > 0);
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.ENTER);
        waitFor("a result", () -> tab.model().results().size() == 1);
        idle(tab);
        ResultModel result = tab.model().results().getFirst();
        clickFirstRow();
        press(KeyCode.HOME);
        press(KeyCode.RIGHT);
        press(KeyCode.CONTROL, KeyCode.C);
        waitFor("the copied cell", () -> fixture.bench.copied.contains("Ada Lovelace"));
        press(KeyCode.F2);
        waitFor("the field", () -> find(".cell-editor", TextField.class) != null);
        robot().write("Ada King", 2);
        press(KeyCode.ENTER);
        waitFor("a staged edit", () -> result.editing().stagedCountProperty().get() == 1);
        onFx(() -> {
            result.editing().blocks().delete(List.of(new GridRange(3, 3, List.of(0, 1, 2), true)));
            return true;
        });
        Pictures.take(scene, "sql-result-edited");
        fixture.run(shop, "update customers set city = 'Paris' where customer_id = 1");
        press(KeyCode.CONTROL, KeyCode.S);
        waitFor("the conflict", () -> result.editing().disputeProperty().get() != null);
        click("Apply choices");
        waitFor(
                "the edits",
                () -> result.editing().stagedCountProperty().get() == 0
                        && result.rows().rowCount() == 3);
        onFx(() -> {
            tab.editor().change("select count(*), sum(total) from orders");
            tab.editor().requestFocus();
            return true;
        });
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.ENTER);
        waitFor(
                "why it is read-only",
                () -> tab.model().results().size() == 1
                        && !tab.model().results().getFirst().equals(result));
        idle(tab);
        Pictures.take(scene, "sql-result-read-only");
    }

    private void clickFirstRow() {
        robot().clickOn(onFx(() -> Objects.requireNonNull(find(".data-grid", DataGrid.class))
                .localToScreen(150, DataGrid.HEADER_HEIGHT + DataGrid.ROW_HEIGHT / 2)));
    }

    @Test
    void keepsTheKeyboardInTheResultThatReplacesTheOneWithIt() {
        DatabaseConnection shop = fixture.sqlite(Environment.DEVELOPMENT);
        SqlTab tab = open(shop, TabState.sql(shop.id(), "select name from customers order by 1"));
        shown(tab);
        waitFor("the text", () -> tab.editor().length() > 0);
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.ENTER);
        waitFor("a result", () -> tab.model().results().size() == 1);
        idle(tab);
        ResultModel first = tab.model().results().getFirst();
        clickFirstRow();
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.ENTER);
        waitFor(
                "another result",
                () -> tab.model().results().size() == 1
                        && !tab.model().results().getFirst().equals(first));
        idle(tab);
        waitFor(
                "the keyboard in it",
                () -> Objects.requireNonNull(find(".data-grid", DataGrid.class)).isFocused());
    }

    /** What is typed in a cell is not staged yet when a statement that ran meanwhile brings its rows. */
    @Test
    void keepsWhatIsTypedInACellWhenARunEndsAndAsksBeforeItIsLost() {
        DatabaseConnection shop = fixture.sqlite(Environment.DEVELOPMENT);
        SqlTab tab = open(shop, TabState.sql(shop.id(), "select customer_id, name from customers order by 1"));
        shown(tab);
        waitFor("the text", () -> tab.editor().length() > 0);
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.ENTER);
        waitFor("a result", () -> tab.model().results().size() == 1);
        idle(tab);
        ResultModel first = tab.model().results().getFirst();
        clickFirstRow();
        press(KeyCode.END);
        press(KeyCode.F2);
        waitFor("the field", () -> find(".cell-editor", TextField.class) != null);
        robot().write("Ada K", 2);
        run(tab, "select 1");
        waitFor("both results", () -> tab.model().results().size() == 2);
        idle(tab);
        robot().write("ing", 2);
        assertThat(onFx(() -> Objects.requireNonNull(find(".cell-editor", TextField.class))
                        .getText()))
                .isEqualTo("Ada King");
        assertThat(first.titleProperty().get()).isEqualTo("Result 1 (before)");
        assertThat(onFx(tab::unsaved)).hasSize(1);
        assertThat(first.editing().stagedCountProperty().get()).isEqualTo(1);
    }

    private ListView<?> onFxList(String selector) {
        ListView<?> list = find(selector, ListView.class);
        if (list == null) {
            throw new AssertionError(selector + " is not there");
        }
        return list;
    }

    private static void waitForNames(SqlTab tab) {
        waitFor(
                "the names of the tables",
                () -> !tab.model()
                        .suggestions()
                        .suggest("select * from cust", 18)
                        .items()
                        .isEmpty());
    }

    @Test
    void cancelsALongQueryWhileTypingGoesOn() {
        DatabaseConnection shop = fixture.sqlite(Environment.DEVELOPMENT);
        SqlTab tab = open(shop, TabState.sql(shop.id(), ENDLESS));
        Scene scene = shown(tab);
        waitFor("the text", () -> tab.editor().length() > 0);
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.ENTER);
        waitFor("the run", () -> tab.model().runningProperty().get());
        press(KeyCode.CONTROL, KeyCode.END);
        robot().write("-- typed meanwhile", 2);
        assertThat(onFx(() -> tab.editor().area().getText())).endsWith("-- typed meanwhile");
        assertThat(onFx(() -> tab.model().runningProperty().get())).isTrue();
        Pictures.take(scene, "sql-running");
        press(KeyCode.ESCAPE);
        idle(tab);
        assertThat(tab.model().statusProperty().get()).isEqualTo("Cancelled");
    }

    @Test
    void confirmsWhatDestroysAndWantsTheNameOnProduction() {
        DatabaseConnection production = fixture.postgres(Environment.PRODUCTION);
        fixture.run(production, "CREATE TABLE things (id int PRIMARY KEY, name text); CREATE TABLE others (id int)");
        SqlTab tab = open(production, TabState.sql(production.id(), "DELETE FROM others;\nDROP TABLE things;"));
        Scene scene = shown(tab);
        waitFor("the text", () -> tab.editor().length() > 0);
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.ENTER);
        waitFor("the question", () -> find(".confirm-panel", Node.class) != null);
        Pictures.take(scene, "sql-confirm");
        assertThat(button("Run", ".confirm-panel").isDisabled()).isTrue();
        press(KeyCode.ESCAPE);
        waitFor("no question", () -> find(".confirm-panel", Node.class) == null);
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.ENTER);
        waitFor("the question again", () -> find(".confirm-panel .text-field", TextField.class) != null);
        robot().write("things", 2);
        press(KeyCode.ENTER);
        waitFor("the statements", () -> tab.model().messages().size() >= 2);
        idle(tab);
        assertThat(tab.model().messages().getLast().text()).startsWith("DROP");
    }

    private Button button(String text, String inside) {
        return robot().from(robot().lookup(inside).queryAll())
                .lookup((Button each) -> text.equals(each.getText()))
                .queryButton();
    }

    @Test
    void showsErrorsTransactionsPlansAndLostServers() {
        DatabaseConnection shop = fixture.postgres(Environment.STAGING);
        fixture.run(
                shop,
                "CREATE TABLE items (id int PRIMARY KEY, \"a\"\"b;c\" text, price numeric);"
                        + "INSERT INTO items SELECT i, 'name ' || i, i * 1.5 FROM generate_series(1, 5000) i; ANALYZE");
        SqlTab tab = open(shop, TabState.sql(shop.id(), "begin;\nupdate items set price = 1 where id = 5;"));
        Scene scene = shown(tab);
        waitFor("the text", () -> tab.editor().length() > 0);
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.ENTER);
        waitFor("a transaction", () -> tab.model().transactionProperty().get().open());
        idle(tab);
        onFx(() -> {
            tab.editor().change("select id, \"a\"\"b;c\" from items where pric > 5\nand id = :id");
            return true;
        });
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.ENTER);
        waitFor("a field", () -> tab.model().parameters().size() == 1);
        robot().write("7", 2);
        press(KeyCode.CONTROL, KeyCode.ENTER);
        waitFor("an error", () -> tab.model().errorProperty().get() != null);
        assertThat(tab.model().transactionProperty().get().style()).isEqualTo("failed");
        Pictures.take(scene, "sql-error");
        onFx(() -> {
            tab.model().rollback();
            return true;
        });
        idle(tab);
        onFx(() -> {
            tab.editor()
                    .change("select a.id, sum(b.price) from items a join items b on b.id <= a.id and b.price > 7000"
                            + "\ngroup by a.id order by 2 desc limit 10");
            return true;
        });
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.E);
        waitFor("a plan", () -> tab.model().planProperty().get() != null);
        Pictures.take(scene, "sql-plan");
    }

    @Test
    void keepsTheTextWhenTheServerIsGoneAndRunsAgain() {
        try (PostgresServer server = PostgresServer.startDedicated()) {
            DatabaseConnection shop = fixture.postgres("gone", server.newDatabase());
            SqlTab tab = open(shop, TabState.sql(shop.id(), "select 1 as one"));
            Scene scene = shown(tab);
            waitFor("the text", () -> tab.editor().length() > 0);
            server.stop();
            press(KeyCode.CONTROL, KeyCode.ENTER);
            waitFor("the banner", () -> tab.model().bannerProperty().get() != null);
            Pictures.take(scene, "sql-lost");
            assertThat(onFx(() -> tab.editor().area().getText())).isEqualTo("select 1 as one");
            server.start();
            click("Retry");
            waitFor("the result", () -> tab.model().results().size() == 1);
            assertThat(tab.model().bannerProperty().get()).isNull();
        }
    }

    @Test
    void bringsTheTextBackAfterARestart() {
        DatabaseConnection shop = fixture.sqlite(Environment.DEVELOPMENT);
        SqlTab tab = open(shop, TabState.sql(shop.id(), ""));
        shown(tab);
        robot().write("select 'unsaved'", 2);
        TabState state = onFx(() -> tab.saved().orElseThrow());
        waitFor(
                "the draft",
                () -> fixture.services
                        .drafts()
                        .read(state.field("file").orElseThrow())
                        .equals(java.util.Optional.of("select 'unsaved'")));
        SqlTab again = open(shop, state);
        Callable<Boolean> back = () -> again.editor().area().getText().equals("select 'unsaved'");
        waitFor("the text", back);
    }

    @Test
    void refusesAPasteThatTheEditorCannotShow() {
        DatabaseConnection shop = fixture.sqlite(Environment.DEVELOPMENT);
        SqlTab tab = open(shop, TabState.sql(shop.id(), "SELECT 1"));
        shown(tab);
        waitFor("the text", () -> tab.editor().length() > 0);
        onFx(() -> {
            ClipboardContent content = new ClipboardContent();
            content.putString("x".repeat(20_001));
            return Clipboard.getSystemClipboard().setContent(content);
        });
        press(KeyCode.CONTROL, KeyCode.V);
        waitFor("the refusal", () -> !fixture.bench.notices.isEmpty());
        assertThat(fixture.bench.notices.getFirst().text()).contains("20001 characters");
        assertThat(onFx(() -> tab.editor().area().getText())).isEqualTo("SELECT 1");
        onFx(() -> {
            ClipboardContent content = new ClipboardContent();
            content.putString("-- short\n");
            return Clipboard.getSystemClipboard().setContent(content);
        });
        press(KeyCode.CONTROL, KeyCode.V);
        waitFor("the short one", () -> tab.editor().area().getText().contains("-- short"));
    }

    @Test
    void aScriptOfFiftyMegabytesIsOfferedRunCancelledAndLeavesNothing() throws IOException {
        DatabaseConnection shop = fixture.sqlite(Environment.DEVELOPMENT);
        Path script = temporary.resolve("large.sql");
        String line = "INSERT INTO customers (name, city) VALUES ('" + "n".repeat(5_000) + "', 'x');\n";
        try (Writer out = Files.newBufferedWriter(script)) {
            for (long written = 0; written < 50L << 20; written += line.length()) {
                out.write(line);
            }
            // So that there is always something to cancel.
            out.write(ENDLESS);
        }
        SqlTab tab = open(shop, TabState.sql(shop.id(), ""));
        shown(tab);
        FilesModel files = onFx(() -> new FilesModel(fixture.services, fixture.bench, tab.model()));
        onFx(() -> {
            files.open(script, _ -> fixture.bench.copied.add("opened"));
            return true;
        });
        waitFor("the offer", () -> !fixture.bench.questions.isEmpty());
        assertThat(fixture.bench.questions.getFirst().yes()).isEqualTo("Run file");
        JobService jobs = fixture.core.core().jobs();
        waitFor(
                "its first rows",
                () -> jobs.running(fixture.core.callers().get()).stream().anyMatch(job -> {
                    Long done = job.progressDone();
                    return done != null && done > 0;
                }));
        jobs.cancel(
                fixture.core.callers().get(),
                jobs.running(fixture.core.callers().get()).getFirst().id());
        assertThat(fixture.endOfJob("script").status()).isEqualTo(JobStatus.CANCELLED);
        onFx(() -> {
            tab.editor().change("SELECT count(*) FROM customers");
            return true;
        });
        onFx(() -> {
            tab.actions().getFirst().run();
            return true;
        });
        waitFor("a result", () -> tab.model().results().size() == 1);
        assertThat(onFx(() -> java.util.Objects.requireNonNull(
                                tab.model().results().getFirst().rows().rowAt(0))
                        .cell(0)
                        .text()))
                .isEqualTo("4");
        assertThat(fixture.bench.copied).isEmpty();
    }
}

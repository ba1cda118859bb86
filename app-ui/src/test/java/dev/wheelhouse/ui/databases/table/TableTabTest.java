package dev.wheelhouse.ui.databases.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.grid.CellPoint;
import dev.wheelhouse.ui.controls.grid.DataGrid;
import dev.wheelhouse.ui.controls.grid.GridSelection;
import dev.wheelhouse.ui.controls.grid.GridSort;
import dev.wheelhouse.ui.databases.tabs.TabNavigator;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Scene;
import javafx.scene.control.DialogPane;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.stage.Window;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table on the screen, worked with the keyboard and a real database. */
class TableTabTest extends FxTest {

    private static final String TABLES = """
        create table customers (id integer primary key, name varchar(80) not null, vip boolean, credit numeric(10,2),
            note text, born date);
        create table orders (id integer primary key, customer_id int references customers(id), total numeric(10,2));
        """;

    @TempDir
    private Path folder;

    private final List<TabState> opened = new ArrayList<>();
    private OpenCore core;
    private FakeWorkbench workbench;

    @BeforeEach
    void start() {
        core = new OpenCore(folder);
        workbench = new FakeWorkbench(new FxBackground(), core::caller);
    }

    @AfterEach
    void stop() {
        core.close();
    }

    private DatabaseConnection database(Engine engine, int customers) {
        DatabaseConnection connection = core.connect(engine);
        core.run(connection, TABLES);
        String series = engine == Engine.POSTGRESQL
                ? "select i from generate_series(1, " + customers + ") as g(i)"
                : "with recursive g(i) as (select 1 union all select i + 1 from g where i < " + customers
                        + ") select i from g";
        String flag = engine == Engine.POSTGRESQL ? "i % 3 = 0" : "case when i % 3 = 0 then 1 else 0 end";
        core.run(connection, """
            insert into customers select i, 'Customer ' || i, case when i %% 5 <> 0 then %s end, i * 1.25,
                case when i %% 4 = 0 then 'A note about ' || i when i = 3 then '%s' end, '2001-02-03' from (%s) as s
            """.formatted(flag, "long ".repeat(4000), series));
        core.run(connection, "insert into orders select id, id, id * 3 from customers where id <= 20");
        return connection;
    }

    private TableTab open(DatabaseConnection connection, String table) {
        TabNavigator navigator = new TabNavigator() {
            @Override
            public void open(TabState state) {
                opened.add(state);
            }

            @Override
            public void stateChanged() {}
        };
        TabState state = TabState.table(connection.id(), connection.engine().defaultSchema(), table);
        TableTab tab = onFx(() -> new TableTab(
                core.databases(), workbench, new ActionControls(workbench::copyCurl), navigator, connection, state));
        show(tab.root(), 1280, 720);
        onFx(() -> {
            tab.onShow();
            return true;
        });
        waitFor(
                "the rows",
                () -> stage().getScene().getRoot().lookup(".data-grid") instanceof DataGrid shown
                        && (shown.model().rowAt(0) != null || shown.model().rowCount() == 0));
        onFx(() -> {
            grid().requestFocus();
            tab.root().layout();
            return true;
        });
        return tab;
    }

    private DataGrid grid() {
        return (DataGrid) stage().getScene().getRoot().lookup(".data-grid");
    }

    private String text(long row, int column) {
        return onFx(() -> java.util.Objects.requireNonNull(grid().model().rowAt(row))
                .cell(column)
                .text());
    }

    private String label(String id) {
        return onFx(() -> ((Label) stage().getScene().getRoot().lookup(id)).getText());
    }

    private void select(long row, int column) {
        onFx(() -> {
            grid().requestFocus();
            grid().select(GridSelection.at(new CellPoint(row, column)));
            return true;
        });
    }

    private static Scene dialog() {
        waitFor("a dialog", () -> Window.getWindows().stream().anyMatch(TableTabTest::isDialog));
        return onFx(() -> Window.getWindows().stream()
                .filter(TableTabTest::isDialog)
                .findFirst()
                .orElseThrow()
                .getScene());
    }

    private static boolean isDialog(Window window) {
        return window.isShowing() && window.getScene().getRoot() instanceof DialogPane;
    }

    @Test
    void editsInsertsDeletesAndAppliesWithTheKeyboard() {
        DatabaseConnection connection = database(Engine.SQLITE, 300);
        open(connection, "customers");
        select(0, 1);

        robot().write("Ada").type(KeyCode.ENTER);
        robot().type(KeyCode.DOWN).type(KeyCode.RIGHT, 3).type(KeyCode.DELETE);
        select(24, 0);
        robot().press(KeyCode.SHIFT).type(KeyCode.SPACE).release(KeyCode.SHIFT).type(KeyCode.DELETE);
        waitFor("three edits", () -> label("#staged").equals("3 rows changed"));
        onFx(() -> {
            grid().requestFocus();
            return true;
        });
        click("#insert");
        waitFor("a new row", () -> grid().model().rowCount() == 301);
        select(0, 1);
        robot().write("Grace").type(KeyCode.ENTER);
        Pictures.take(stage().getScene(), "table-staged");

        click("#apply");
        waitFor("the edits applied", () -> !workbench.notices.isEmpty());

        assertThat(workbench.errors).isEmpty();
        assertThat(workbench.notices)
                .containsExactly(dev.wheelhouse.ui.shell.Notice.info("1 row was deleted, 2 changed, 1 inserted."));
        waitFor("the rows read again", () -> text(0, 1).equals("Ada"));
        assertThat(text(23, 0)).isEqualTo("24");
        assertThat(text(24, 0)).isEqualTo("26");
        waitFor("the count", () -> label("#count").equals("300 rows"));
    }

    @Test
    void showsTheirsAndMineAndAppliesWhatIsChosen() {
        DatabaseConnection connection = database(Engine.POSTGRESQL, 50);
        open(connection, "customers");
        select(1, 1);
        robot().write("Mine").type(KeyCode.ENTER);
        select(1, 3);
        robot().write("99.50").type(KeyCode.ENTER);
        core.run(connection, "update customers set name = 'Theirs', credit = 7, note = 'changed' where id = 2");

        click("#apply");
        Scene dialog = dialog();
        Pictures.takeOwnSize(dialog, "table-conflict");
        click("Theirs");
        click("Apply choices");

        waitFor("the rest applied", () -> !workbench.notices.isEmpty());
        waitFor("the rows read again", () -> text(1, 3).equals("99.50"));
        assertThat(text(1, 1)).isEqualTo("Theirs");
        assertThat(text(1, 4)).isEqualTo("changed");
    }

    @Test
    void filtersByTextAndSaysWhatIsWrongWithAFilter() {
        DatabaseConnection connection = database(Engine.SQLITE, 300);
        open(connection, "customers");
        click("#filter").write("id.gt.290").type(KeyCode.ENTER);
        waitFor("fewer rows", () -> grid().model().rowCount() == 10);
        assertThat(text(0, 0)).isEqualTo("291");

        click("#filter").eraseText(9).write("nme.eq.1").type(KeyCode.ENTER);
        waitFor("a sentence", () -> label("#filterProblem").contains("nme"));
        Pictures.take(stage().getScene(), "table-filter-problem");
    }

    @Test
    void marksTheRowWhoseValueTheDatabaseRefuses() {
        DatabaseConnection connection = database(Engine.POSTGRESQL, 20);
        open(connection, "customers");
        select(2, 5);
        robot().write("2001-13-40").type(KeyCode.ENTER);
        click("#apply");

        waitFor("a problem", () -> {
            var row = grid().model().rowAt(2);
            return row != null && row.problem() != null;
        });
        assertThat(onFx(() -> java.util.Objects.requireNonNull(grid().model().rowAt(2))
                        .problem()))
                .startsWith("born: ");
        Pictures.take(stage().getScene(), "table-problem");
    }

    @Test
    void keepsEditsWhileTheServerIsGoneAndSaysWhatHappened() {
        DatabaseConnection connection = database(Engine.POSTGRESQL, 20);
        open(connection, "customers");
        select(0, 1);
        robot().write("Kept").type(KeyCode.ENTER);
        core.run(connection, "drop table orders");
        core.run(connection, "alter table customers rename to people");

        robot().type(KeyCode.F5);
        onFx(() -> {
            ((javafx.scene.control.Button) stage().getScene().getRoot().lookup("#refresh")).fire();
            return true;
        });
        waitFor("a banner", () -> label("#bannerText").contains("not there any more"));
        assertThat(label("#bannerText")).contains("Your edits are kept");
        assertThat(text(0, 1)).isEqualTo("Kept");
        Pictures.take(stage().getScene(), "table-gone");

        core.run(connection, "alter table people rename to customers");
        click("#retry");
        waitFor("no banner", () -> label("#bannerText").isEmpty());
        assertThat(text(0, 1)).isEqualTo("Kept");
    }

    @Test
    void bringsColumnsAndOrderBackAsTheyWereLeft() {
        DatabaseConnection connection = database(Engine.SQLITE, 30);
        TableTab tab = open(connection, "customers");
        onFx(() -> {
            grid().columnLayout().move(1, 0);
            grid().columnLayout().hide(2);
            grid().columnLayout().resize(0, 222);
            grid().columnLayout().freeze(1);
            grid().orderProperty().set(List.of(new GridSort(0, true)));
            tab.onHide();
            tab.dispose();
            return true;
        });
        open(connection, "customers");
        waitFor("the order", () -> grid().orderProperty().get().equals(List.of(new GridSort(0, true))));
        assertThat(onFx(() -> grid().columnLayout().shown().subList(0, 2))).containsExactly(1, 0);
        assertThat(onFx(() -> grid().columnLayout().hidden())).containsExactly(2);
        assertThat(onFx(() -> grid().columnLayout().widthAt(0))).isEqualTo(222);
        assertThat(onFx(() -> grid().columnLayout().frozen())).isEqualTo(1);
        assertThat(text(0, 0)).isEqualTo("30");
    }

    @Test
    void followsAForeignKey() {
        DatabaseConnection connection = database(Engine.SQLITE, 30);
        TableTab tab = open(connection, "orders");
        select(6, 1);
        onFx(() -> {
            tab.actions().stream()
                    .filter(action -> action.id().equals("table.follow"))
                    .findFirst()
                    .orElseThrow()
                    .run();
            return true;
        });
        assertThat(opened).hasSize(1);
        assertThat(opened.getFirst().field("table")).contains("customers");
        assertThat(opened.getFirst().field("filters")).contains("id.eq.7");
    }

    @Test
    void showsALongValueWhole() {
        DatabaseConnection connection = database(Engine.POSTGRESQL, 10);
        open(connection, "customers");
        select(2, 4);
        robot().type(KeyCode.F2);
        Scene dialog = dialog();
        waitFor("the text", () -> dialog.getRoot().lookup(".text-area") != null);
        assertThat(onFx(() -> ((javafx.scene.control.TextArea) dialog.getRoot().lookup(".text-area"))
                        .getText()
                        .length()))
                .isEqualTo(20_000);
        Pictures.takeOwnSize(dialog, "table-value");
    }
}

package dev.wheelhouse.ui.databases.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.ui.controls.grid.GridRange;
import dev.wheelhouse.ui.controls.grid.GridRow;
import dev.wheelhouse.ui.controls.grid.GridSort;
import dev.wheelhouse.ui.databases.rows.RefusedEdit;
import dev.wheelhouse.ui.databases.rows.RowPlace;
import dev.wheelhouse.ui.databases.tabs.TabNavigator;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tab's logic over a real SQLite file, everything on one thread. */
class TableViewModelTest {

    @TempDir
    private Path folder;

    private final SameThreadBackground background = new SameThreadBackground();
    private final List<TabState> opened = new ArrayList<>();
    private OpenCore core;
    private FakeWorkbench workbench;
    private DatabaseConnection connection;

    @BeforeEach
    void start() {
        core = new OpenCore(folder);
        workbench = new FakeWorkbench(background, core::caller);
        connection = core.connect(Engine.SQLITE);
        core.run(connection, """
            create table item (id integer primary key, name text not null, price numeric, other int references item);
            create table loose (a text);
            insert into loose values ('x');
            with recursive g(i) as (select 1 union all select i + 1 from g where i < 5000)
            insert into item select i, 'Item ' || i, i * 2, null from g;
            """);
    }

    @AfterEach
    void stop() {
        core.close();
    }

    private TableViewModel open(DatabaseConnection of, String table) {
        TabNavigator navigator = new TabNavigator() {
            @Override
            public void open(TabState state) {
                opened.add(state);
            }

            @Override
            public void stateChanged() {}
        };
        TableViewModel model = new TableViewModel(
                core.databases(),
                workbench,
                navigator,
                new RowPlace(of, "main", table),
                TabState.table(of.id(), "main", table));
        model.open();
        model.rows().show(0, 29);
        return model;
    }

    /** The rows as JSON. */
    private String query(String sql) throws IOException {
        ByteArrayOutputStream rows = new ByteArrayOutputStream();
        Objects.requireNonNull(core.databases()
                        .queries()
                        .run(core.caller(), connection.id(), new QueryRequest(sql, false, null, 100, null, null))
                        .rows())
                .writeTo(rows);
        return rows.toString(StandardCharsets.UTF_8);
    }

    private static String text(TableViewModel model, long row, int column) {
        return Objects.requireNonNull(model.rows().rowAt(row)).cell(column).text();
    }

    @Test
    void showsAnyPlaceTheScrollBarLeadsTo() {
        TableViewModel model = open(connection, "item");
        assertThat(model.counts().textProperty().get()).isEqualTo("5,000 rows");

        model.rows().show(4970, 4999);
        assertThat(text(model, 4999, 0)).isEqualTo("5000");

        model.rows().show(2500, 2529);
        background.advance(Duration.ofMillis(100));
        assertThat(Integer.parseInt(text(model, 2500, 0))).isBetween(2400, 2600);
        assertThat(model.rows().isPlaceExact(2500)).isFalse();
    }

    @Test
    void sortsAndFiltersFromTheBeginning() {
        TableViewModel model = open(connection, "item");
        model.sort(List.of(new GridSort(2, true)));
        assertThat(text(model, 0, 0)).isEqualTo("5000");

        model.filterBy(0, 1);
        assertThat(model.filtersProperty().get()).isEqualTo("name.eq.Item 5000");
        assertThat(model.rows().rowCount()).isEqualTo(1);
        assertThat(model.rowsCall().target())
                .contains("filters=name.eq.Item%205000")
                .contains("sort=");
    }

    @Test
    void guardsEveryValueThatWasRead() {
        TableViewModel model = open(connection, "item");
        model.editing().setText(0, 1, "New");
        assertThat(model.editing().edits().getFirst().key().keySet())
                .containsExactlyInAnyOrder("id", "name", "price", "other");
        assertThat(model.editing().edits().getFirst().values()).containsOnlyKeys("name");

        model.editing().setText(0, 1, "Item 1");
        assertThat(model.editing().stagedCountProperty().get()).isZero();
    }

    @Test
    void findsTheConflictAndAppliesMineOverTheirs() {
        TableViewModel model = open(connection, "item");
        model.editing().setText(0, 1, "Mine");
        core.run(connection, "update item set name = 'Theirs', price = 7 where id = 1");
        model.editing().apply();

        RefusedEdit dispute =
                Objects.requireNonNull(model.editing().disputeProperty().get());
        assertThat(dispute.cells()).extracting(RefusedEdit.DisputedCell::name).containsExactly("name", "price");
        assertThat(dispute.cells().getFirst().isContested()).isTrue();
        model.editing().settle(dispute, Set.of());

        assertThat(text(model, 0, 1)).isEqualTo("Mine");
        assertThat(text(model, 0, 2)).isEqualTo("7");
        assertThat(model.editing().stagedCountProperty().get()).isZero();
    }

    @Test
    void keepsWhatIsTypedWhileEditsAreApplied() throws IOException {
        core.run(connection, """
                create trigger counted after update of name on item begin
                    update item set price = price + 1 where id = new.id;
                end""");
        TableViewModel model = open(connection, "item");
        model.editing().blocks().duplicate(List.of(new GridRange(4, 4, List.of(0, 1, 2, 3), true)));
        model.editing().setText(1, 1, "Sent");
        model.editing().setText(2, 1, "Sent");
        model.editing().setText(3, 1, "Sent");
        model.editing().blocks().delete(List.of(new GridRange(4, 4, List.of(0), true)));
        background.hold();
        model.editing().apply();

        model.editing().setText(1, 3, "7");
        model.editing().setText(2, 1, "Later");
        model.editing().setText(3, 1, "Item 3");
        model.editing().setText(6, 1, "Elsewhere");
        model.editing().blocks().delete(List.of(new GridRange(8, 8, List.of(0), true)));
        assertThat(model.editing().obstacle(0, 1))
                .hasValueSatisfying(why -> assertThat(why).contains("being applied"));
        assertThatThrownBy(() -> model.editing().setText(4, 1, "Gone already"))
                .isInstanceOf(IllegalArgumentException.class);
        model.editing().blocks().delete(List.of(new GridRange(0, 0, List.of(0), true)));
        model.editing().revert();
        background.release();

        assertThat(query("select group_concat(name || price, ', ') as found from item where id < 4"))
                .isEqualTo("{\"found\":\"Sent3, Sent5, Sent7\"}");
        assertThat(model.editing().stagedCountProperty().get()).isEqualTo(5);
        model.editing().apply();

        assertThat(workbench.errors).isEmpty();
        assertThat(model.trouble().textProperty().get()).isEmpty();
        assertThat(model.editing().disputeProperty().get()).isNull();
        assertThat(model.editing().stagedCountProperty().get()).isZero();
        assertThat(query("select group_concat(id || name || ifnull(other, ''), ', ') as found from item where id < 9"))
                .isEqualTo("{\"found\":\"1Sent7, 2Later, 3Item 3, 5Item 5, 6Elsewhere, 7Item 7\"}");
        assertThat(query("select count(*) as found from item where name = 'Item 5'"))
                .isEqualTo("{\"found\":2}");
    }

    @Test
    void namesTheRightRowWhenMoreIsStagedWhileAnApplyIsRefused() {
        TableViewModel model = open(connection, "item");
        model.editing().setText(0, 1, "First");
        model.editing().setText(1, 1, "Second");
        core.run(connection, "update item set name = 'Theirs' where id = 2");
        background.hold();
        model.editing().apply();
        model.editing().blocks().delete(List.of(new GridRange(9, 9, List.of(0), true)));
        background.release();

        RefusedEdit dispute =
                Objects.requireNonNull(model.editing().disputeProperty().get());
        assertThat(dispute.mine().values()).containsEntry(1, new RawJson("\"Second\""));
        model.editing().settle(dispute, null);
        assertThat(model.editing().edits()).hasSize(2);
    }

    @Test
    void tellsOfARowThatIsGone() {
        TableViewModel model = open(connection, "item");
        model.editing().setText(0, 1, "Mine");
        core.run(connection, "delete from item where id = 1");
        model.editing().apply();

        RefusedEdit dispute =
                Objects.requireNonNull(model.editing().disputeProperty().get());
        assertThat(dispute.isGone()).isTrue();
        model.editing().settle(dispute, null);
        assertThat(text(model, 0, 0)).isEqualTo("2");
    }

    @Test
    void insertsDuplicatesAndPastesABlock() {
        TableViewModel model = open(connection, "item");
        model.editing().blocks().duplicate(List.of(new GridRange(0, 0, List.of(0, 1, 2, 3), true)));
        assertThat(model.rows().rowCount()).isEqualTo(5001);
        assertThat(text(model, 0, 1)).isEqualTo("Item 1");
        assertThat(Objects.requireNonNull(model.rows().rowAt(0)).mark()).isEqualTo(GridRow.Mark.ADDED);

        model.editing().blocks().paste(1, List.of(1, 2), "One\t1.5\nTwo\t\n");
        assertThat(text(model, 1, 1)).isEqualTo("One");
        assertThat(model.editing().valueAt(2, 2)).contains(RawJson.NULL);
        model.editing().apply();

        assertThat(workbench.errors).isEmpty();
        assertThat(model.rows().rowCount()).isEqualTo(5001);
        assertThat(text(model, 0, 1)).isEqualTo("One");
        assertThat(text(model, 0, 2)).isEqualTo("1.5");
    }

    @Test
    void refusesWhatCannotBeNull() {
        TableViewModel model = open(connection, "item");
        model.editing().blocks().delete(List.of(new GridRange(0, 1, List.of(1), false)));
        assertThat(model.editing().stagedCountProperty().get()).isZero();
        assertThat(workbench.notices).hasSize(1);
    }

    @Test
    void saysWhyRowsCannotBeChanged() {
        DatabaseConnection locked = core.connectFile("file0", Environment.PRODUCTION, true);
        TableViewModel model = open(locked, "item");
        assertThat(model.editing().noteProperty().get()).startsWith("Read-only connection");
        assertThat(model.editing().obstacle(0, 1)).isPresent();
        model.editing().insert();
        assertThat(model.editing().stagedCountProperty().get()).isZero();
    }

    @Test
    void followsAForeignKeyAndTellsTheWayBack() {
        TableViewModel model = open(connection, "item");
        model.editing().setText(0, 3, "7");
        model.links().follow(model.place(), 0, 3);
        assertThat(opened.getFirst().fields())
                .containsEntry("filters", "id.eq.7")
                .containsEntry("fromTable", "item");
    }

    @Test
    void keepsEditsWhenTheColumnsChanged() {
        TableViewModel model = open(connection, "item");
        model.editing().setText(0, 1, "Kept");
        core.run(connection, "alter table item add column extra text");
        // The console remembers what a table is made of for two seconds.
        core.databases().tables().describe(core.caller(), connection.id(), "main", "item");
        model.refresh();

        assertThat(model.trouble().textProperty().get()).contains("columns of this table were changed");
        model.editing().revert();
        assertThat(model.rows().columns()).hasSize(5);
    }

    @Test
    void saysWhatClosingWouldLose() {
        TableViewModel model = open(connection, "item");
        assertThat(model.editing().unsaved()).isEmpty();
        model.editing().setText(0, 1, "Kept");
        assertThat(model.editing().unsaved()).contains("1 changed row of item");
    }
}

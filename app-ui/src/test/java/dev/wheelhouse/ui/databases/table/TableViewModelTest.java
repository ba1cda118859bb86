package dev.wheelhouse.ui.databases.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.ui.controls.grid.GridRange;
import dev.wheelhouse.ui.controls.grid.GridRow;
import dev.wheelhouse.ui.controls.grid.GridSort;
import dev.wheelhouse.ui.databases.rows.RowDispute;
import dev.wheelhouse.ui.databases.rows.RowPlace;
import dev.wheelhouse.ui.databases.tabs.TabNavigator;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
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

        RowDispute dispute =
                Objects.requireNonNull(model.editing().disputeProperty().get());
        assertThat(dispute.cells()).extracting(RowDispute.DisputedCell::name).containsExactly("name", "price");
        assertThat(dispute.cells().getFirst().isContested()).isTrue();
        model.editing().settle(dispute, Set.of());

        assertThat(text(model, 0, 1)).isEqualTo("Mine");
        assertThat(text(model, 0, 2)).isEqualTo("7");
        assertThat(model.editing().stagedCountProperty().get()).isZero();
    }

    @Test
    void tellsOfARowThatIsGone() {
        TableViewModel model = open(connection, "item");
        model.editing().setText(0, 1, "Mine");
        core.run(connection, "delete from item where id = 1");
        model.editing().apply();

        RowDispute dispute =
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

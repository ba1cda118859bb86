package dev.wheelhouse.ui.databases.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.rows.SortKey;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.ui.controls.grid.CopyFormat;
import dev.wheelhouse.ui.controls.grid.GridRange;
import dev.wheelhouse.ui.databases.rows.RowCopying;
import dev.wheelhouse.ui.databases.rows.RowPlace;
import dev.wheelhouse.ui.databases.tabs.TabNavigator;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copying rows of a table that are mostly not in the window. */
class TableCopyTest {

    @TempDir
    private Path folder;

    private OpenCore core;
    private FakeWorkbench workbench;
    private DatabaseConnection connection;
    private TableViewModel model;
    private RowCopying copying;

    @BeforeEach
    void start() {
        core = new OpenCore(folder);
        workbench = new FakeWorkbench(new SameThreadBackground(), core::caller);
        connection = core.connect(Engine.SQLITE);
        core.run(connection, """
            create table item (id integer primary key, name text, body text, twice integer generated always as (id * 2));
            with recursive g(i) as (select 1 union all select i + 1 from g where i < 25000)
            insert into item (id, name) select i, 'Item ' || i from g;
            update item set body = replace(hex(zeroblob(300)), '00', 'ab') where id = 2;
            update item set body = replace(hex(zeroblob(900000)), '00', 'cd') where id = 3;
            """);
        open(List.of());
    }

    private void open(List<SortKey> order) {
        TabNavigator navigator = new TabNavigator() {
            @Override
            public void open(TabState state) {}

            @Override
            public void stateChanged() {}
        };
        model = new TableViewModel(
                core.databases(),
                workbench,
                navigator,
                new RowPlace(connection, "main", "item"),
                TabState.table(connection.id(), "main", "item"));
        copying = new RowCopying(core.databases(), workbench, model);
        model.orderAsLeft(order);
        model.open();
        model.rows().show(0, 29);
    }

    @AfterEach
    void stop() {
        core.close();
    }

    private static GridRange range(long first, long last, Integer... columns) {
        return new GridRange(first, last, List.of(columns), false);
    }

    @Test
    void asksForManyRowsAndThenCopiesThemAllWithWhatIsStaged() {
        model.editing().setText(0, 1, "Changed");
        copying.copy(List.of(range(0, 24_999, 0, 1)), CopyFormat.TSV);
        assertThat(workbench.questions).hasSize(1);
        assertThat(workbench.questions.getFirst().title()).isEqualTo("Copy 25,000 rows?");
        List<String> lines = workbench.copied.getLast().lines().toList();
        assertThat(lines).hasSize(25_000);
        assertThat(lines.getFirst()).isEqualTo("1\tChanged");
        assertThat(lines.getLast()).isEqualTo("25000\tItem 25000");

        workbench.answer = false;
        copying.copy(List.of(range(0, 24_999, 0)), CopyFormat.TSV);
        assertThat(workbench.copied).hasSize(1);
    }

    @Test
    void copiesNewRowsBeforeThoseOfTheTable() {
        model.editing().insert();
        model.editing().setText(0, 1, "New");
        copying.copy(List.of(range(0, 2000, 1)), CopyFormat.TSV);
        List<String> lines = workbench.copied.getLast().lines().toList();
        assertThat(lines).hasSize(2001).startsWith("New", "Item 1");
        assertThat(lines.getLast()).isEqualTo("Item 2000");
    }

    @Test
    void readsCutValuesWholeAndAsksWithTheirSizeWhenTheyAreLarge() {
        copying.copy(List.of(range(1, 1, 2)), CopyFormat.TSV);
        assertThat(workbench.questions).isEmpty();
        assertThat(workbench.copied.getLast()).isEqualTo("ab".repeat(300));
        copying.copy(List.of(range(2, 2, 2)), CopyFormat.JSON);
        assertThat(workbench.questions.getLast().title()).isEqualTo("Copy 1.7 MiB?");
        assertThat(workbench.copied.getLast()).contains("\"" + "cd".repeat(900_000) + "\"");
    }

    @Test
    void copiesInsertsWithEveryValueAndNamesWhatNoStatementMaySet() {
        copying.copyAsInsert(List.of(range(1, 700, 0, 1, 2, 3)));
        List<String> statements = workbench.copied.getLast().lines().toList();
        assertThat(statements).hasSize(700);
        assertThat(statements.getFirst()).contains("'" + "ab".repeat(300) + "'");
        assertThat(statements.get(1)).contains("cd".repeat(900_000));
        assertThat(workbench.notices.getLast().text()).contains("Without twice");
    }

    @Test
    void comesBackInTheOrderItWasLeftEvenWhenItsColumnIsGone() {
        open(List.of(new SortKey("id", true)));
        assertThat(Objects.requireNonNull(model.rows().rowAt(0)).cell(0).text()).isEqualTo("25000");
        open(List.of(new SortKey("gone", true)));
        assertThat(model.failureProperty().get()).isNull();
        assertThat(Objects.requireNonNull(model.rows().rowAt(0)).cell(0).text()).isEqualTo("1");
    }
}

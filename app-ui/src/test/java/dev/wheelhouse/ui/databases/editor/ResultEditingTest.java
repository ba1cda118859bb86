package dev.wheelhouse.ui.databases.editor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.editor.ResultPage;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.ui.controls.grid.CopyFormat;
import dev.wheelhouse.ui.controls.grid.GridCell;
import dev.wheelhouse.ui.controls.grid.GridRange;
import dev.wheelhouse.ui.controls.grid.GridRow;
import dev.wheelhouse.ui.databases.rows.RefusedEdit;
import dev.wheelhouse.ui.databases.rows.RowCopying;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Editing and copying the rows of a result, everything on one thread. */
class ResultEditingTest {

    @TempDir
    private Path temporary;

    private final SameThreadBackground background = new SameThreadBackground();
    private SqlFixture fixture;
    private DatabaseConnection shop;
    private SqlViewModel model;

    @BeforeEach
    void open() {
        fixture = new SqlFixture(temporary.resolve("home"), background);
        shop = fixture.sqlite(Environment.DEVELOPMENT);
        fixture.run(shop, "UPDATE orders SET customer_id = 3");
        model = new SqlViewModel(fixture.services, fixture.bench, shop);
    }

    @AfterEach
    void close() {
        model.dispose();
        fixture.close();
    }

    private ResultModel result(String sql) {
        model.run(SqlFixture.text(sql), SqlPiece.Extent.SCRIPT);
        return model.results().getLast();
    }

    private static GridCell cell(ResultModel result, long row, int column) {
        return Objects.requireNonNull(result.rows().rowAt(row)).cell(column);
    }

    private String value(String sql) {
        SqlViewModel other = new SqlViewModel(fixture.services, fixture.bench, shop);
        other.run(SqlFixture.text(sql), SqlPiece.Extent.SCRIPT);
        String text = cell(other.results().getLast(), 0, 0).text();
        other.dispose();
        return text;
    }

    @Test
    void editsUnderAnotherNameGuardsWhatWasReadAndReadsTheRowAgain() {
        ResultModel result = result("SELECT name AS who, upper(name) AS loud, customer_id FROM customers ORDER BY 3");
        assertThat(result.editing().noteProperty().get()).isEmpty();
        result.editing().setText(0, 0, "Ada King");
        assertThat(Objects.requireNonNull(result.rows().rowAt(0)).mark()).isEqualTo(GridRow.Mark.CHANGED);
        assertThat(cell(result, 0, 0).changed()).isTrue();
        var edit = result.editing().edits().getFirst();
        assertThat(edit.key()).containsOnlyKeys("customer_id", "name");
        assertThat(edit.values()).containsOnlyKeys("name");
        List<String> shown = new ArrayList<>();
        result.editing().preview(shown::addAll);
        assertThat(shown.getFirst()).startsWith("UPDATE").contains("'Ada King'");

        result.editing().apply();

        assertThat(value("SELECT name FROM customers WHERE customer_id = 1")).isEqualTo("Ada King");
        assertThat(cell(result, 0, 0).text()).isEqualTo("Ada King");
        assertThat(cell(result, 0, 0).changed()).isFalse();
        assertThat(result.summaryProperty().get()).contains("computed values as of the run");
        result.editing().setText(0, 0, "Ada Again");
        result.editing().apply();
        assertThat(value("SELECT name FROM customers WHERE customer_id = 1")).isEqualTo("Ada Again");
    }

    @Test
    void deletesRowsAndFollowsAKeyThatWasChanged() {
        ResultModel result = result("SELECT * FROM customers ORDER BY customer_id");
        result.editing().blocks().delete(List.of(new GridRange(3, 3, List.of(0, 1, 2), true)));
        result.editing().setText(0, 0, "77");
        result.editing().apply();
        assertThat(result.rows().rowCount()).isEqualTo(3);
        assertThat(cell(result, 0, 0).text()).isEqualTo("77");
        assertThat(value("SELECT count(*) FROM customers")).isEqualTo("3");
    }

    @Test
    void showsTheConflictAndKeepsMine() {
        ResultModel result = result("SELECT customer_id, name, city FROM customers ORDER BY 1");
        result.editing().setText(0, 1, "Mine");
        fixture.run(shop, "UPDATE customers SET name = 'Theirs', city = 'Paris' WHERE customer_id = 1");
        result.editing().apply();
        RefusedEdit dispute =
                Objects.requireNonNull(result.editing().disputeProperty().get());
        assertThat(dispute.cells()).extracting(RefusedEdit.DisputedCell::name).containsExactly("name", "city");
        result.editing().settle(dispute, Set.of());
        assertThat(cell(result, 0, 1).text()).isEqualTo("Mine");
        assertThat(cell(result, 0, 2).text()).isEqualTo("Paris");
    }

    @Test
    void takesTheRowAwayThatSomebodyDeleted() {
        ResultModel result = result("SELECT customer_id, name FROM customers ORDER BY 1");
        result.editing().setText(1, 1, "Mine");
        fixture.run(shop, "DELETE FROM customers WHERE customer_id = 2");
        result.editing().apply();
        RefusedEdit dispute =
                Objects.requireNonNull(result.editing().disputeProperty().get());
        assertThat(dispute.isGone()).isTrue();
        result.editing().settle(dispute, null);
        assertThat(result.rows().rowCount()).isEqualTo(3);
    }

    @Test
    void saysWhyRowsAreReadOnlyAndWhereNewOnesAreAdded() {
        ResultModel joined = result("SELECT c.name FROM customers c JOIN orders o USING (customer_id)");
        assertThat(joined.editing().noteProperty().get()).contains("more than one table");
        assertThat(joined.editing().obstacle(0, 0)).isPresent();
        ResultModel result = result("SELECT customer_id, name, upper(name) FROM customers");
        assertThat(result.editing().obstacle(0, 2))
                .hasValueSatisfying(words -> assertThat(words).contains("computes"));
        result.editing().insert();
        assertThat(fixture.bench.notices.getLast().text()).contains("Open customers");
        assertThat(result.editing().stagedCountProperty().get()).isZero();
    }

    @Test
    void keepsAResultWithStagedEditsBesideThoseOfLaterRuns() {
        ResultModel result = result("SELECT customer_id, name FROM customers");
        result.editing().setText(0, 1, "Kept");
        assertThat(model.unsaved()).containsExactly("1 changed row of customers");
        ResultModel next = result("SELECT 1");
        result("SELECT 2");
        assertThat(fixture.bench.questions).isEmpty();
        assertThat(model.results()).hasSize(2).contains(result).doesNotContain(next);
        assertThat(result.titleProperty().get()).isEqualTo("Result 1 (before)");
        assertThat(model.results().getLast().titleProperty().get()).isEqualTo("Result 1");

        result.editing().apply();
        assertThat(value("SELECT name FROM customers WHERE name = 'Kept'")).isEqualTo("Kept");
        ResultModel last = result("SELECT 3");
        assertThat(model.results()).containsExactly(last);
    }

    /** A slow statement runs, and the rows of the one before are edited meanwhile. */
    @Test
    void keepsWhatIsStagedWhileAStatementRuns() {
        ResultModel result = result("SELECT customer_id, name FROM customers");
        background.hold();
        model.run(SqlFixture.text("SELECT 1"), SqlPiece.Extent.SCRIPT);
        result.editing().setText(0, 1, "Kept");
        background.release();
        assertThat(model.results()).hasSize(2).contains(result);
        assertThat(result.editing().stagedCountProperty().get()).isEqualTo(1);
    }

    @Test
    void saysHowManyRowsWereInsertedChangedAndDeleted() {
        ResultModel result = result("SELECT customer_id, name FROM customers ORDER BY 1");
        result.editing().setText(0, 1, "One");
        result.editing().apply();
        assertThat(fixture.bench.notices.getLast().text()).isEqualTo("1 row was changed.");
        result.editing().setText(0, 1, "Two");
        result.editing().blocks().delete(List.of(new GridRange(3, 3, List.of(0, 1), true)));
        result.editing().apply();
        assertThat(fixture.bench.notices.getLast().text()).isEqualTo("1 row was deleted, 1 changed.");
    }

    @Test
    void keepsTextThatIsNoJsonYetWithWhatIsWrongWithIt() {
        DatabaseConnection postgres = fixture.postgres(Environment.DEVELOPMENT);
        fixture.run(
                postgres,
                "CREATE TABLE notes (id int PRIMARY KEY, data jsonb); INSERT INTO notes VALUES (1, '{\"a\": 1}')");
        SqlViewModel other = new SqlViewModel(fixture.services, fixture.bench, postgres);
        other.run(SqlFixture.text("SELECT * FROM notes"), SqlPiece.Extent.SCRIPT);
        ResultModel result = other.results().getLast();
        result.editing().keepText(0, 1, "[\"a\", b");
        assertThat(cell(result, 0, 1).text()).isEqualTo("[\"a\", b");
        assertThat(Objects.requireNonNull(result.rows().rowAt(0)).problem()).startsWith("data: This is not JSON");
        result.editing().apply();
        assertThat(result.editing().stagedCountProperty().get()).isEqualTo(1);
        assertThat(Objects.requireNonNull(result.rows().rowAt(0)).problem()).contains("json");

        result.editing().setText(0, 1, "[\"a\", \"b\"]");
        result.editing().apply();
        assertThat(cell(result, 0, 1).text()).isEqualTo("[\"a\", \"b\"]");
        other.dispose();
    }

    @Test
    void closesItsOwnOpenResultBeforeItWrites() {
        ResultModel result = result("SELECT * FROM orders");
        assertThat(result.restProperty().get()).isEqualTo(ResultPage.Rest.LOADABLE);
        result.editing().setText(0, 2, "9.5");
        result.editing().apply();
        assertThat(fixture.bench.errors).isEmpty();
        assertThat(value("SELECT total FROM orders WHERE order_id = 1")).isEqualTo("9.5");
        assertThat(result.restProperty().get()).isEqualTo(ResultPage.Rest.RUN_AGAIN);
    }

    @Test
    void doesNotWriteWhileItsTabHoldsATransaction() {
        ResultModel result = result("SELECT * FROM customers");
        result.editing().setText(0, 1, "Mine");
        model.autoCommitProperty().set(false);
        fixture.bench.answer = true;
        model.run(SqlFixture.text("UPDATE orders SET total = 1 WHERE order_id = 1"), SqlPiece.Extent.SCRIPT);
        result.editing().apply();
        assertThat(fixture.bench.notices.getLast().text()).contains("transaction is open");
        model.rollback();
    }

    @Test
    void editsPostgresUnderAliasesWithLongValuesAsGuards() {
        DatabaseConnection postgres = fixture.postgres(Environment.DEVELOPMENT);
        fixture.run(postgres, """
            CREATE TABLE docs (a int, b text, body text, data jsonb, PRIMARY KEY (a, b));
            INSERT INTO docs SELECT i, 'k' || i, repeat('x', 1000), '{"n": 1.10}' FROM generate_series(1, 200) i
            """);
        SqlViewModel other = new SqlViewModel(fixture.services, fixture.bench, postgres);
        other.run(
                SqlFixture.text("SELECT body AS text, b AS second, a AS first, data FROM docs ORDER BY a"),
                SqlPiece.Extent.SCRIPT);
        ResultModel result = other.results().getLast();
        for (int row = 0; row < 120; row++) {
            result.editing().set(row, 3, new RawJson("{\"n\": " + row + ".50}"));
        }
        assertThat(result.editing().edits().getFirst().key()).containsOnlyKeys("a", "b", "body", "data");
        result.editing().apply();
        assertThat(fixture.bench.errors).isEmpty();
        assertThat(cell(result, 119, 3).text()).isEqualTo("{\"n\": 119.50}");
        assertThat(cell(result, 119, 0).kind()).isEqualTo(GridCell.Kind.CUT);
        other.dispose();
    }

    @Test
    void copiesLongValuesWholeAndAsksWhenTheyAreLarge() {
        fixture.run(shop, """
            CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT);
            INSERT INTO notes VALUES (1, replace(hex(zeroblob(500)), '00', 'ab')),
                (2, replace(hex(zeroblob(1500000)), '00', 'cd'))
            """);
        ResultModel result = result("SELECT * FROM notes ORDER BY id");
        RowCopying copying = new RowCopying(fixture.services.databases(), fixture.bench, result);
        copying.copy(List.of(new GridRange(0, 0, List.of(1), false)), CopyFormat.TSV);
        assertThat(fixture.bench.copied.getLast()).isEqualTo("ab".repeat(500));
        assertThat(fixture.bench.questions).isEmpty();
        copying.copyAsInsert(List.of(new GridRange(0, 1, List.of(0, 1), true)));
        assertThat(fixture.bench.questions.getLast().text()).contains("2.9 MiB");
        assertThat(fixture.bench.copied.getLast())
                .contains("ab".repeat(500))
                .contains("cd".repeat(1500000))
                .startsWith("INSERT INTO");
    }

    @Test
    void saysThatOnlyBeginningsOfHugeValuesCanBeCopiedWithoutAKey() {
        ResultModel result = result("SELECT replace(hex(zeroblob(1500000)), '00', 'cd') AS body");
        RowCopying copying = new RowCopying(fixture.services.databases(), fixture.bench, result);
        fixture.bench.answer = false;
        copying.copy(List.of(new GridRange(0, 0, List.of(0), true)), CopyFormat.TSV);
        assertThat(fixture.bench.questions.getLast().title()).isEqualTo("Copy only beginnings?");
        assertThat(fixture.bench.copied).isEmpty();
        copying.copyAsInsert(List.of(new GridRange(0, 0, List.of(0), true)));
        assertThat(fixture.bench.notices.getLast().text()).contains("no table");
    }
}

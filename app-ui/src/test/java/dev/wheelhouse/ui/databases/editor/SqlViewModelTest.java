package dev.wheelhouse.ui.databases.editor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.editor.ResultPage;
import dev.wheelhouse.core.databases.export.ExportFormat;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.ui.controls.editor.TextRange;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlViewModelTest {

    @TempDir
    private Path temporary;

    private final SameThreadBackground background = new SameThreadBackground();
    private SqlFixture fixture;
    private SqlViewModel model;

    @BeforeEach
    void open() {
        fixture = new SqlFixture(temporary.resolve("home"), background);
        model = model(fixture.sqlite(Environment.DEVELOPMENT));
    }

    private SqlViewModel model(DatabaseConnection connection) {
        return new SqlViewModel(fixture.services, fixture.bench, connection);
    }

    @AfterEach
    void close() {
        model.dispose();
        fixture.close();
    }

    private void script(String sql) {
        model.run(SqlFixture.text(sql), SqlPiece.Extent.SCRIPT);
    }

    @Test
    void runsTheStatementAtTheCaretAlone() {
        String text = "SELECT 1 AS a;\n\nSELECT 2 AS b;\nSELECT 3 AS c";
        int caret = text.indexOf("2 AS b");
        model.run(new RunText(() -> text, caret, new TextRange(caret, caret)), SqlPiece.Extent.STATEMENT);
        assertThat(model.results()).hasSize(1);
        assertThat(model.results().getFirst().rows().columns().getFirst().name())
                .isEqualTo("b");
        assertThat(model.messages()).hasSize(1);
    }

    @Test
    void runsNothingThatWasCancelledWhileItsSessionWasOpened() {
        String sql = "DELETE FROM orders WHERE order_id = 1";
        RunText text = new RunText(
                () -> {
                    // Whatever follows the reading of the text takes long.
                    background.hold();
                    return sql;
                },
                sql.length(),
                new TextRange(sql.length(), sql.length()));
        model.run(text, SqlPiece.Extent.STATEMENT);
        assertThat(model.runningProperty().get()).isTrue();
        model.cancel();
        background.release();
        assertThat(model.messages()).isEmpty();
        assertThat(model.statusProperty().get()).isEqualTo("Cancelled");
        script("SELECT * FROM orders WHERE order_id = 1");
        assertThat(model.results().getFirst().rows().rowCount()).isOne();
    }

    @Test
    void runsWhatIsSelectedAndPlacesItsErrorInTheWholeText() {
        SqlViewModel postgres = model(fixture.postgres(Environment.DEVELOPMENT));
        String text = "SELECT 1;\nSELECT 😀, nowhere FROM pg_class;";
        int start = text.indexOf("SELECT 😀");
        postgres.run(new RunText(() -> text, 0, new TextRange(start, text.length())), SqlPiece.Extent.STATEMENT);
        SqlViewModel.ErrorMark mark =
                Objects.requireNonNull(postgres.errorProperty().get());
        assertThat(text.substring(mark.range().start(), mark.range().end())).isIn("😀", "nowhere");
        assertThat(postgres.messages().getLast().level()).isEqualTo(RunMessage.Level.FAILED);
        postgres.dispose();
    }

    @Test
    void tellsThatAStatementFailedUntilAnotherOneRuns() {
        script("SELECT 1");
        assertThat(model.failedProperty().get()).isFalse();
        script("SELECT nothing FROM nowhere");
        assertThat(model.failedProperty().get()).isTrue();
        assertThat(model.statusProperty().get()).isEqualTo("Failed");
        script("SELECT 1");
        assertThat(model.failedProperty().get()).isFalse();
    }

    @Test
    void showsAResultForEachStatementAndLoadsMore() {
        script("SELECT * FROM customers; SELECT * FROM orders");
        assertThat(model.results())
                .extracting(each -> each.titleProperty().get())
                .containsExactly("Result 1", "Result 2");
        ResultModel orders = model.results().getLast();
        assertThat(orders.rows().rowCount()).isEqualTo(1000);
        assertThat(orders.restProperty().get()).isEqualTo(ResultPage.Rest.LOADABLE);
        model.loadMore(orders);
        model.loadMore(orders);
        assertThat(orders.rows().rowCount()).isEqualTo(2500);
        assertThat(orders.restProperty().get()).isEqualTo(ResultPage.Rest.NONE);
    }

    @Test
    void asksForValuesAndRemembersThem() {
        script("SELECT name FROM customers WHERE city = :city");
        assertThat(model.results()).isEmpty();
        assertThat(model.parameters()).extracting(ParameterField::name).containsExactly("city");
        model.parameters().getFirst().valueProperty().set("London");
        script("SELECT name FROM customers WHERE city = :city");
        assertThat(model.results().getFirst().rows().rowCount()).isEqualTo(1);
        script("SELECT 1");
        script("SELECT :other, :city");
        assertThat(model.parameters().getLast().valueProperty().get()).isEqualTo("London");
    }

    @Test
    void asksBeforeItDestroys() {
        script("DELETE FROM orders");
        Confirmation asked = Objects.requireNonNull(model.confirmationProperty().get());
        assertThat(asked.items()).hasSize(1);
        assertThat(asked.items().getFirst().object()).isEqualTo("orders");
        assertThat(asked.items().getFirst().impact()).isEqualTo("about 2,500 rows");
        assertThat(asked.typed()).isEmpty();
        asked.confirmed().run();
        script("SELECT count(*) AS n FROM orders");
        assertThat(Objects.requireNonNull(model.results().getFirst().rows().rowAt(0))
                        .cell(0)
                        .text())
                .isEqualTo("0");
    }

    @Test
    void wantsTheNameTypedBeforeADropOnProduction() {
        SqlViewModel production = model(fixture.postgres(Environment.PRODUCTION));
        production.run(SqlFixture.text("DROP TABLE IF EXISTS things"), SqlPiece.Extent.SCRIPT);
        Confirmation asked =
                Objects.requireNonNull(production.confirmationProperty().get());
        assertThat(asked.typed()).containsExactly("things");
        production.dispose();
    }

    @Test
    void showsTheTransactionAndEndsIt() {
        model.autoCommitProperty().set(false);
        script("INSERT INTO customers VALUES (9, 'x', 'y')");
        assertThat(model.transactionProperty().get().style()).isEqualTo("open");
        assertThat(model.unsaved()).singleElement().asString().startsWith("an open transaction");
        model.rollback();
        assertThat(model.transactionProperty().get()).isEqualTo(TransactionChip.IDLE);
        script("SELECT count(*) FROM customers");
        assertThat(Objects.requireNonNull(model.results().getFirst().rows().rowAt(0))
                        .cell(0)
                        .text())
                .isEqualTo("4");
    }

    @Test
    void explainsAsATree() {
        SqlViewModel postgres = model(fixture.postgres(Environment.DEVELOPMENT));
        postgres.explain(SqlFixture.text("SELECT * FROM generate_series(1, 10) i ORDER BY i"), true);
        PlanNode plan = Objects.requireNonNull(postgres.planProperty().get());
        assertThat(plan.title()).isEqualTo("Sort");
        assertThat(plan.actualRows()).isEqualTo(10);
        assertThat(plan.children().getFirst().title()).contains("generate_series");
        postgres.dispose();
        model.explain(SqlFixture.text("SELECT * FROM orders WHERE order_id = 1"), false);
        assertThat(Objects.requireNonNull(model.planProperty().get())
                        .children()
                        .getFirst()
                        .title())
                .contains("orders");
    }

    /** Each process of a parallel plan counts its own loops, and the sum of what they took is more than what passed. */
    @Test
    void neverShowsMoreTimeBelowThanAbove() {
        SqlViewModel postgres = model(fixture.postgres(Environment.DEVELOPMENT));
        postgres.run(
                SqlFixture.text("CREATE TABLE big AS SELECT i FROM generate_series(1, 300000) i;"
                        + " SET min_parallel_table_scan_size = 0; SET parallel_setup_cost = 0;"
                        + " SET parallel_tuple_cost = 0; SET max_parallel_workers_per_gather = 2"),
                SqlPiece.Extent.SCRIPT);
        postgres.explain(SqlFixture.text("SELECT sum(sqrt(i)) FROM big"), true);
        PlanNode plan = Objects.requireNonNull(postgres.planProperty().get());
        assertThat(titles(plan)).anyMatch(each -> each.startsWith("Gather"));
        assertFits(plan);
        postgres.dispose();
    }

    private static List<String> titles(PlanNode plan) {
        return Stream.concat(Stream.of(plan.title()), plan.children().stream().flatMap(each -> titles(each).stream()))
                .toList();
    }

    private static void assertFits(PlanNode above) {
        for (PlanNode each : above.children()) {
            assertThat(each.millis()).as(each.title()).isBetween(0.0, above.millis());
            assertFits(each);
        }
    }

    @Test
    void explainsWithValuesInsideTheOpenTransaction() {
        SqlViewModel postgres = model(fixture.postgres(Environment.DEVELOPMENT));
        postgres.run(
                SqlFixture.text("BEGIN; CREATE TABLE fresh (id int); INSERT INTO fresh VALUES (1), (2)"),
                SqlPiece.Extent.SCRIPT);
        RunText question = SqlFixture.text("SELECT * FROM fresh WHERE id > :least");
        postgres.explain(question, true);
        assertThat(postgres.planProperty().get()).isNull();
        postgres.parameters().getFirst().valueProperty().set("1");
        postgres.explain(question, true);
        assertThat(Objects.requireNonNull(postgres.planProperty().get()).actualRows())
                .isEqualTo(1);
        assertThat(Objects.requireNonNull(postgres.calls().explain(question, true))
                        .body())
                .contains("\"analyze\":true", "\"params\":{\"least\":\"1\"}");
        postgres.explain(SqlFixture.text("SELECT nowhere FROM fresh"), false);
        assertThat(postgres.transactionProperty().get().style()).isEqualTo("open");
        postgres.dispose();
    }

    @Test
    void runsOneStatementOfAScriptAgainWithItsOwnValues() {
        String sql = "SELECT i FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)"
                + " SELECT i FROM n) WHERE i > :a; SELECT :b";
        script(sql);
        model.parameters().getFirst().valueProperty().set("0");
        script(sql);
        assertThat(model.results()).hasSize(2);
        model.runAgain(model.results().getFirst());
        assertThat(model.messages().getLast().level()).isEqualTo(RunMessage.Level.DONE);
        assertThat(model.results()).hasSize(1);
    }

    @Test
    void writesWholeResultsIntoFilesAsJobs() throws IOException {
        FilesModel files = new FilesModel(fixture.services, fixture.bench, model);
        Path target = temporary.resolve("orders.csv");
        RunText question = SqlFixture.text("SELECT * FROM orders WHERE order_id <= :most");
        files.export(question, ExportFormat.CSV, target);
        assertThat(target).doesNotExist();
        model.parameters().getFirst().valueProperty().set("2000");
        files.export(question, ExportFormat.CSV, target);
        // The tab may go: the job goes on.
        model.dispose();
        Job written = fixture.endOfJob("export");
        assertThat(written.message()).startsWith("2,000 rows, ").endsWith(" in " + target);
        assertThat(Files.readAllLines(target)).hasSize(2001);
        assertThat(fixture.bench.errors).isEmpty();
        files.export(SqlFixture.text("SELECT 1"), ExportFormat.CSV, temporary);
        assertThat(fixture.bench.errors.getFirst()).hasMessageContaining("no file");
    }

    @Test
    void asksBeforeAnExportWritesAndThenExports() throws IOException {
        SqlViewModel postgres = model(fixture.postgres(Environment.DEVELOPMENT));
        fixture.run(
                postgres.connection(),
                "CREATE TABLE marks (id int); CREATE FUNCTION mark() RETURNS int LANGUAGE sql"
                        + " AS 'INSERT INTO marks VALUES (7) RETURNING id'");
        FilesModel files = new FilesModel(fixture.services, fixture.bench, postgres);
        Path target = temporary.resolve("marked.csv");
        files.export(SqlFixture.text("SELECT mark() AS id"), ExportFormat.CSV, target);
        assertThat(fixture.endOfJob("export").status()).isEqualTo(JobStatus.FAILED);
        Confirmation asked =
                Objects.requireNonNull(postgres.confirmationProperty().get());
        assertThat(asked.items().getFirst().reason()).contains("changes something");
        assertThat(target).doesNotExist();
        asked.confirmed().run();
        assertThat(fixture.endOfJob("export").status()).isEqualTo(JobStatus.SUCCEEDED);
        assertThat(Files.readAllLines(target)).containsExactly("id", "7");
        assertThat(postgres.confirmationProperty().get()).isNull();
        postgres.dispose();
    }

    @Test
    void offersToRunAFileThatTheEditorDoesNotTake() throws IOException {
        FilesModel files = new FilesModel(fixture.services, fixture.bench, model);
        Path large = temporary.resolve("large.sql");
        Files.writeString(large, "INSERT INTO customers VALUES (77, '" + "x".repeat(30_000) + "', '');");
        fixture.bench.answer = false;
        files.open(large, _ -> {
            throw new AssertionError("It was opened");
        });
        assertThat(fixture.bench.questions.getFirst().yes()).isEqualTo("Run file");
    }

    @Test
    void keepsTheTextOfATabInAFileOfItsOwn() {
        Draft draft = new Draft(background, fixture.services.drafts(), "tab-1", fixture.bench::say);
        draft.changed(() -> "SELECT 1");
        background.advance(Duration.ofMillis(499));
        draft.changed(() -> "SELECT 12");
        assertThat(fixture.services.drafts().read("tab-1")).isEmpty();
        background.advance(Duration.ofMillis(1));
        assertThat(fixture.services.drafts().read("tab-1")).contains("SELECT 12");
    }

    @Test
    void copiesTheRunAsACallOfTheApi() {
        assertThat(Objects.requireNonNull(
                                model.calls().run(SqlFixture.text("SELECT 'it''s'"), SqlPiece.Extent.STATEMENT))
                        .body())
                .isEqualTo("{\"sql\":\"SELECT 'it''s'\"}");
    }

    @Test
    void asksBeforeItReplacesAQueryThatTheListDoesNotKnow() {
        QueriesModel queries = new QueriesModel(fixture.services, fixture.bench);
        fixture.services.queries().write("mine", "SELECT 'old'\r\n");
        fixture.bench.answer = false;
        queries.save("mine", "", () -> "SELECT 'new'", () -> {});
        assertThat(fixture.bench.questions).hasSize(1);
        assertThat(fixture.services.queries().read("mine")).contains("SELECT 'old'\n");
        queries.read("gone", text -> {
            throw new AssertionError("The tab would lose its text to " + text);
        });
        assertThat(fixture.bench.notices.getLast().text()).contains("no longer there");
    }
}

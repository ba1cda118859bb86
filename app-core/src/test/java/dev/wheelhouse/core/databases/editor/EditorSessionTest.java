package dev.wheelhouse.core.databases.editor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.DatabaseError;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SqlComplaint;
import dev.wheelhouse.core.databases.editor.EditorState.Transaction;
import dev.wheelhouse.core.databases.query.ExplainRequest;
import dev.wheelhouse.core.databases.query.Plan;
import dev.wheelhouse.core.databases.values.Cell;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.Awaiting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EditorSessionTest {

    /** On which database a rule is tried. */
    enum On {
        POSTGRESQL,
        SQLITE
    }

    private static final String ENDLESS_SQLITE =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    private static final String NUMBERS_SQLITE =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE" + " i < 2500) SELECT i FROM n";
    private static final String NUMBERS_POSTGRESQL = "SELECT i FROM generate_series(1, 2500) i";

    @TempDir
    private Path temporary;

    private EditorFixture fixture;

    @BeforeEach
    void start() {
        fixture = new EditorFixture(temporary.resolve("home"));
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    private EditorSession open(On on) {
        return fixture.open(connect(on));
    }

    private DatabaseConnection connect(On on) {
        return switch (on) {
            case POSTGRESQL -> fixture.postgres(Environment.DEVELOPMENT, false);
            case SQLITE -> fixture.sqlite(Environment.DEVELOPMENT, false);
        };
    }

    private static AppException refusal(Runnable call) {
        return Objects.requireNonNull(catchThrowableOfType(AppException.class, call::run));
    }

    @ParameterizedTest
    @EnumSource
    void givesAResultForEveryStatement(On on) {
        List<StatementRun> runs = fixture.run(
                open(on),
                "CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1), (2); SELECT a FROM t; SELECT 'x' AS b");
        assertThat(runs).extracting(StatementRun::command).containsExactly("CREATE", "INSERT", "SELECT", "SELECT");
        assertThat(runs).extracting(StatementRun::rowCount).containsExactly(0L, 2L, 2L, 1L);
        assertThat(runs.get(1).result()).isNull();
        assertThat(result(runs.get(3)).fields().getFirst().name()).isEqualTo("b");
    }

    @ParameterizedTest
    @EnumSource
    void stopsAtTheFirstErrorAndKeepsWhatRanBefore(On on) {
        EditorSession session = open(on);
        AppException failure = refusal(() -> fixture.run(
                session,
                "CREATE TABLE t (a INTEGER);\nINSERT INTO t VALUES (1);\nSELECT nowhere FROM t;\nDROP TABLE t",
                true));
        assertThat(failure.errorCode()).isEqualTo(DatabaseError.SQL_ERROR);
        SqlComplaint complaint = (SqlComplaint) failure.details();
        assertThat(complaint.statement()).isEqualTo(2);
        if (on == On.POSTGRESQL) {
            assertThat(complaint.line()).isEqualTo(3);
            assertThat(complaint.position()).isEqualTo(62);
        }
        assertThat(fixture.value(session, "SELECT count(*) FROM t")).isEqualTo("1");
        assertThat(session.state().transaction()).isEqualTo(Transaction.NONE);
    }

    @ParameterizedTest
    @EnumSource
    void loadsMoreFromTheOpenResultUntilItsEnd(On on) {
        EditorSession session = open(on);
        EditorResult result = numbers(session, on);
        assertThat(result.firstPage().rows()).hasSize(1000);
        assertThat(result.firstPage().rest()).isEqualTo(ResultPage.Rest.LOADABLE);
        assertThat(session.state().transaction()).isEqualTo(Transaction.NONE);
        ResultPage second = session.loadMore(fixture.caller, result.id());
        assertThat(second.rows().getFirst().getFirst()).isEqualTo(new Cell.Whole(new RawJson("1001")));
        ResultPage third = session.loadMore(fixture.caller, result.id());
        assertThat(third.rows()).hasSize(500);
        assertThat(third.rest()).isEqualTo(ResultPage.Rest.NONE);
    }

    private EditorResult numbers(EditorSession session, On on) {
        return result(fixture.run(session, on == On.SQLITE ? NUMBERS_SQLITE : NUMBERS_POSTGRESQL)
                .getLast());
    }

    private static EditorResult result(StatementRun run) {
        return Objects.requireNonNull(run.result());
    }

    private Cell firstCell(EditorSession session, String sql) {
        return result(fixture.run(session, sql).getLast())
                .firstPage()
                .rows()
                .getFirst()
                .getFirst();
    }

    @ParameterizedTest
    @EnumSource
    void closesAResultThatNobodyReadsOn(On on) {
        EditorSession session = open(on);
        EditorResult result = numbers(session, on);
        fixture.clock.advance(Duration.ofMinutes(6));
        fixture.core.databases().editors().closeIdleCursors();
        assertThat(refusal(() -> session.loadMore(fixture.caller, result.id())).errorCode())
                .isEqualTo(PlatformError.PRECONDITION_FAILED);
        assertThat(numbers(session, on).firstPage().rows()).hasSize(1000);
    }

    @ParameterizedTest
    @EnumSource
    void cancelsFromAnotherThreadAndWorksOn(On on) throws Exception {
        EditorSession session = open(on);
        String endless = on == On.SQLITE ? ENDLESS_SQLITE : "SELECT pg_sleep(600)";
        CompletableFuture<List<StatementRun>> running = CompletableFuture.supplyAsync(
                () -> fixture.run(session, endless), fixture.core.workers().virtualThreads());
        Awaiting.until(() -> session.state().running() && session.state().connected());
        assertThat(refusal(() -> fixture.run(session, "SELECT 1")).errorCode()).isEqualTo(PlatformError.BUSY);
        session.cancel();
        assertThat(failureOf(running).errorCode()).isEqualTo(PlatformError.CANCELLED);
        for (int i = 0; i < 20; i++) {
            assertThat(fixture.value(session, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void worksOnNoMoreSqlAtOnceThanAllOthersToo() throws Exception {
        EditorSession session = open(On.SQLITE);
        EditorSession other = open(On.SQLITE);
        String padding = "/*" + "-".repeat(9_000_000) + "*/ ";
        EditorFixture.Collected collected = new EditorFixture.Collected();
        CompletableFuture<Void> running = CompletableFuture.runAsync(
                () -> session.run(
                        fixture.caller,
                        new RunRequest(ENDLESS_SQLITE.replace("count", padding + "count"), false, null, 0),
                        collected),
                fixture.core.workers().virtualThreads());
        Awaiting.until(() -> collected.started);
        AppException busy = refusal(() -> fixture.run(other, "SELECT " + padding + "1"));
        assertThat(busy.errorCode()).isEqualTo(PlatformError.BUSY);
        assertThat(busy).hasMessageContaining("As much SQL as can be");
        assertThat(refusal(() -> other.explain(
                                fixture.caller,
                                new ExplainRequest("SELECT " + padding + "1", false, false, null, 1000, null)))
                        .errorCode())
                .isEqualTo(PlatformError.BUSY);
        session.cancel();
        assertThat(failureOf(running).errorCode()).isEqualTo(PlatformError.CANCELLED);
        assertThat(fixture.value(other, "SELECT " + padding + "1")).isEqualTo("1");
        assertThat(refusal(() -> fixture.run(other, "SELECT " + padding + padding + "1"))
                        .errorCode())
                .isEqualTo(PlatformError.PAYLOAD_TOO_LARGE);
    }

    private static AppException failureOf(CompletableFuture<?> running) throws Exception {
        try {
            running.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return Objects.requireNonNull((AppException) e.getCause());
        }
        throw new AssertionError("It ended without failing");
    }

    @ParameterizedTest
    @EnumSource
    void followsATransactionThatTheTextBegins(On on) {
        EditorSession session = open(on);
        fixture.run(session, "CREATE TABLE t (a INTEGER); BEGIN; INSERT INTO t VALUES (1)");
        assertThat(session.state().transaction()).isEqualTo(Transaction.OPEN);
        assertThat(session.state().transactionSince()).isEqualTo(fixture.clock.instant());
        session.rollback(fixture.caller);
        assertThat(session.state().transaction()).isEqualTo(Transaction.NONE);
        assertThat(fixture.value(session, "SELECT count(*) FROM t")).isEqualTo("0");
        fixture.run(session, "BEGIN; INSERT INTO t VALUES (1); COMMIT; INSERT INTO t VALUES (2)");
        assertThat(session.state().transaction()).isEqualTo(Transaction.NONE);
        assertThat(fixture.value(session, "SELECT count(*) FROM t")).isEqualTo("2");
    }

    @ParameterizedTest
    @EnumSource
    void keepsNothingBeforeTheCommitWithoutAutoCommit(On on) {
        DatabaseConnection connection = connect(on);
        EditorSession session = fixture.open(connection);
        EditorSession other = fixture.open(connection);
        fixture.run(session, "CREATE TABLE t (a INTEGER)");
        session.setAutoCommit(false);
        fixture.run(session, "INSERT INTO t VALUES (1)");
        assertThat(fixture.value(other, "SELECT count(*) FROM t")).isEqualTo("0");
        assertThat(refusal(() -> session.setAutoCommit(true)).errorCode()).isEqualTo(PlatformError.CONFLICT);
        session.commit(fixture.caller);
        assertThat(fixture.value(other, "SELECT count(*) FROM t")).isEqualTo("1");
        session.setAutoCommit(true);
        fixture.run(session, "INSERT INTO t VALUES (2)");
        assertThat(fixture.value(other, "SELECT count(*) FROM t")).isEqualTo("2");
    }

    @Test
    void saysThatAFailedTransactionCanOnlyBeRolledBack() {
        EditorSession session = open(On.POSTGRESQL);
        AppException failure = refusal(() -> fixture.run(session, "BEGIN; SELECT 1 / 0"));
        assertThat(failure).hasMessageContaining("rolled back");
        assertThat(session.state().transaction()).isEqualTo(Transaction.FAILED);
        session.rollback(fixture.caller);
        assertThat(fixture.value(session, "SELECT 1")).isEqualTo("1");
    }

    @Test
    void runsBesideOthersWhatNoTransactionMaySurround() {
        EditorSession session = open(On.POSTGRESQL);
        fixture.run(session, "CREATE TABLE t (a INTEGER); VACUUM t; SELECT * FROM t");
        assertThat(session.state().transaction()).isEqualTo(Transaction.NONE);
    }

    @Test
    void keepsSettingsAndTemporaryTablesFromRunToRun() {
        EditorSession session = open(On.POSTGRESQL);
        fixture.run(
                session, "SET search_path = pg_catalog; CREATE TEMP TABLE mine (a int); INSERT INTO mine VALUES (7)");
        assertThat(fixture.value(session, "SELECT current_schema")).isEqualTo("\"pg_catalog\"");
        assertThat(fixture.value(session, "SELECT a FROM pg_temp.mine")).isEqualTo("7");
    }

    @Test
    void opensAgainAfterItsConnectionWasCut() {
        DatabaseConnection connection = fixture.postgres(Environment.DEVELOPMENT, false);
        EditorSession session = fixture.open(connection);
        EditorSession other = fixture.open(connection);
        String process = fixture.value(session, "SELECT pg_backend_pid()");
        fixture.run(session, "BEGIN");
        fixture.run(other, "SELECT pg_terminate_backend(" + process + ", 5000)");
        AppException failure = refusal(() -> fixture.run(session, "SELECT 1"));
        assertThat(failure.errorCode()).isEqualTo(PlatformError.UPSTREAM_FAILED);
        assertThat(failure).hasMessageContaining("open transaction was lost");
        assertThat(session.state().connected()).isFalse();
        assertThat(fixture.value(session, "SELECT 1")).isEqualTo("1");
        assertThat(session.state().transaction()).isEqualTo(Transaction.NONE);
    }

    @Test
    void opensAgainUnaskedWhenTheConnectionBrokeWhileItLayIdle() {
        DatabaseConnection connection = fixture.postgres(Environment.DEVELOPMENT, false);
        EditorSession session = fixture.open(connection);
        EditorSession other = fixture.open(connection);
        String process = fixture.value(session, "SELECT pg_backend_pid()");
        fixture.run(other, "SELECT pg_terminate_backend(" + process + ", 5000)");
        fixture.clock.advance(Duration.ofMinutes(1));
        assertThat(fixture.value(session, "SELECT pg_backend_pid()")).isNotEqualTo(process);
    }

    @ParameterizedTest
    @EnumSource
    void asksBeforeItDestroysAndRecordsWhatWasConfirmed(On on) {
        DatabaseConnection connection = connect(on);
        EditorSession session = fixture.open(connection);
        fixture.run(session, "CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)");
        AppException refused = refusal(() -> fixture.run(session, "SELECT 1; DELETE FROM t"));
        assertThat(refused.errorCode()).isEqualTo(PlatformError.CONFIRMATION_REQUIRED);
        assertThat(fixture.value(session, "SELECT count(*) FROM t")).isEqualTo("1");
        fixture.run(session, "DELETE FROM t", true);
        assertThat(fixture.value(session, "SELECT count(*) FROM t")).isEqualTo("0");
        assertThat(fixture.core
                        .databases()
                        .history()
                        .list(fixture.caller, connection.id(), "DELETE", new PageRequest(10, null))
                        .items())
                .hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void holdsAReadOnlyConnectionToReading(On on) {
        fixture.run(fixture.open(fixture.sqlite(Environment.DEVELOPMENT, false)), "CREATE TABLE t (a INTEGER)");
        DatabaseConnection connection = on == On.POSTGRESQL
                ? fixture.postgres(Environment.DEVELOPMENT, true)
                : fixture.sqlite(Environment.DEVELOPMENT, true);
        EditorSession session = fixture.open(connection);
        assertThat(refusal(() -> fixture.run(session, "CREATE TABLE u (a INTEGER)", true))
                        .errorCode())
                .isEqualTo(DatabaseError.READ_ONLY_CONNECTION);
        assertThat(fixture.value(session, "SELECT 1")).isEqualTo("1");
        if (on == On.POSTGRESQL) {
            assertThat(fixture.value(session, "SHOW transaction_read_only")).isEqualTo("\"on\"");
        }
    }

    @ParameterizedTest
    @EnumSource
    void bindsParameters(On on) {
        EditorSession session = open(on);
        EditorFixture.Collected collected = new EditorFixture.Collected();
        String text = on == On.POSTGRESQL ? "SELECT :name::text || '!' AS a" : "SELECT :name || '!' AS a";
        session.run(fixture.caller, new RunRequest(text, false, new RawJson("{\"name\":\"O'Hara\"}"), 0), collected);
        assertThat(result(collected.runs.getFirst())
                        .firstPage()
                        .rows()
                        .getFirst()
                        .getFirst())
                .isEqualTo(new Cell.Whole(new RawJson("\"O'Hara!\"")));
    }

    @ParameterizedTest
    @EnumSource
    void showsTheBeginningOfLongValuesAndKeepsThemWhole(On on) {
        EditorSession session = open(on);
        String text =
                on == On.POSTGRESQL ? "SELECT repeat('äx', 5000)" : "SELECT replace(hex(zeroblob(5000)), '00', 'äx')";
        Cell.Kept cell = (Cell.Kept) firstCell(session, text);
        assertThat(cell.bytes()).isEqualTo(15_000);
        assertThat(cell.beginning()).hasSize(256);
        assertThat(cell.json().text()).hasSize(10_002);
    }

    @ParameterizedTest
    @EnumSource
    void keepsOfAHugeValueOnlyItsBeginning(On on) {
        EditorSession session = open(on);
        String text = on == On.POSTGRESQL
                ? "SELECT repeat('x', 16000000)"
                : "SELECT replace(hex(zeroblob(8000000)), '0', 'x')";
        Cell cell = firstCell(session, text);
        assertThat(cell).isEqualTo(new Cell.Cut("x".repeat(256), 16_000_000));
    }

    @ParameterizedTest
    @EnumSource
    void refusesAValueOfAHundredMegabytesAndWorksOn(On on) {
        EditorSession session = open(on);
        String text = on == On.POSTGRESQL ? "SELECT repeat('x', 100000000)" : "SELECT hex(zeroblob(50000000))";
        AppException refused = refusal(() -> fixture.run(session, text));
        assertThat(refused.errorCode()).isEqualTo(PlatformError.PAYLOAD_TOO_LARGE);
        assertThat(fixture.value(session, "SELECT 1")).isEqualTo("1");
    }

    @ParameterizedTest
    @EnumSource
    void readsOnlyTheBeginningOfFiveGigabytes(On on) {
        EditorSession session = open(on);
        String text = on == On.POSTGRESQL
                ? "SELECT i, repeat('x', 1000) FROM generate_series(1::bigint, 5000000) i"
                : "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000000)"
                        + " SELECT i, hex(zeroblob(500)) FROM n";
        EditorResult result = result(fixture.run(session, text).getLast());
        long before = usedMemory();
        for (int page = 0; page < 20; page++) {
            assertThat(session.loadMore(fixture.caller, result.id()).rows()).hasSize(1000);
        }
        assertThat(usedMemory() - before).isLessThan(50L << 20);
        assertThat(fixture.value(session, "SELECT 1")).isEqualTo("1");
    }

    private static long usedMemory() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void showsTextWithANulCharacterAndRefusesOneInAStatement() {
        EditorSession session = open(On.SQLITE);
        assertThat(fixture.value(session, "SELECT 'a' || char(0) || 'b'")).isEqualTo("\"a\\u0000b\"");
        assertThat(refusal(() -> fixture.run(session, "SELECT 'a\0b'"))).hasMessageContaining("NUL");
    }

    @Test
    void tellsWhatTheServerSaidBeside() {
        EditorSession session = open(On.POSTGRESQL);
        List<StatementRun> runs = fixture.run(session, "DO $$ BEGIN RAISE NOTICE 'counted %', 3; END $$");
        assertThat(runs.getFirst().notices()).containsExactly("counted 3");
    }

    @Test
    void endsWithTheCore() {
        EditorSession session = open(On.SQLITE);
        fixture.run(session, "SELECT 1");
        fixture.core.databases().editors().close();
        assertThat(refusal(() -> fixture.run(session, "SELECT 1")).errorCode()).isEqualTo(PlatformError.STATE_INVALID);
    }

    // What a reading statement changes by the functions it calls.

    @Test
    void showsNoTransactionThatNobodyBegan() {
        EditorSession session = open(On.POSTGRESQL);
        EditorResult result = numbers(session, On.POSTGRESQL);
        session.setAutoCommit(false);
        session.loadMore(fixture.caller, result.id());
        session.loadMore(fixture.caller, result.id());
        assertThat(session.state().transaction()).isEqualTo(Transaction.NONE);
    }

    @ParameterizedTest
    @EnumSource
    void cancellingTheReadingOnKeepsTheSession(On on) throws Exception {
        EditorSession session = open(on);
        fixture.run(session, "CREATE TEMP TABLE mine (a int)");
        String slow = on == On.POSTGRESQL
                ? "SELECT CASE WHEN i > 1500 THEN pg_sleep(60)::text ELSE i::text END FROM generate_series(1, 2500) i"
                : "SELECT i, CASE WHEN i > 1500 THEN (" + ENDLESS_SQLITE + ") END FROM (" + NUMBERS_SQLITE + ")";
        EditorResult result = result(fixture.run(session, slow).getLast());
        CompletableFuture<ResultPage> more =
                CompletableFuture.supplyAsync(() -> session.loadMore(fixture.caller, result.id()));
        Awaiting.until(() -> session.state().running());
        session.cancel();
        ExecutionException failed = Objects.requireNonNull(
                catchThrowableOfType(ExecutionException.class, () -> more.get(30, TimeUnit.SECONDS)));
        assertThat(failed.getCause()).hasMessageNotContaining("lost");
        assertThat(fixture.value(session, "SELECT count(*) FROM mine")).isEqualTo("0");
    }

    @ParameterizedTest
    @EnumSource
    void runsWhatNoTransactionMaySurroundInEveryMode(On on) {
        EditorSession session = open(on);
        fixture.run(session, "CREATE TABLE t (a int)");
        numbers(session, on);
        fixture.run(session, "VACUUM", true);
        session.setAutoCommit(false);
        fixture.run(session, "VACUUM", true);
        assertThat(session.state().transaction()).isEqualTo(Transaction.NONE);
    }

    @ParameterizedTest
    @EnumSource
    void aSessionClosedWhileItRunsEndsAsCancelledAndLeavesNothingOpen(On on) throws Exception {
        DatabaseConnection connection = connect(on);
        EditorSession session = fixture.open(connection);
        fixture.run(session, "CREATE TABLE t (a int)");
        CompletableFuture<List<StatementRun>> run = CompletableFuture.supplyAsync(
                () -> fixture.run(session, on == On.POSTGRESQL ? "SELECT pg_sleep(600)" : ENDLESS_SQLITE));
        Awaiting.until(() -> session.state().running());
        session.close();
        ExecutionException failed = Objects.requireNonNull(
                catchThrowableOfType(ExecutionException.class, () -> run.get(30, TimeUnit.SECONDS)));
        assertThat(failed.getCause()).isInstanceOf(AppException.class);
        assertThat(session.state().connected()).isFalse();
        assertThat(refusal(() -> fixture.run(session, "SELECT 1")).errorCode()).isEqualTo(PlatformError.STATE_INVALID);
        assertThat(session.state().connected()).isFalse();
    }

    // Plans.

    private static ExplainRequest plan(String sql, boolean analyze) {
        return new ExplainRequest(sql, analyze, true, null, 60_000, null);
    }

    @ParameterizedTest
    @EnumSource
    void plansWithWhatTheSessionSeesAlone(On on) {
        EditorSession session = open(on);
        fixture.run(session, "BEGIN; CREATE TABLE fresh (a INTEGER PRIMARY KEY); INSERT INTO fresh VALUES (1)");
        assertThat(session.explain(fixture.caller, plan("SELECT * FROM fresh WHERE a = 1", false))
                        .plan()
                        .text())
                .contains("fresh");
        assertThat(session.state().transaction()).isEqualTo(Transaction.OPEN);
        refusal(() -> session.explain(fixture.caller, plan("SELECT nowhere FROM fresh", false)));
        assertThat(session.state().transaction()).isEqualTo(Transaction.OPEN);
        assertThat(fixture.value(session, "SELECT count(*) FROM fresh")).isEqualTo("1");
        session.commit(fixture.caller);
        assertThat(session.state().transaction()).isEqualTo(Transaction.NONE);
        session.explain(fixture.caller, plan("SELECT * FROM fresh", false));
        assertThat(session.state().transaction()).isEqualTo(Transaction.NONE);
    }

    @Test
    void undoesWhatMeasuringDidWhateverHappened() throws Exception {
        EditorSession session = open(On.POSTGRESQL);
        fixture.run(session, "CREATE TABLE t (a int); BEGIN; INSERT INTO t VALUES (1)");
        session.explain(fixture.caller, plan("INSERT INTO t SELECT generate_series(1, 10)", true));
        refusal(() -> session.explain(fixture.caller, plan("INSERT INTO t SELECT 1 / (a - 1) FROM t", true)));
        CompletableFuture<Plan> endless = CompletableFuture.supplyAsync(
                () -> session.explain(fixture.caller, plan("SELECT pg_sleep(600)", true)));
        Awaiting.until(() -> session.state().running());
        session.cancel();
        assertThat(catchThrowableOfType(ExecutionException.class, () -> endless.get(30, TimeUnit.SECONDS)))
                .isNotNull();
        assertThat(fixture.value(session, "SELECT count(*) FROM t")).isEqualTo("1");
        // No savepoint of ours is left behind.
        assertThat(refusal(() -> fixture.run(session, "RELEASE SAVEPOINT wheelhouse_plan")))
                .hasMessageContaining("does not exist");
    }

    @Test
    void aPlanLeavesAnOpenResultOpen() {
        EditorSession session = open(On.POSTGRESQL);
        EditorResult result = numbers(session, On.POSTGRESQL);
        session.explain(fixture.caller, plan("SELECT 1", true));
        assertThat(session.loadMore(fixture.caller, result.id()).rows()).hasSize(1000);
        assertThat(session.state().transaction()).isEqualTo(Transaction.NONE);
    }

    @Test
    void showsRowsOfNoColumns() {
        EditorSession session = open(On.POSTGRESQL);
        EditorResult result =
                result(fixture.run(session, "SELECT FROM generate_series(1, 3)").getLast());
        assertThat(result.fields()).isEmpty();
        assertThat(result.firstPage().rows()).hasSize(3);
    }
}

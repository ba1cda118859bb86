package dev.wheelhouse.core.databases.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.DatabaseError;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.query.TextTransaction.Locking;
import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.databases.sessions.Session.Access;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.sessions.Tunnels;
import dev.wheelhouse.core.databases.sql.SqlStatement;
import dev.wheelhouse.core.databases.sql.StatementClassifier;
import dev.wheelhouse.core.databases.sql.StatementSplitter;
import dev.wheelhouse.core.databases.sql.Tokens;
import dev.wheelhouse.core.databases.sql.Verdict;
import dev.wheelhouse.core.databases.values.JsonRows;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.settings.Shares;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.PostgresDatabase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The lock on what may only read, tried with texts that are all said to read: whatever the judgement of a text got wrong,
 * the database keeps everything as it was.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ReadingLockRules {

    private static final Verdict READS = StatementClassifier.classify(
            StatementSplitter.split("SELECT 1", Engine.POSTGRESQL).getFirst(), Engine.POSTGRESQL);
    private static final List<String> LIFTS = List.of(
            "RESET transaction_read_only",
            "SET transaction_read_only TO DEFAULT",
            "SELECT set_config('transaction_read_only', NULL, true)",
            "SELECT lift_by_reset()",
            "SELECT lift_by_set()",
            "SELECT lift_by_config()");
    private static final List<String> WRITES = List.of(
            "DELETE FROM precious",
            "SELECT destroy()",
            "SELECT lo_create(4711)",
            "CREATE TABLE taken AS SELECT * FROM precious");

    private OpenCore open;
    private Sessions sessions;
    private DatabaseConnection connection;
    private PostgresDatabase database;
    private Connection watching;

    abstract PostgresDatabase newDatabase() throws Exception;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        open = new OpenCore(folder);
        database = newDatabase();
        watching = database.connect();
        connection = open.connect(database, Environment.PRODUCTION, false);
        sessions = new Sessions(
                open.core().home(),
                _ -> database.password(),
                new Tunnels(open.core().servers()),
                open.core().workers(),
                Clock.systemUTC(),
                Shares.DEFAULTS.poolPercent());
        execute(
                "CREATE TABLE precious (id int PRIMARY KEY)",
                "INSERT INTO precious VALUES (1), (2), (3)",
                "CREATE SEQUENCE counted",
                "CREATE FUNCTION destroy() RETURNS int LANGUAGE sql AS 'DELETE FROM precious; SELECT 1'",
                "CREATE FUNCTION lift_by_reset() RETURNS int LANGUAGE plpgsql AS"
                        + " 'BEGIN RESET transaction_read_only; RETURN 1; END'",
                "CREATE FUNCTION lift_by_set() RETURNS int LANGUAGE plpgsql AS"
                        + " 'BEGIN SET transaction_read_only TO DEFAULT; RETURN 1; END'",
                "CREATE FUNCTION lift_by_config() RETURNS int LANGUAGE plpgsql AS"
                        + " 'BEGIN PERFORM set_config(''transaction_read_only'', NULL, false); RETURN 1; END'",
                "CREATE FUNCTION lift_write_set_back() RETURNS int LANGUAGE plpgsql AS 'BEGIN RESET"
                        + " transaction_read_only; DELETE FROM precious; SET transaction_read_only = on; RETURN 1; END'",
                "CREATE TABLE noted (id int)",
                "CREATE FUNCTION notes() RETURNS int LANGUAGE sql AS 'INSERT INTO noted VALUES (1); SELECT 1'",
                "CREATE VIEW noting AS SELECT notes()",
                "CREATE FUNCTION holds() RETURNS int LANGUAGE plpgsql AS"
                        + " 'BEGIN EXECUTE ''DECLARE c CURSOR WITH HOLD FOR SELECT notes()''; RETURN 1; END'",
                "CREATE PROCEDURE commits() LANGUAGE plpgsql AS 'BEGIN DELETE FROM precious; COMMIT; END'");
    }

    @AfterAll
    void stop() throws SQLException {
        watching.close();
        sessions.close();
        open.close();
    }

    private void execute(String... statements) throws SQLException {
        try (Connection jdbc = database.connect();
                Statement statement = jdbc.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private String value(String sql) throws SQLException {
        try (Statement statement = watching.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private void everythingIsAsItWas() throws SQLException {
        assertThat(value("SELECT concat_ws(' ', (SELECT count(*) FROM precious), to_regclass('taken') IS NULL,"
                        + " (SELECT count(*) FROM pg_largeobject_metadata), (SELECT count(*) FROM pg_prepared_xacts))"))
                .as("rows, no table, large objects, prepared transactions")
                .isEqualTo("3 t 0 0");
    }

    static Stream<List<String>> hostileTexts() {
        List<List<String>> texts = new ArrayList<>();
        for (String write : WRITES) {
            texts.add(List.of(write));
            for (String end : List.of("COMMIT", "END", "ROLLBACK", "ABORT", "COMMIT AND CHAIN", "ROLLBACK AND CHAIN")) {
                texts.add(List.of("BEGIN", end, write));
                texts.add(List.of(end, write));
                texts.add(List.of("BEGIN", write, end));
            }
            for (String lift : LIFTS) {
                texts.add(List.of(lift, write));
                texts.add(List.of(lift, write, "COMMIT"));
                texts.add(List.of("BEGIN", lift, write, "COMMIT"));
                texts.add(List.of("BEGIN", "COMMIT AND CHAIN", lift, write, "COMMIT"));
                texts.add(List.of("SAVEPOINT a", lift, write, "RELEASE SAVEPOINT a", "COMMIT"));
                texts.add(List.of("BEGIN", "SAVEPOINT a", lift, write, "RELEASE a", "COMMIT"));
                texts.add(List.of(lift, "SAVEPOINT a", write, "ROLLBACK TO SAVEPOINT a", write));
            }
            texts.add(List.of("BEGIN READ WRITE", write, "COMMIT"));
            texts.add(List.of("SET TRANSACTION READ WRITE", write));
            texts.add(List.of("START TRANSACTION ISOLATION LEVEL SERIALIZABLE", write, "COMMIT"));
            texts.add(List.of("SET default_transaction_read_only = off", "COMMIT", write));
            texts.add(List.of("PREPARE p AS " + write, "EXECUTE p"));
            texts.add(List.of("BEGIN", write, "PREPARE TRANSACTION 'kept'"));
            texts.add(List.of("DO $$ BEGIN RESET transaction_read_only; DELETE FROM precious; END $$"));
            texts.add(List.of("DO $$ BEGIN RESET transaction_read_only; DELETE FROM precious; COMMIT; END $$"));
            // Two statements that are said to be one.
            texts.add(List.of("COMMIT; " + write));
            texts.add(List.of("SELECT 1; COMMIT; " + write));
            texts.add(List.of("SELECT 1; ROLLBACK; BEGIN; " + write + "; COMMIT"));
        }
        texts.add(List.of("CALL commits()"));
        texts.add(List.of("RESET transaction_read_only", "CALL commits()"));
        texts.add(List.of("EXPLAIN ANALYZE DELETE FROM precious"));
        texts.add(List.of("EXPLAIN (ANALYZE) SELECT lift_by_reset(), destroy()"));
        texts.add(List.of("SELECT lift_by_config(), destroy()"));
        texts.add(List.of("SELECT lift_write_set_back()"));
        texts.add(List.of("DECLARE c CURSOR WITH HOLD FOR SELECT lift_by_set(), destroy()", "COMMIT"));
        texts.add(List.of("COPY (SELECT lift_by_set(), destroy()) TO STDOUT"));
        texts.add(List.of("VACUUM precious"));
        return texts.stream();
    }

    static Stream<List<String>> singleHostileStatements() {
        return hostileTexts()
                .filter(each -> each.size() == 1 && !each.getFirst().startsWith("COMMIT"));
    }

    @ParameterizedTest
    @MethodSource("hostileTexts")
    void keepsEverythingWhateverTheTextSays(List<String> statements) throws SQLException {
        Throwable _ = catchThrowable(() -> run(Locking.READING, statements));
        everythingIsAsItWas();
        // Nothing of the lock, and nothing of what was tried, is left in the pool.
        assertThat(run(Locking.NONE, List.of("SELECT current_setting('transaction_read_only')")))
                .isEqualTo("{\"current_setting\":\"off\"}");
    }

    @ParameterizedTest
    @MethodSource("singleHostileStatements")
    void readsInAWritingTextAreAskedAboutBeforeTheyChangeAnything(List<String> statements) throws SQLException {
        Throwable _ = catchThrowable(() -> run(Locking.ASKING, statements));
        everythingIsAsItWas();
    }

    @Test
    void saysThatALiftedLockTriedToWrite() {
        AppException refused = refusal(() -> run(Locking.READING, List.of("SELECT lift_by_reset(), destroy()")));
        if (refused.errorCode() == DatabaseError.SQL_ERROR) {
            // PostgreSQL 16 and later refuse to lift it at all.
            assertThat(refused).hasMessageContaining("transaction_read_only");
            return;
        }
        assertThat(refused.errorCode()).isEqualTo(PlatformError.CONFIRMATION_REQUIRED);
        ConfirmationNeeded needed = (ConfirmationNeeded) refused.details();
        assertThat(needed.statements().getFirst().rule()).isEqualTo(StatementGuard.WRITES);
    }

    @Test
    void asksAboutAReadThatLiftsWritesAndSetsBackInAWritingText() throws SQLException {
        String text = "INSERT INTO noted VALUES (1); SELECT lift_write_set_back()";
        DatabaseConnection development = open.connect(database, Environment.DEVELOPMENT, false);
        AppException refused = refusal(() -> open.databases()
                .queries()
                .run(open.caller(), development.id(), new QueryRequest(text, false, null, 1, null, null)));
        everythingIsAsItWas();
        assertThat(value("SELECT count(*) FROM noted")).isEqualTo("0");
        if (refused.errorCode() == DatabaseError.SQL_ERROR) {
            // PostgreSQL 16 and later refuse to lift it at all.
            assertThat(refused).hasMessageContaining("transaction_read_only");
            return;
        }
        assertThat(refused.errorCode()).isEqualTo(PlatformError.CONFIRMATION_REQUIRED);
        ConfirmationNeeded needed = (ConfirmationNeeded) refused.details();
        assertThat(needed.statements().getFirst().index()).isEqualTo(1);
    }

    /** @return texts of which no statement but a cursor's changes anything */
    static Stream<String> cursors() {
        return Stream.of(
                "DECLARE c CURSOR WITH HOLD FOR SELECT notes()",
                "DECLARE c CURSOR WITH HOLD FOR SELECT notes(); COMMIT",
                "BEGIN; DECLARE c CURSOR WITH HOLD FOR SELECT notes(); COMMIT",
                "BEGIN; DECLARE c CURSOR WITH HOLD FOR SELECT notes(); END",
                "SELECT holds()",
                "BEGIN; SELECT holds(); COMMIT",
                "DECLARE c CURSOR FOR SELECT notes(); FETCH ALL c",
                "DECLARE c CURSOR FOR SELECT notes(); MOVE ALL IN c",
                "BEGIN; DECLARE c CURSOR FOR SELECT notes(); FETCH c; COMMIT",
                "BEGIN; DECLARE c CURSOR FOR SELECT notes(); SAVEPOINT a; MOVE c; RELEASE a; COMMIT",
                "DECLARE c CURSOR FOR TABLE noting; FETCH ALL c",
                "DECLARE c CURSOR FOR SELECT nextval('counted'); FETCH c");
    }

    @ParameterizedTest
    @MethodSource("cursors")
    void aCursorChangesNothingUnasked(String text) throws SQLException {
        execute("DELETE FROM noted");
        execute("ALTER SEQUENCE counted RESTART");
        DatabaseConnection development = open.connect(database, Environment.DEVELOPMENT, false);
        for (String each : List.of(text, "ANALYZE precious; " + text)) {
            isAnsweredOrAskedAbout(connection, each);
            isAnsweredOrAskedAbout(development, each);
        }
        // Beside what may write unasked.
        isAnsweredOrAskedAbout(development, "INSERT INTO noted VALUES (2); " + text);
        isAnsweredOrAskedAbout(development, text.replace("BEGIN;", "BEGIN; INSERT INTO noted VALUES (2);"));
        assertThat(value("SELECT count(*) FROM noted WHERE id = 1")).isEqualTo("0");
        assertThat(value("SELECT is_called FROM counted")).isEqualTo("f");
        execute("DELETE FROM noted");

        Throwable _ = catchThrowable(() -> query(development, text, true));
        boolean isChanged = value("SELECT is_called FROM counted").equals("t")
                || !value("SELECT count(*) FROM noted").equals("0");
        // A cursor that a function leaves open ends with the reading transaction of a text that only reads.
        assertThat(isChanged).as("it does change what was confirmed").isEqualTo(!text.equals("SELECT holds()"));
        execute("DELETE FROM noted");
    }

    private void isAnsweredOrAskedAbout(DatabaseConnection asked, String text) {
        Throwable failure = catchThrowable(() -> query(asked, text, false));
        if (failure == null) {
            return;
        }
        assertThat(failure).as(text).isInstanceOf(AppException.class);
        assertThat(((AppException) failure).errorCode())
                .as("%s: %s", text, failure.getMessage())
                .isIn(PlatformError.CONFIRMATION_REQUIRED, PlatformError.BAD_REQUEST);
    }

    /** Of a transaction that writes, and of the one that a chain begins. */
    @Test
    void aHeldCursorTakesNothingFromTheTransactionAroundIt() throws SQLException {
        execute("CREATE TABLE parent (id int PRIMARY KEY); CREATE TABLE child (parent int REFERENCES parent"
                + " DEFERRABLE INITIALLY DEFERRED)");
        DatabaseConnection development = open.connect(database, Environment.DEVELOPMENT, false);
        String declared = "DECLARE c CURSOR WITH HOLD FOR SELECT 1; ";
        boolean isAsked = Integer.parseInt(value("SHOW server_version_num")) < 160_000;
        String deferred = "BEGIN; INSERT INTO child VALUES (1); INSERT INTO parent VALUES (1); " + declared + "COMMIT";
        query(development, deferred, isAsked);
        assertThat(value("SELECT count(*) FROM child")).isEqualTo("1");
        String chained = "BEGIN; INSERT INTO parent VALUES (2); " + declared
                + "COMMIT AND CHAIN; INSERT INTO parent VALUES (3); COMMIT";
        assertThat(refusal(() -> query(development, chained, false)).errorCode())
                .isEqualTo(PlatformError.CONFIRMATION_REQUIRED);
        query(development, chained, true);
        assertThat(value("SELECT count(*) FROM parent")).isEqualTo("3");
    }

    @Test
    void aCursorChangesWhatWasConfirmed() throws SQLException {
        String text = "DECLARE c CURSOR FOR SELECT notes(); FETCH ALL c";
        AppException asked = refusal(() -> query(connection, text, false));
        assertThat(asked.errorCode()).isEqualTo(PlatformError.CONFIRMATION_REQUIRED);
        assertThat(((ConfirmationNeeded) asked.details()).statements())
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.rule()).isEqualTo(StatementGuard.WRITES);
                    assertThat(each.index()).isEqualTo(1);
                });
        query(connection, text, true);
        assertThat(value("WITH all_of_it AS (DELETE FROM noted RETURNING 1) SELECT count(*) FROM all_of_it"))
                .isEqualTo("1");
    }

    @Test
    void aPlanIsMeasuredWithoutWhatNoRollbackTakesBack() throws SQLException {
        ExplainRequest unasked = new ExplainRequest("SELECT nextval('measured')", true, false, null, 1000, null);
        execute("CREATE SEQUENCE measured");
        assertThat(refusal(() -> open.databases().queries().explain(open.caller(), connection.id(), unasked))
                        .errorCode())
                .isEqualTo(PlatformError.CONFIRMATION_REQUIRED);
        assertThat(value("SELECT is_called FROM measured")).isEqualTo("f");
        ExplainRequest confirmed = new ExplainRequest("SELECT nextval('measured')", true, true, null, 1000, null);
        int before = confirmations();
        open.databases().queries().explain(open.caller(), connection.id(), confirmed);
        assertThat(value("SELECT is_called FROM measured")).isEqualTo("t");
        assertThat(confirmations() - before).as("intent and outcome").isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT notes()",
                "BEGIN; SELECT notes(); COMMIT",
                "BEGIN; DECLARE c CURSOR WITH HOLD FOR SELECT notes(); COMMIT",
                "BEGIN; DECLARE c CURSOR FOR SELECT notes(); FETCH ALL c; COMMIT",
                "DECLARE c CURSOR FOR SELECT notes(); MOVE ALL IN c"
            })
    void whatIsConfirmedToWriteIsWrittenDown(String text) throws SQLException {
        int before = confirmations();
        query(connection, text, true);
        assertThat(confirmations() - before).as("intent and outcome").isEqualTo(2);
        execute("DELETE FROM noted");
    }

    private int confirmations() {
        return open.core()
                .events()
                .list(
                        open.caller(),
                        new EventFilter(
                                List.of(EventKind.DATABASE_CONFIRMED_STATEMENT.wireName()),
                                connection.id(),
                                null,
                                null),
                        new PageRequest(200, null))
                .items()
                .size();
    }

    private void query(DatabaseConnection on, String text, boolean confirm) {
        open.databases().queries().run(open.caller(), on.id(), new QueryRequest(text, confirm, null, 1, null, null));
    }

    @Test
    void readsBetweenWritesAreNotAskedAbout() throws SQLException {
        String text = "INSERT INTO noted VALUES (1); SELECT count(*) FROM noted; DELETE FROM noted WHERE id = 1;"
                + " SELECT count(*) FROM noted";
        DatabaseConnection development = open.connect(database, Environment.DEVELOPMENT, false);
        open.databases()
                .queries()
                .run(open.caller(), development.id(), new QueryRequest(text, false, null, 1, null, null));
        assertThat(value("SELECT count(*) FROM noted")).isEqualTo("0");
    }

    @Test
    void refusesToSendOneStatementAsSeveral() {
        AppException refused = refusal(() -> run(Locking.READING, List.of("SELECT 1; SELECT 2")));
        assertThat(refused.errorCode()).isEqualTo(PlatformError.BAD_REQUEST);
    }

    @Test
    void endsAReadingTransactionInItsOwnWay() throws SQLException {
        String inside = "SELECT 1 / count(*) FROM (SELECT) AS one WHERE current_setting('transaction_isolation') ="
                + " 'serializable' AND current_setting('transaction_deferrable') = 'on'"
                + " AND current_setting('transaction_read_only') = 'on'";
        run(
                Locking.READING,
                List.of(
                        "BEGIN ISOLATION LEVEL SERIALIZABLE, READ ONLY, DEFERRABLE",
                        "SAVEPOINT a",
                        inside,
                        "ROLLBACK TO a",
                        "COMMIT AND CHAIN",
                        inside,
                        "COMMIT"));
    }

    private static AppException refusal(Runnable call) {
        return (AppException) catchThrowable(call::run);
    }

    /** Runs statements of which each is said to read; the rows of the last as JSON. */
    private String run(Locking locking, List<String> statements) {
        List<ClassifiedStatement> judged = IntStream.range(0, statements.size())
                .mapToObj(i -> new ClassifiedStatement(said(i, statements.get(i)), READS))
                .toList();
        String text = String.join(";", statements);
        AdmittedScript script = AdmittedScript.of(open.caller(), connection, text, judged);
        try (Execution execution = sessions.executions().begin(open.caller(), connection.id(), null, null)) {
            QueryResult result = sessions.use(
                    connection,
                    Access.WRITING,
                    execution,
                    session -> ScriptRunner.inTransaction(
                            session,
                            script,
                            locking,
                            (_, transaction) ->
                                    QueryService.runAll(session, script, transaction, new QueryService.Fetch(10, 0))));
            return rows(result);
        } catch (AppException e) {
            if (e.errorCode() == DatabaseError.TRANSACTION_LEFT_OPEN) {
                return "left open";
            }
            throw e;
        }
    }

    private static String rows(QueryResult result) {
        JsonRows rows = result.rows();
        if (rows == null) {
            return "";
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            rows.writeTo(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** One statement, whatever it holds. */
    private static SqlStatement said(int index, String text) {
        Tokens tokens =
                StatementSplitter.split(text, Engine.POSTGRESQL).getFirst().tokens();
        return new SqlStatement(index, 0, text, tokens);
    }
}

package dev.wheelhouse.core.databases.editor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.DatabaseError;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.editor.EditorState.Transaction;
import dev.wheelhouse.core.databases.query.ConfirmationNeeded;
import dev.wheelhouse.core.databases.query.StatementGuard;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.PostgresVersions;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What reads by its text in a tab of the editor and writes when it runs. */
class EditorLockTest {

    private static final String NOTE = "SELECT note(1)";

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

    private EditorSession open(Environment environment) {
        EditorSession session = fixture.open(fixture.postgres(environment, false));
        fixture.run(
                session,
                "CREATE TABLE noted (i int); CREATE FUNCTION note(i int) RETURNS int LANGUAGE sql VOLATILE AS"
                        + " 'INSERT INTO noted VALUES (i) RETURNING i'",
                true);
        return session;
    }

    private String counted(EditorSession session) {
        EditorSession other = fixture.core.databases().editors().open(fixture.caller, session.connectionId());
        try {
            return fixture.value(other, "SELECT count(*) FROM noted");
        } finally {
            other.close();
        }
    }

    private static void asked(int statement, Runnable call) {
        AppException refused = refused(call);
        assertThat(refused.errorCode()).isEqualTo(PlatformError.CONFIRMATION_REQUIRED);
        ConfirmationNeeded needed = (ConfirmationNeeded) refused.details();
        assertThat(needed.statements().getFirst().rule()).isEqualTo(StatementGuard.WRITES);
        assertThat(needed.statements().getFirst().index()).isEqualTo(statement);
    }

    @Test
    void asksOnceAStatementOnADevelopmentConnection() {
        EditorSession session = open(Environment.DEVELOPMENT);
        asked(0, () -> fixture.run(session, NOTE));
        assertThat(counted(session)).isEqualTo("0");
        fixture.run(session, NOTE, true);
        fixture.run(session, NOTE);
        assertThat(counted(session)).isEqualTo("2");
        asked(0, () -> fixture.run(session, "SELECT note(2)"));
    }

    @Test
    void asksEachTimeOnProduction() {
        EditorSession session = open(Environment.PRODUCTION);
        asked(0, () -> fixture.run(session, NOTE));
        fixture.run(session, NOTE, true);
        asked(0, () -> fixture.run(session, NOTE));
        assertThat(counted(session)).isEqualTo("1");
    }

    @Test
    void confirmingOneStatementConfirmsNoOther() {
        EditorSession session = open(Environment.DEVELOPMENT);
        asked(1, () -> fixture.run(session, "DELETE FROM noted; SELECT note(3)", true));
        assertThat(counted(session)).isEqualTo("0");
    }

    @Test
    void goesOnWithTheStatementThatWasAskedAbout() {
        EditorSession session = open(Environment.DEVELOPMENT);
        String text = "INSERT INTO noted VALUES (7); SELECT note(8); SELECT 9";
        asked(1, () -> fixture.run(session, text));
        EditorFixture.Collected collected = new EditorFixture.Collected();
        session.run(fixture.caller, new RunRequest(text, true, null, 1), collected);
        assertThat(collected.runs).extracting(StatementRun::index).containsExactly(1, 2);
        assertThat(counted(session)).isEqualTo("2");
    }

    @Test
    void keepsWhatAConfirmedStatementChangedAtOnce() {
        EditorSession session = open(Environment.DEVELOPMENT);
        String sql = "SELECT note(i) FROM generate_series(1, 2500) i";
        asked(0, () -> fixture.run(session, sql));
        EditorResult result = result(fixture.run(session, sql, true).getLast());
        assertThat(result.firstPage().rows()).hasSize(1000);
        assertThat(result.firstPage().rest()).isEqualTo(ResultPage.Rest.RUN_AGAIN);
        assertThat(counted(session)).isEqualTo("2500");
    }

    @Test
    void asksWhenALaterPageWrites() {
        EditorSession session = open(Environment.DEVELOPMENT);
        String sql = "SELECT CASE WHEN i > 1500 THEN note(i) END FROM generate_series(1, 3500) i";
        EditorResult held = result(fixture.run(session, sql).getLast());
        assertThat(held.firstPage().rest()).isEqualTo(ResultPage.Rest.LOADABLE);
        asked(0, () -> session.loadMore(fixture.caller, held.id()));
        assertThat(counted(session)).isEqualTo("0");
        asked(0, () -> fixture.run(session, sql));
        EditorResult confirmed = result(fixture.run(session, sql, true).getLast());
        assertThat(session.loadMore(fixture.caller, confirmed.id()).rest()).isEqualTo(ResultPage.Rest.RUN_AGAIN);
        assertThat(counted(session)).isEqualTo("2000");
        assertThat(session.state().transaction()).isEqualTo(Transaction.NONE);
    }

    @Test
    void leavesTheUsersTransactionAsItWas() {
        EditorSession session = open(Environment.DEVELOPMENT);
        fixture.run(session, "BEGIN; INSERT INTO noted VALUES (7)");
        asked(0, () -> fixture.run(session, NOTE));
        assertThat(session.state().transaction()).isEqualTo(Transaction.OPEN);
        assertThat(fixture.value(session, "SELECT count(*) FROM noted")).isEqualTo("1");
        fixture.run(session, NOTE, true);
        fixture.run(session, "COMMIT");
        assertThat(counted(session)).isEqualTo("2");
    }

    @Test
    void asksBeforeACursorWrites() {
        EditorSession session = open(Environment.DEVELOPMENT);
        for (String use : List.of("FETCH ALL c", "MOVE ALL IN c")) {
            String declared = "BEGIN; DECLARE c CURSOR FOR SELECT note(1)";
            fixture.run(session, declared);
            asked(0, () -> fixture.run(session, use));
            fixture.run(session, "ROLLBACK");
            assertThat(counted(session)).isEqualTo("0");
            fixture.run(session, declared);
            fixture.run(session, use, true);
            fixture.run(session, "COMMIT");
            assertThat(counted(session)).isEqualTo("1");
            fixture.run(session, "DELETE FROM noted WHERE i = 1");
        }
    }

    @Test
    void aCursorThatOutlivesItsTransactionWritesNothingAtItsEnd() {
        EditorSession session = open(Environment.DEVELOPMENT);
        List<Runnable> ends = List.of(() -> fixture.run(session, "COMMIT"), () -> session.commit(fixture.caller));
        for (Runnable end : ends) {
            fixture.run(session, "BEGIN; INSERT INTO noted VALUES (7)");
            fixture.run(session, "DECLARE c CURSOR WITH HOLD FOR SELECT note(1)");
            assertThat(refused(end).errorCode()).isEqualTo(PlatformError.CONFLICT);
            session.rollback(fixture.caller);
            assertThat(counted(session)).isEqualTo("0");
        }
        assertThat(refused(() -> fixture.run(session, "DECLARE c CURSOR WITH HOLD FOR SELECT note(1)"))
                        .errorCode())
                .isEqualTo(PlatformError.BAD_REQUEST);
        assertThat(counted(session)).isEqualTo("0");
    }

    @Test
    void aCursorThatOutlivesItsTransactionIsReadBehindIt() {
        EditorSession session = open(Environment.DEVELOPMENT);
        Runnable use = () -> fixture.run(session, "BEGIN; DECLARE c CURSOR WITH HOLD FOR SELECT 5; COMMIT");
        if (PostgresVersions.major() < 16) {
            assertThat(refused(use).errorCode()).isEqualTo(PlatformError.CONFLICT);
            return;
        }
        use.run();
        assertThat(fixture.value(session, "FETCH ALL c")).isEqualTo("5");
    }

    private static AppException refused(Runnable call) {
        return Objects.requireNonNull(catchThrowableOfType(AppException.class, call::run));
    }

    @Test
    void asksNothingAboutAWriteThatTheUsersOwnTransactionRefuses() {
        EditorSession session = open(Environment.DEVELOPMENT);
        fixture.run(session, "BEGIN READ ONLY");
        for (boolean confirm : new boolean[] {false, true}) {
            AppException refused = Objects.requireNonNull(catchThrowableOfType(
                    AppException.class, () -> fixture.run(session, "INSERT INTO noted VALUES (1)", confirm)));
            assertThat(refused.errorCode()).isEqualTo(DatabaseError.SQL_ERROR);
            fixture.run(session, "ROLLBACK; BEGIN READ ONLY");
        }
    }

    @Test
    void readsOnInsideTheUsersTransactionWithoutWriting() {
        EditorSession session = open(Environment.DEVELOPMENT);
        session.setAutoCommit(false);
        String sql = "SELECT CASE WHEN i > 1500 THEN note(i) END FROM generate_series(1, 3500) i";
        fixture.run(session, "INSERT INTO noted VALUES (0)");
        EditorResult result = result(fixture.run(session, sql).getLast());
        asked(0, () -> session.loadMore(fixture.caller, result.id()));
        session.commit(fixture.caller);
        assertThat(counted(session)).isEqualTo("1");
    }

    @Test
    void aReadOnlyConnectionKeepsItsTransactionsAndSettingsInTheLock() {
        PostgresDatabase database = PostgresServer.shared().newDatabase();
        EditorSession writer = fixture.open(fixture.postgres(database));
        fixture.run(writer, "CREATE SCHEMA shop; CREATE TABLE shop.noted AS SELECT 1 AS i", true);
        DatabaseConnection locked = fixture.readOnly(database);
        EditorSession session = fixture.open(locked);
        for (String lift : List.of("BEGIN", "START TRANSACTION ISOLATION LEVEL REPEATABLE READ")) {
            fixture.run(session, lift);
            assertThat(session.state().transaction()).isEqualTo(Transaction.OPEN);
            assertThat(fixture.value(session, "SELECT current_setting('transaction_read_only')"))
                    .isEqualTo("\"on\"");
            fixture.run(session, "SAVEPOINT a; SELECT 1; ROLLBACK TO SAVEPOINT a; COMMIT AND CHAIN; COMMIT");
            assertThat(session.state().transaction()).isEqualTo(Transaction.NONE);
        }
        assertThat(fixture.value(session, "SELECT current_setting('transaction_read_only')"))
                .isEqualTo("\"on\"");
        fixture.run(session, "SET search_path TO shop, \"Other\"");
        assertThat(fixture.value(session, "SELECT i FROM noted")).isEqualTo("1");
        fixture.run(session, "SET search_path TO DEFAULT; SET statement_timeout = '1min'");
        assertThat(fixture.value(session, "SELECT current_setting('statement_timeout')"))
                .isEqualTo("\"1min\"");
        assertThat(fixture.value(session, "SELECT to_regclass('noted') IS NULL"))
                .isEqualTo("true");
    }

    private static EditorResult result(StatementRun run) {
        return Objects.requireNonNull(run.result());
    }
}

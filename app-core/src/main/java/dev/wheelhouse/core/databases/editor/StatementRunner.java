package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.DatabaseError;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.query.AdmittedScript;
import dev.wheelhouse.core.databases.query.ClassifiedStatement;
import dev.wheelhouse.core.databases.query.ErrorPlace;
import dev.wheelhouse.core.databases.query.StatementGuard;
import dev.wheelhouse.core.databases.query.TextTransaction.Locking;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Session.HeldCursors;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.sessions.SqlFailures;
import dev.wheelhouse.core.databases.sql.SettingStatement;
import dev.wheelhouse.core.databases.sql.SqlStatement;
import dev.wheelhouse.core.databases.sql.StatementLevel;
import dev.wheelhouse.core.databases.sql.TransactionCommand;
import dev.wheelhouse.core.databases.sql.Verdict;
import dev.wheelhouse.core.databases.values.Cell;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on one open connection and knows what they left: a transaction, open results. A result that is read
 * on page by page needs a transaction on PostgreSQL even with auto-commit; that one is the runner's own, ends with the
 * result, and no user ever sees it. What reads by its text is held to reading: in the runner's own transaction, which then
 * ends in a rollback, or in a part of the user's. Belongs to one connection; guarded by its session.
 */
final class StatementRunner {

    /** SQLSTATE of a connection that cannot go on (PostgreSQL manual, appendix A, connection_failure). */
    private static final String LOST = "08006";

    private static final Set<String> DATA_COMMANDS = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");

    private final Clock clock;
    private final OpenCursors cursors;
    private volatile EditorState.Transaction transaction = EditorState.Transaction.NONE;
    private volatile @Nullable Instant transactionSince;

    /** Whose transaction is open, and whether it is held to reading. */
    private enum Open {
        NONE,
        USERS,
        USERS_READING,
        RESULTS,
        RESULTS_READING
    }

    /** How a statement may run: where it may only read, what it is answered when it writes. */
    record Terms(Locking locking, boolean autoCommit, Function<ClassifiedStatement, AppException> refusal) {}

    private Open open = Open.NONE;
    private String characteristics = "";

    /** @param cursorKept how long a result stays open when nobody reads on */
    StatementRunner(Clock clock, Duration cursorKept) {
        this.clock = clock;
        this.cursors = new OpenCursors(clock, cursorKept);
    }

    EditorState.Transaction transaction() {
        return transaction;
    }

    @Nullable
    Instant transactionSince() {
        return transactionSince;
    }

    boolean hasCursor(String resultId) {
        return cursors.find(resultId) != null;
    }

    boolean hasIdleCursor() {
        return cursors.areIdle();
    }

    /** Runs one statement and reads its first page. */
    StatementRun run(Session session, AdmittedScript script, ClassifiedStatement statement, Terms terms)
            throws SQLException {
        Verdict verdict = statement.verdict();
        if (transactionSince == null || verdict.controlsTransaction()) {
            closeCursors(session);
        }
        boolean held = terms.locking() != Locking.NONE && verdict.level() == StatementLevel.READ;
        HeldCursors cursorsAtCommit = HeldCursors.NONE;
        if (verdict.mayChangeTables()) {
            session.execution().noteTablesChanged();
        }
        try {
            if (terms.locking() == Locking.READING && session.engine() == Engine.POSTGRESQL) {
                Optional<TransactionCommand> command = TransactionCommand.of(statement.statement());
                if (command.isPresent() && !(command.get() instanceof TransactionCommand.RollbackTo)) {
                    return control(session, statement, command.get(), terms);
                }
            }
            if (terms.locking() == Locking.READING && transactionSince == null && setsSomething(session, verdict)) {
                set(session, statement);
                return without(statement);
            }
            if (terms.locking() == Locking.ASKING && session.engine() == Engine.POSTGRESQL) {
                cursorsAtCommit = holdCursors(session, statement, terms);
            }
            boolean pages = begin(session, verdict, terms);
            StatementRun done = held && open == Open.USERS && session.engine() == Engine.POSTGRESQL
                    ? part(session, statement, terms, () -> execute(session, statement, pages))
                    : execute(session, statement, pages);
            requireInside(session);
            if (held && done.result() != null) {
                cursors.holdToReading(done.result().id(), statement);
            }
            if (open == Open.RESULTS || open == Open.RESULTS_READING) {
                return endOwnTransaction(session, statement, done, terms);
            }
            observe(session, verdict, terms.autoCommit());
            return done;
        } catch (SQLException e) {
            // What writes by its text was refused by the user's own transaction or by the server; no answer would help.
            if ((held || terms.locking() == Locking.READING) && SqlFailures.isWriteRefused(e)) {
                throw terms.refusal().apply(statement);
            }
            if (cursorsAtCommit == HeldCursors.HELD && SqlFailures.isWriteRefused(e)) {
                throw cursorWrote();
            }
            throw session.failure(script.connection(), e, failure -> ErrorPlace.inText(failure, script, statement));
        }
    }

    private static AppException cursorWrote() {
        return new AppException(
                PlatformError.CONFLICT,
                "A cursor WITH HOLD tried to change something as its transaction was committed. All of the transaction was"
                        + " rolled back. Leave the cursor out, or run its query as a statement.");
    }

    /** What a cursor WITH HOLD runs as its transaction is committed is held to reading, or not committed. */
    private HeldCursors holdCursors(Session session, ClassifiedStatement statement, Terms terms) throws SQLException {
        boolean inTransaction = transactionSince != null || !terms.autoCommit();
        if (!inTransaction && statement.verdict().rule().equals(Verdict.CURSOR_WITH_HOLD)) {
            throw StatementGuard.cursorOutside(statement);
        }
        Optional<TransactionCommand.End> commit = TransactionCommand.commit(statement.statement());
        return commit.isPresent() ? holdCursors(session, commit.get().chain()) : HeldCursors.NONE;
    }

    private static HeldCursors holdCursors(Session session, boolean chain) throws SQLException {
        HeldCursors cursors = session.holdCursors(chain);
        if (cursors == HeldCursors.NOT_HELD) {
            throw new AppException(
                    PlatformError.CONFLICT,
                    "A cursor WITH HOLD of this transaction would run its query where nothing holds it to reading."
                            + " Close it, then commit.");
        }
        return cursors;
    }

    /**
     * Begins the transaction that a statement needs.
     *
     * @return whether its rows can be read page by page
     */
    private boolean begin(Session session, Verdict verdict, Terms terms) throws SQLException {
        boolean inTransaction = transactionSince != null;
        if (session.engine() == Engine.SQLITE) {
            boolean begins = !terms.autoCommit() && !inTransaction && !verdict.controlsTransaction();
            if (begins && !verdict.mustRunAlone()) {
                boolean reads = terms.locking() == Locking.READING || verdict.level() == StatementLevel.READ;
                execute(session, reads ? "BEGIN" : "BEGIN IMMEDIATE");
            }
            return inTransaction || (!terms.autoCommit() && !verdict.mustRunAlone()) || isReadOn(verdict);
        }
        if (!inTransaction) {
            open = wanted(verdict, terms);
        }
        if (!inTransaction && (open == Open.USERS_READING || open == Open.RESULTS_READING)) {
            session.begin(true);
        } else {
            // The driver begins a transaction by itself unless one is open, and ends one when this turns to true.
            session.jdbc().setAutoCommit(open == Open.NONE);
        }
        return open != Open.NONE;
    }

    private static Open wanted(Verdict verdict, Terms terms) {
        if (terms.locking() == Locking.READING) {
            return terms.autoCommit() ? Open.RESULTS_READING : Open.USERS_READING;
        }
        if (!terms.autoCommit()) {
            // What no transaction may surround begins none, as psql does it.
            return verdict.mustRunAlone() ? Open.NONE : Open.USERS;
        }
        if (!isReadOn(verdict)) {
            return Open.NONE;
        }
        boolean held = terms.locking() == Locking.ASKING && verdict.level() == StatementLevel.READ;
        return held ? Open.RESULTS_READING : Open.RESULTS;
    }

    /** Whether its rows can be fetched in portions from a transaction of the runner's own. */
    private static boolean isReadOn(Verdict verdict) {
        return !verdict.controlsTransaction()
                && !verdict.mustRunAlone()
                && (verdict.level() == StatementLevel.READ || DATA_COMMANDS.contains(verdict.command()));
    }

    /** Runs work in a part of the user's transaction that only reads; what writes is undone and asked about. */
    private static <T> T part(Session session, ClassifiedStatement statement, Terms terms, Sessions.Call<T> work)
            throws SQLException {
        if (session.isTransactionFailed()) {
            return work.call();
        }
        session.enterReading();
        try {
            T done = work.call();
            if (session.hasOnlyRead()) {
                session.leaveReading();
                return done;
            }
        } catch (SQLException e) {
            if (!SqlFailures.isWriteRefused(e)) {
                throw e;
            }
        }
        session.undoReading();
        throw terms.refusal().apply(statement);
    }

    /** A transaction that only reads is ended by what is done here and by nothing else. */
    private void requireInside(Session session) throws SQLException {
        boolean reading = open == Open.USERS_READING || open == Open.RESULTS_READING;
        if (reading && session.engine() == Engine.POSTGRESQL && !session.isTransactionOpen()) {
            throw new SQLException("A statement ended the transaction that held it to reading.", LOST);
        }
    }

    /** Does what a statement that begins or ends a transaction asks for: its own text does not reach the server. */
    private StatementRun control(
            Session session, ClassifiedStatement statement, TransactionCommand command, Terms terms)
            throws SQLException {
        switch (command) {
            case TransactionCommand.Begin begin -> {
                if (begin.mayWrite()) {
                    throw terms.refusal().apply(statement);
                }
                if (transactionSince != null) {
                    throw StatementGuard.refused(statement, "begins a transaction inside another. End that one first.");
                }
                characteristics = begin.characteristics();
                beginUsersReading(session);
            }
            case TransactionCommand.End end -> {
                boolean chained = end.chain() && transactionSince != null;
                if (transactionSince != null) {
                    endUsersReading(session);
                }
                if (chained) {
                    beginUsersReading(session);
                }
            }
            case TransactionCommand.RollbackTo _, TransactionCommand.Unknown _ ->
                throw StatementGuard.refused(statement, "cannot be run where nothing may be changed.");
        }
        return without(statement);
    }

    /** The result of a statement whose work was done without sending its text. */
    private static StatementRun without(ClassifiedStatement statement) {
        SqlStatement text = statement.statement();
        return new StatementRun(text.index(), text.text(), statement.verdict().command(), null, 0, 0, List.of());
    }

    private static boolean setsSomething(Session session, Verdict verdict) {
        return session.engine() == Engine.POSTGRESQL
                && verdict.level() == StatementLevel.SESSION
                && verdict.rule().equals("setting");
    }

    /** The end of a reading transaction would take the setting back, so its value is bound outside of one. */
    private static void set(Session session, ClassifiedStatement statement) throws SQLException {
        SettingStatement setting = SettingStatement.of(statement.statement())
                .orElseThrow(() -> StatementGuard.refused(
                        statement, "would not last on a connection that only reads. Write it as SET name = value."));
        session.jdbc().setAutoCommit(true);
        String sql = setting.value() == null
                ? "SELECT pg_catalog.set_config(name, reset_val, false) FROM pg_catalog.pg_settings"
                        + " WHERE pg_catalog.lower(name) OPERATOR(pg_catalog.=) ?"
                : "SELECT pg_catalog.set_config(?, ?, false)";
        try (PreparedStatement prepared = session.prepare(sql)) {
            prepared.setString(1, setting.name());
            if (setting.value() != null) {
                prepared.setString(2, setting.value());
            }
            prepared.execute();
        }
    }

    private void beginUsersReading(Session session) throws SQLException {
        session.beginReading(characteristics);
        open = Open.USERS_READING;
        look(session);
    }

    private void endUsersReading(Session session) throws SQLException {
        boolean held = session.endReading();
        look(session);
        if (!held) {
            throw new AppException(
                    DatabaseError.READ_ONLY_CONNECTION,
                    "A statement of the transaction made it writable. All of the transaction was rolled back.");
        }
    }

    private StatementRun endOwnTransaction(
            Session session, ClassifiedStatement statement, StatementRun done, Terms terms) throws SQLException {
        EditorResult result = done.result();
        OpenCursor cursor = result == null ? null : cursors.find(result.id());
        if (open == Open.RESULTS_READING) {
            if (cursor == null ? !endResultsReading(session) : !session.isHeldToReading()) {
                throw terms.refusal().apply(statement);
            }
            return done;
        }
        if (cursor != null && statement.verdict().level() == StatementLevel.READ) {
            if (!hasWritten(session)) {
                return done;
            }
            cursor.skipRest(session.execution());
        }
        closeCursors(session);
        return cursor == null ? done : withoutRest(done);
    }

    private boolean endResultsReading(Session session) throws SQLException {
        open = Open.NONE;
        return session.endReading();
    }

    /**
     * Whether a function that a reading statement calls has changed something in the open transaction. It is then kept at
     * once, like every change with auto-commit, and the statement run to its end for what it has still to change.
     */
    private static boolean hasWritten(Session session) throws SQLException {
        try (Statement statement = session.statement();
                ResultSet row = statement.executeQuery("SELECT pg_catalog.txid_current_if_assigned() IS NOT NULL")) {
            return row.next() && row.getBoolean(1);
        }
    }

    private static StatementRun withoutRest(StatementRun done) {
        EditorResult result = done.result();
        if (result == null) {
            return done;
        }
        ResultPage page = new ResultPage(result.firstPage().rows(), ResultPage.Rest.RUN_AGAIN);
        return done.with(new EditorResult(result.id(), result.sql(), result.fields(), page, result.origin()));
    }

    private StatementRun execute(Session session, ClassifiedStatement each, boolean readsOn) throws SQLException {
        long began = System.nanoTime();
        Statement statement = each.open(session, "");
        boolean keep = false;
        try {
            if (!readsOn) {
                statement.setMaxRows(OpenCursor.PAGE_ROWS + 1);
            }
            boolean hasRows = each.execute(session, statement);
            EditorResult result = null;
            long count = 0;
            if (hasRows) {
                result = cursors.firstPage(session, statement, each, readsOn);
                keep = hasCursor(result.id());
                count = result.firstPage().rows().size();
            } else {
                count = Math.max(0, statement.getLargeUpdateCount());
            }
            long elapsed = Duration.ofNanos(System.nanoTime() - began).toMillis();
            return new StatementRun(
                    each.statement().index(),
                    each.statement().text(),
                    each.verdict().command(),
                    result,
                    count,
                    elapsed,
                    Session.notices(statement.getWarnings()));
        } finally {
            if (!keep) {
                statement.close();
            }
        }
    }

    /** The next page of an open result. */
    ResultPage more(Session session, String resultId, Function<ClassifiedStatement, AppException> refusal)
            throws SQLException {
        OpenCursor cursor = cursors.find(resultId);
        if (cursor == null) {
            return new ResultPage(List.of(), ResultPage.Rest.RUN_AGAIN);
        }
        List<List<Cell>> rows = nextRows(session, cursor, cursors.heldToReading(resultId), refusal);
        cursors.touch();
        if (cursor.hasMore() && !(open == Open.RESULTS && hasWritten(session))) {
            return new ResultPage(rows, ResultPage.Rest.LOADABLE);
        }
        ResultPage.Rest rest = cursor.hasMore() ? ResultPage.Rest.RUN_AGAIN : ResultPage.Rest.NONE;
        cursor.skipRest(session.execution());
        cursors.close(resultId);
        if (cursors.isEmpty()) {
            closeCursors(session);
        }
        return new ResultPage(rows, rest);
    }

    /** @param reads the statement, if it is held to reading */
    private List<List<Cell>> nextRows(
            Session session,
            OpenCursor cursor,
            @Nullable ClassifiedStatement reads,
            Function<ClassifiedStatement, AppException> refusal)
            throws SQLException {
        Sessions.Call<List<List<Cell>>> read = () -> cursor.read(session.execution());
        if (reads == null || session.engine() != Engine.POSTGRESQL) {
            return read.call();
        }
        if (open == Open.USERS) {
            return part(session, reads, new Terms(Locking.ASKING, true, refusal), read);
        }
        try {
            List<List<Cell>> rows = read.call();
            if (session.isHeldToReading()) {
                return rows;
            }
        } catch (SQLException e) {
            if (!SqlFailures.isWriteRefused(e)) {
                throw e;
            }
        }
        throw refusal.apply(reads);
    }

    /** After a failure: closes every result, undoes the transaction that was only theirs, reads the session's state. */
    void settle(Session session) throws SQLException {
        boolean own = open == Open.RESULTS || open == Open.RESULTS_READING;
        cursors.closeAll();
        if (own) {
            open = Open.NONE;
            session.rollback();
        }
        look(session);
    }

    /** Closes every result and ends the transaction that was only theirs; one of the user goes on. */
    void closeCursors(Session session) throws SQLException {
        cursors.closeAll();
        if (open == Open.RESULTS_READING) {
            endResultsReading(session);
        }
        if (open != Open.RESULTS) {
            return;
        }
        open = Open.NONE;
        if (session.isTransactionFailed()) {
            // A commit would be answered with an error, although nothing is lost.
            session.jdbc().rollback();
        } else if (session.isTransactionOpen()) {
            session.jdbc().commit();
        }
    }

    /** Ends the transaction that is open. */
    void endTransaction(Session session, DatabaseConnection connection, boolean keep) throws SQLException {
        closeCursors(session);
        HeldCursors cursorsAtCommit = HeldCursors.NONE;
        try {
            if (open == Open.USERS_READING) {
                endUsersReading(session);
                return;
            }
            if (session.engine() == Engine.POSTGRESQL) {
                session.jdbc().setAutoCommit(false);
            }
            if (keep) {
                cursorsAtCommit = holdCursors(session, false);
                session.execution().noteTablesChanged();
                session.commit();
            } else {
                session.rollback();
            }
        } catch (SQLException e) {
            if (cursorsAtCommit == HeldCursors.HELD && SqlFailures.isWriteRefused(e)) {
                throw cursorWrote();
            }
            throw session.failure(connection, e, failure -> failure);
        } finally {
            look(session);
        }
    }

    private void observe(Session session, Verdict verdict, boolean autoCommit) throws SQLException {
        // On SQLite looking costs two statements, and only these can have changed anything.
        if (session.engine() == Engine.POSTGRESQL || verdict.controlsTransaction() || !autoCommit) {
            look(session);
        }
    }

    private void look(Session session) throws SQLException {
        if (!session.isTransactionOpen()) {
            open = Open.NONE;
            transaction = EditorState.Transaction.NONE;
            transactionSince = null;
            return;
        }
        open = open == Open.NONE ? Open.USERS : open;
        transaction = session.isTransactionFailed() ? EditorState.Transaction.FAILED : EditorState.Transaction.OPEN;
        if (transactionSince == null) {
            transactionSince = clock.instant();
        }
    }

    private static void execute(Session session, String sql) throws SQLException {
        try (Statement statement = session.statement()) {
            statement.execute(sql);
        }
    }
}

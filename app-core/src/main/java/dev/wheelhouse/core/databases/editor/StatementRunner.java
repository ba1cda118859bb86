package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.query.BoundScript;
import dev.wheelhouse.core.databases.query.BoundStatement;
import dev.wheelhouse.core.databases.query.ErrorPlace;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sql.StatementLevel;
import dev.wheelhouse.core.databases.sql.Verdict;
import dev.wheelhouse.core.databases.values.Cell;
import dev.wheelhouse.core.databases.values.ResultReader;
import dev.wheelhouse.core.databases.values.ValueBinder;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on one open connection and knows what they left: a transaction, open results. A result that is read
 * on page by page needs a transaction on PostgreSQL even with auto-commit; that one is the runner's own, ends with the
 * result, and no user ever sees it. Belongs to one connection; guarded by its session.
 */
final class StatementRunner {

    private static final int MOST_NOTICES = 100;
    private static final Set<String> DATA_COMMANDS = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");

    private final Clock clock;
    private final Duration cursorKept;
    private final Map<String, OpenCursor> cursors = new LinkedHashMap<>();
    private volatile EditorState.Transaction transaction = EditorState.Transaction.NONE;
    private volatile @Nullable Instant transactionSince;
    private volatile Instant cursorsUsed;
    private volatile boolean holdsCursors;
    private int results;

    /** @param cursorKept how long a result stays open when nobody reads on */
    StatementRunner(Clock clock, Duration cursorKept) {
        this.clock = clock;
        this.cursorKept = cursorKept;
        this.cursorsUsed = clock.instant();
    }

    EditorState.Transaction transaction() {
        return transaction;
    }

    @Nullable
    Instant transactionSince() {
        return transactionSince;
    }

    boolean hasCursor(String resultId) {
        return cursors.containsKey(resultId);
    }

    boolean hasIdleCursor() {
        return holdsCursors && clock.instant().isAfter(cursorsUsed.plus(cursorKept));
    }

    /** Runs one statement and reads its first page. */
    StatementRun run(
            Session session, DatabaseConnection connection, BoundScript bound, BoundStatement each, boolean autoCommit)
            throws SQLException {
        Verdict verdict = each.classified().verdict();
        boolean inTransaction = transactionSince != null;
        if (!inTransaction || verdict.controlsTransaction()) {
            closeCursors(session, inTransaction);
        }
        boolean readsOn = inTransaction || !autoCommit || isReadOn(verdict);
        prepare(session, verdict, readsOn, autoCommit, inTransaction);
        try {
            StatementRun done = execute(session, each, readsOn);
            boolean own = session.engine() == Engine.POSTGRESQL && readsOn && !inTransaction && autoCommit;
            if (own) {
                done = endOwnTransaction(session, verdict, done);
            } else {
                observe(session, verdict, autoCommit);
            }
            return done;
        } catch (SQLException e) {
            throw session.failure(connection, e, failure -> ErrorPlace.inText(failure, bound, each));
        }
    }

    /** Whether its rows can be fetched in portions from a transaction of the runner's own. */
    private static boolean isReadOn(Verdict verdict) {
        return !verdict.controlsTransaction()
                && !verdict.mustRunAlone()
                && (verdict.level() == StatementLevel.READ || DATA_COMMANDS.contains(verdict.command()));
    }

    private static void prepare(
            Session session, Verdict verdict, boolean readsOn, boolean autoCommit, boolean inTransaction)
            throws SQLException {
        switch (session.engine()) {
            // The driver begins a transaction by itself unless one is open; it ends one when this turns to true.
            case POSTGRESQL -> session.jdbc().setAutoCommit(!readsOn);
            case SQLITE -> {
                if (!autoCommit && !inTransaction && !verdict.controlsTransaction() && !verdict.mustRunAlone()) {
                    execute(session, verdict.level() == StatementLevel.READ ? "BEGIN" : "BEGIN IMMEDIATE");
                }
            }
        }
    }

    private StatementRun endOwnTransaction(Session session, Verdict verdict, StatementRun done) throws SQLException {
        EditorResult result = done.result();
        boolean open = result != null && cursors.containsKey(result.id());
        if (open && verdict.level() == StatementLevel.READ) {
            return done;
        }
        closeCursors(session, false);
        session.jdbc().commit();
        return open ? withoutRest(done) : done;
    }

    private static StatementRun withoutRest(StatementRun done) {
        EditorResult result = done.result();
        if (result == null) {
            return done;
        }
        ResultPage page = new ResultPage(result.firstPage().rows(), ResultPage.Rest.RUN_AGAIN);
        return done.with(new EditorResult(result.id(), result.sql(), result.fields(), page, result.origin()));
    }

    private StatementRun execute(Session session, BoundStatement each, boolean readsOn) throws SQLException {
        long began = System.nanoTime();
        Statement statement = each.rewritten() == null ? session.statement() : session.prepare(each.text());
        boolean keep = false;
        try {
            // What stands in braces is SQL, not JDBC's escape syntax.
            statement.setEscapeProcessing(false);
            if (!readsOn) {
                statement.setMaxRows(OpenCursor.PAGE_ROWS + 1);
            }
            boolean hasRows;
            if (statement instanceof PreparedStatement prepared && each.rewritten() != null) {
                each.bind(prepared, ValueBinder.of(session.engine()));
                hasRows = prepared.execute();
            } else {
                hasRows = statement.execute(each.text());
            }
            EditorResult result = null;
            long count = 0;
            if (hasRows) {
                result = firstPage(session, statement, each, readsOn);
                keep = cursors.containsKey(result.id());
                count = result.firstPage().rows().size();
            } else {
                count = Math.max(0, statement.getLargeUpdateCount());
            }
            long elapsed = Duration.ofNanos(System.nanoTime() - began).toMillis();
            return new StatementRun(
                    each.classified().statement().index(),
                    each.classified().statement().text(),
                    each.classified().verdict().command(),
                    result,
                    count,
                    elapsed,
                    notices(session, statement));
        } finally {
            if (!keep) {
                statement.close();
            }
        }
    }

    private EditorResult firstPage(Session session, Statement statement, BoundStatement each, boolean readsOn)
            throws SQLException {
        ResultSet rows = statement.getResultSet();
        OpenCursor cursor = new OpenCursor(statement, rows, ResultReader.of(session.engine(), rows));
        List<List<Cell>> page = cursor.read(session.execution());
        String id = "r" + ++results;
        ResultPage.Rest rest = ResultPage.Rest.NONE;
        if (cursor.hasMore()) {
            rest = readsOn ? ResultPage.Rest.LOADABLE : ResultPage.Rest.RUN_AGAIN;
        }
        ResultOrigin origin = ObservedColumns.observe(session, each.classified().statement(), rows);
        if (rest == ResultPage.Rest.LOADABLE) {
            cursors.put(id, cursor);
            touchCursors();
        }
        return new EditorResult(
                id, each.classified().statement().text(), cursor.reader().fields(), new ResultPage(page, rest), origin);
    }

    private static List<String> notices(Session session, Statement statement) throws SQLException {
        List<String> notices = new ArrayList<>();
        if (session.engine() == Engine.POSTGRESQL) {
            SQLWarning warning = statement.getWarnings();
            while (warning != null && notices.size() < MOST_NOTICES) {
                notices.add(String.valueOf(warning.getMessage()));
                warning = warning.getNextWarning();
            }
        }
        return notices;
    }

    /** The next page of an open result. */
    ResultPage more(Session session, String resultId, boolean autoCommit) throws SQLException {
        OpenCursor cursor = cursors.get(resultId);
        if (cursor == null) {
            return new ResultPage(List.of(), ResultPage.Rest.RUN_AGAIN);
        }
        List<List<Cell>> rows = cursor.read(session.execution());
        touchCursors();
        if (cursor.hasMore()) {
            return new ResultPage(rows, ResultPage.Rest.LOADABLE);
        }
        cursors.remove(resultId);
        cursor.close();
        touchCursors();
        if (cursors.isEmpty()) {
            settle(session, autoCommit);
        }
        return new ResultPage(rows, ResultPage.Rest.NONE);
    }

    private void touchCursors() {
        cursorsUsed = clock.instant();
        holdsCursors = !cursors.isEmpty();
    }

    /** Closes every result and ends the transaction that was only theirs; then looks how the session stands. */
    void settle(Session session, boolean autoCommit) throws SQLException {
        closeCursors(session, transactionSince != null);
        if (session.engine() == Engine.POSTGRESQL
                && transactionSince == null
                && autoCommit
                && session.isTransactionOpen()
                && !session.jdbc().getAutoCommit()) {
            session.jdbc().rollback();
        }
        look(session);
    }

    /** @param inTransaction of the user, which then goes on */
    private void closeCursors(Session session, boolean inTransaction) throws SQLException {
        boolean had = !cursors.isEmpty();
        for (OpenCursor cursor : cursors.values()) {
            cursor.close();
        }
        cursors.clear();
        holdsCursors = false;
        boolean ownOpen = had && !inTransaction && session.engine() == Engine.POSTGRESQL;
        if (ownOpen && session.isTransactionOpen() && !session.jdbc().getAutoCommit()) {
            session.jdbc().commit();
        }
    }

    /** Ends the transaction that is open. */
    void endTransaction(Session session, DatabaseConnection connection, boolean keep) throws SQLException {
        closeCursors(session, true);
        try {
            if (session.engine() == Engine.POSTGRESQL) {
                session.jdbc().setAutoCommit(false);
            }
            if (keep) {
                session.commit();
            } else {
                session.rollback();
            }
        } catch (SQLException e) {
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
        boolean open = session.isTransactionOpen();
        if (!open) {
            transaction = EditorState.Transaction.NONE;
            transactionSince = null;
            return;
        }
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

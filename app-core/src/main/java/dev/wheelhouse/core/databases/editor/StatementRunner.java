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

    /** Whether a transaction is open that is the runner's own, for an open result. */
    private boolean ownTransaction;

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
            closeCursors(session);
        }
        // What no transaction may surround begins none, as psql does it.
        boolean readsOn = inTransaction || (!autoCommit && !verdict.mustRunAlone()) || isReadOn(verdict);
        prepare(session, verdict, readsOn, autoCommit, inTransaction);
        ownTransaction = session.engine() == Engine.POSTGRESQL && readsOn && !inTransaction && autoCommit;
        try {
            StatementRun done = execute(session, each, readsOn);
            if (ownTransaction) {
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
        OpenCursor cursor = result == null ? null : cursors.get(result.id());
        if (cursor != null && verdict.level() == StatementLevel.READ) {
            if (!hasWritten(session)) {
                return done;
            }
            cursor.skipRest(session.execution());
        }
        closeCursors(session);
        return cursor == null ? done : withoutRest(done);
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
    ResultPage more(Session session, String resultId) throws SQLException {
        OpenCursor cursor = cursors.get(resultId);
        if (cursor == null) {
            return new ResultPage(List.of(), ResultPage.Rest.RUN_AGAIN);
        }
        List<List<Cell>> rows = cursor.read(session.execution());
        touchCursors();
        if (cursor.hasMore() && !(ownTransaction && hasWritten(session))) {
            return new ResultPage(rows, ResultPage.Rest.LOADABLE);
        }
        ResultPage.Rest rest = cursor.hasMore() ? ResultPage.Rest.RUN_AGAIN : ResultPage.Rest.NONE;
        cursor.skipRest(session.execution());
        cursors.remove(resultId);
        cursor.close();
        touchCursors();
        if (cursors.isEmpty()) {
            closeCursors(session);
        }
        return new ResultPage(rows, rest);
    }

    private void touchCursors() {
        cursorsUsed = clock.instant();
        holdsCursors = !cursors.isEmpty();
    }

    /** After a failure: closes every result, undoes the transaction that was only theirs, looks how the session stands. */
    void settle(Session session) throws SQLException {
        boolean own = ownTransaction;
        ownTransaction = false;
        closeCursors(session);
        if (own && session.isTransactionOpen()) {
            session.jdbc().rollback();
        }
        look(session);
    }

    /** Closes every result and ends the transaction that was only theirs; one of the user goes on. */
    void closeCursors(Session session) throws SQLException {
        for (OpenCursor cursor : cursors.values()) {
            cursor.close();
        }
        cursors.clear();
        holdsCursors = false;
        if (!ownTransaction) {
            return;
        }
        ownTransaction = false;
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

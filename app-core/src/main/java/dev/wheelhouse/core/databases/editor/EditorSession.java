package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.query.AdmittedScript;
import dev.wheelhouse.core.databases.query.ClassifiedStatement;
import dev.wheelhouse.core.databases.query.ExplainRequest;
import dev.wheelhouse.core.databases.query.Plan;
import dev.wheelhouse.core.databases.query.PlanQuestion;
import dev.wheelhouse.core.databases.query.TextTransaction.Locking;
import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.databases.sessions.OwnSession;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Session.Access;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One editor tab's session. Its calls block, one runs at a time, and {@link #cancel} and {@link #state} answer from any
 * thread meanwhile. The connection is opened at the first run, and again after it was lost. Thread-safe.
 */
public final class EditorSession implements AutoCloseable {

    /** A connection that lay idle for longer is asked whether it still lives. */
    private static final Duration TRUSTED = Duration.ofSeconds(5);

    private static final Duration CURSOR_KEPT = Duration.ofMinutes(5);
    private static final Duration BLOCKING_CURSOR_KEPT = Duration.ofSeconds(10);

    private final EditorTools tools;
    private final String connectionId;
    private final Consumer<EditorSession> onClose;
    private final WritingReads writing = new WritingReads();
    private final ReentrantLock work = new ReentrantLock();
    private volatile @Nullable Execution running;
    private volatile @Nullable OwnSession own;
    private volatile @Nullable StatementRunner runner;
    private volatile boolean autoCommit = true;
    private volatile @Nullable Instant idleSince;
    private volatile boolean closed;

    EditorSession(EditorTools tools, String connectionId, Consumer<EditorSession> onClose) {
        this.tools = tools;
        this.connectionId = connectionId;
        this.onClose = onClose;
    }

    public String connectionId() {
        return connectionId;
    }

    /**
     * Runs statements one after the other; the first that fails ends the run. With auto-commit each is kept at once;
     * else, and inside a transaction that the text began, they stay in the open transaction.
     *
     * @throws AppException the refusals of the guard, before anything ran; {@code sql_error} with the statement and its
     *     place in the text; {@code cancelled}; {@code busy} while another call runs, and with {@code payload_too_large} as
     *     {@code Executions.hold}; {@code upstream_failed} when the connection cannot be opened or was lost
     */
    public void run(Caller caller, RunRequest request, RunListener listener) {
        DatabaseConnection connection = tools.connections().forUse(caller, connectionId, Scope.DATABASES_QUERY);
        alone(
                caller,
                execution -> tools.runner()
                        .recording(
                                caller,
                                connection,
                                "query",
                                request.sql(),
                                Long::longValue,
                                _ -> admitAndRun(caller, connection, request, listener, execution)));
    }

    private Long admitAndRun(
            Caller caller,
            DatabaseConnection connection,
            RunRequest request,
            RunListener listener,
            Execution execution) {
        AdmittedScript script = tools.guard()
                .admitSeparately(caller, connection, request.sql(), request.parameters(), request.confirm());
        List<ClassifiedStatement> confirmed = script.confirmed().stream()
                .filter(each -> each.statement().index() >= request.from())
                .toList();
        return tools.runner()
                .confirmed(
                        caller,
                        connection,
                        confirmed,
                        script.sql(),
                        () -> runAll(script, request, listener, execution));
    }

    private Long runAll(AdmittedScript script, RunRequest request, RunListener listener, Execution execution) {
        Caller caller = script.caller();
        DatabaseConnection connection = script.connection();
        OwnSession session = open(caller, connection, script.readOnly(), execution);
        StatementRunner statements = statementRunner();
        long rows = 0;
        int count = script.statements().size();
        for (ClassifiedStatement each : script.statements().subList(Math.min(request.from(), count), count)) {
            execution.check();
            listener.started(each.statement().index(), count);
            Locking locking =
                    script.readOnly() ? Locking.READING : writing.locking(connection, each, request.confirm());
            StatementRunner.Terms terms = new StatementRunner.Terms(
                    locking, autoCommit, caught -> writing.caught(caller, connection, caught));
            List<ClassifiedStatement> unheld = locking == Locking.NONE ? List.of(each) : List.of();
            StatementRun done = tools.runner()
                    .confirmed(
                            caller,
                            connection,
                            unheld,
                            each.text(),
                            () -> guarded(
                                    caller,
                                    session,
                                    () -> session.use(execution, jdbc -> statements.run(jdbc, script, each, terms))));
            rows = done.rowCount();
            listener.finished(tools.sources().complete(caller, connection, done, transaction() == null));
        }
        return rows;
    }

    /** After a failure the session is put in order before anybody hears of it. */
    private <T> T guarded(Caller caller, OwnSession session, Supplier<T> call) {
        boolean inTransaction = transaction() != null;
        try {
            return call.get();
        } catch (AppException e) {
            settle(caller, session);
            throw Aftermath.told(e, inTransaction, session.isLost(), state().transaction());
        } catch (RuntimeException e) {
            settle(caller, session);
            throw e;
        }
    }

    private void settle(Caller caller, OwnSession session) {
        StatementRunner statements = runner;
        if (statements != null) {
            tidy(caller, session, statements::settle);
        }
    }

    private interface Tidying {
        void run(Session session) throws SQLException;
    }

    /** Puts the session in order, in a call of its own: a cancel of the one before must not reach it. */
    private void tidy(Caller caller, OwnSession session, Tidying tidying) {
        if (!session.isLost()) {
            try (Execution execution = tools.sessions().executions().begin(caller, connectionId, null, TRUSTED)) {
                session.use(execution, jdbc -> {
                    tidying.run(jdbc);
                    return true;
                });
            } catch (AppException _) {
                // Then it is of no more use, which the next line sees to.
                session.close();
            }
        }
        if (session.isLost()) {
            drop();
        }
    }

    /**
     * Closes the open results, which on some databases keep others from writing; their rest needs another run. Nothing
     * happens while a transaction is open, which they belong to.
     *
     * @throws AppException {@code busy} while another call runs
     */
    public void closeResults(Caller caller) {
        alone(caller, execution -> {
            OwnSession session = own;
            StatementRunner statements = runner;
            if (session != null && statements != null && transaction() == null) {
                tidy(caller, session, statements::closeCursors);
            }
            return true;
        });
    }

    /**
     * The plan of one statement as this session would run it: inside the open transaction, with its changes, settings and
     * temporary tables. What measuring changed is undone; the transaction stays as it was.
     *
     * @param request its {@code queryId} and time limit are left aside; {@link #cancel} ends it
     * @throws AppException as {@code QueryService.explain}; {@code busy} while another call runs
     */
    public Plan explain(Caller caller, ExplainRequest request) {
        DatabaseConnection connection = tools.connections().forUse(caller, connectionId, Scope.DATABASES_QUERY);
        return alone(
                caller,
                execution -> tools.runner().recording(caller, connection, "explain", request.sql(), _ -> 0, _ -> {
                    PlanQuestion question = PlanQuestion.of(caller, connection, tools.guard(), request);
                    boolean readOnly = connection.readOnly() || !caller.may(Scope.DATABASES_WRITE);
                    OwnSession session = open(caller, connection, readOnly, execution);
                    return tools.runner().measuring(question, () -> ask(caller, session, question, execution));
                }));
    }

    private Plan ask(Caller caller, OwnSession session, PlanQuestion question, Execution execution) {
        boolean inTransaction = transaction() != null;
        PlanSavepoint savepoint = new PlanSavepoint(question);
        try {
            Plan plan = session.use(execution, savepoint::ask);
            tidy(caller, session, savepoint::release);
            return plan;
        } catch (AppException e) {
            tidy(caller, session, savepoint::release);
            throw Aftermath.told(e, inTransaction, session.isLost(), state().transaction());
        } catch (RuntimeException e) {
            tidy(caller, session, savepoint::release);
            throw e;
        }
    }

    /** The next rows of a result. */
    public ResultPage loadMore(Caller caller, String resultId) {
        DatabaseConnection connection = tools.connections().forUse(caller, connectionId, Scope.DATABASES_QUERY);
        return alone(caller, execution -> {
            OwnSession session = own;
            StatementRunner statements = runner;
            if (session == null || statements == null || !statements.hasCursor(resultId)) {
                throw new AppException(
                        PlatformError.PRECONDITION_FAILED,
                        "This result is no longer open: another statement ran, its transaction ended or it was left"
                                + " for some minutes. Run the statement again.");
            }
            return guarded(
                    caller,
                    session,
                    () -> session.use(
                            execution,
                            jdbc -> statements.more(
                                    jdbc, resultId, caught -> writing.caught(caller, connection, caught))));
        });
    }

    /** Keeps what the open transaction did; nothing happens without one. */
    public void commit(Caller caller) {
        endTransaction(caller, "COMMIT");
    }

    /** Undoes what the open transaction did; nothing happens without one. */
    public void rollback(Caller caller) {
        endTransaction(caller, "ROLLBACK");
    }

    private void endTransaction(Caller caller, String command) {
        DatabaseConnection connection = tools.connections().forUse(caller, connectionId, Scope.DATABASES_QUERY);
        alone(caller, execution -> {
            OwnSession session = own;
            StatementRunner statements = runner;
            if (session == null || statements == null || statements.transactionSince() == null) {
                return 0L;
            }
            return tools.history()
                    .recording(
                            caller,
                            connection,
                            "query",
                            command,
                            Long::longValue,
                            () -> guarded(
                                    caller,
                                    session,
                                    () -> session.use(execution, jdbc -> {
                                        statements.endTransaction(jdbc, connection, command.equals("COMMIT"));
                                        return 0L;
                                    })));
        });
    }

    /**
     * Chooses whether statements are kept at once.
     *
     * @throws AppException {@code conflict} while a transaction is open
     */
    public void setAutoCommit(boolean wanted) {
        if (transaction() != null) {
            throw new AppException(PlatformError.CONFLICT, "A transaction is open. Commit it or roll it back first.");
        }
        autoCommit = wanted;
    }

    /** Stops what runs; nothing happens when nothing does. Answers at once. */
    public void cancel() {
        Execution current = running;
        if (current != null) {
            current.cancel();
        }
    }

    public EditorState state() {
        StatementRunner statements = runner;
        boolean runs = running != null;
        return new EditorState(
                own != null,
                runs,
                autoCommit,
                statements == null ? EditorState.Transaction.NONE : statements.transaction(),
                statements == null ? null : statements.transactionSince(),
                runs ? null : idleSince);
    }

    private @Nullable Instant transaction() {
        StatementRunner statements = runner;
        return statements == null ? null : statements.transactionSince();
    }

    private StatementRunner statementRunner() {
        StatementRunner known = runner;
        if (known == null) {
            refuseWhenClosed();
            throw new IllegalStateException("The session is not open");
        }
        return known;
    }

    private <T> T alone(Caller caller, Function<Execution, T> call) {
        if (!work.tryLock()) {
            throw new AppException(
                    PlatformError.BUSY, "A statement is still running in this tab. Cancel it or wait for its end.");
        }
        try (Execution execution = tools.sessions().executions().begin(caller, connectionId, null, null)) {
            // In this order: whoever closes meanwhile either finds what to cancel or is found out here.
            running = execution;
            refuseWhenClosed();
            return call.apply(execution);
        } finally {
            running = null;
            idleSince = tools.clock().instant();
            work.unlock();
        }
    }

    private void refuseWhenClosed() {
        if (closed) {
            throw new AppException(PlatformError.STATE_INVALID, "This editor is closed. Open another one.");
        }
    }

    /** The connection, opened anew when it was lost, broke while it lay idle, or its settings have changed since. */
    private OwnSession open(Caller caller, DatabaseConnection connection, boolean readOnly, Execution execution) {
        OwnSession known = own;
        if (known != null && isOutdated(known, connection)) {
            drop();
            known = null;
        }
        if (known != null && !isAlive(caller, known)) {
            boolean inTransaction = transaction() != null;
            drop();
            known = null;
            if (inTransaction) {
                throw Aftermath.lostWhileIdle(connection);
            }
        }
        return known == null ? openAnew(connection, readOnly, execution) : known;
    }

    private OwnSession openAnew(DatabaseConnection connection, boolean readOnly, Execution execution) {
        OwnSession opened = tools.sessions().openOwn(connection, readOnly ? Access.READING : Access.WRITING, execution);
        own = opened;
        try {
            // Closed while it was being opened: nobody else would ever close it.
            refuseWhenClosed();
            runner = opened.use(execution, session -> {
                boolean blocking = opened.cursorsBlockOthers(session);
                return new StatementRunner(tools.clock(), blocking ? BLOCKING_CURSOR_KEPT : CURSOR_KEPT);
            });
            return opened;
        } catch (RuntimeException e) {
            drop();
            throw e;
        }
    }

    private boolean isOutdated(OwnSession known, DatabaseConnection connection) {
        return known.isLost() || (known.connection().revision() != connection.revision() && transaction() == null);
    }

    private boolean isAlive(Caller caller, OwnSession known) {
        Instant since = idleSince;
        if (since == null || Duration.between(since, tools.clock().instant()).compareTo(TRUSTED) < 0) {
            return true;
        }
        try (Execution asking = tools.sessions().executions().begin(caller, connectionId, null, TRUSTED)) {
            return known.use(asking, session -> session.jdbc().isValid((int) TRUSTED.toSeconds()));
        } catch (AppException _) {
            return false;
        }
    }

    private void drop() {
        OwnSession known = own;
        own = null;
        runner = null;
        if (known != null) {
            known.close();
        }
    }

    /** Closes results that nobody has read on for a while; called from time to time. */
    void closeIdleCursors(Caller caller) {
        if (!work.tryLock()) {
            return;
        }
        try {
            OwnSession session = own;
            StatementRunner statements = runner;
            if (session == null || statements == null || !statements.hasIdleCursor()) {
                return;
            }
            tidy(caller, session, statements::closeCursors);
        } finally {
            work.unlock();
        }
    }

    /** Cuts the connection; an open transaction ends without its changes, and what runs ends as cancelled. */
    @Override
    public void close() {
        closed = true;
        cancel();
        drop();
        onClose.accept(this);
    }
}

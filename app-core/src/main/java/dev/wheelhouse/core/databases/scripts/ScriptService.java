package dev.wheelhouse.core.databases.scripts;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.history.HistoryService;
import dev.wheelhouse.core.databases.query.ClassifiedStatement;
import dev.wheelhouse.core.databases.query.ConfirmedRuns;
import dev.wheelhouse.core.databases.query.ImpactEstimator;
import dev.wheelhouse.core.databases.query.Locking;
import dev.wheelhouse.core.databases.query.StatementGuard;
import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.databases.sessions.Executions;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.sessions.SqlBudget;
import dev.wheelhouse.core.databases.sql.StatementClassifier;
import dev.wheelhouse.core.databases.sql.StatementLevel;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.JobScopes;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.JobTelling;
import dev.wheelhouse.core.platform.job.JobWork;
import dev.wheelhouse.core.platform.settings.Shares;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs scripts of any length as jobs. A script is written down, read once to judge every statement, and only then run:
 * in one transaction, unless it brings its own. Thread-safe.
 */
public final class ScriptService {

    /** Longest script, in bytes. */
    public static final long MOST_BYTES = 1L << 30;

    /** A script that runs can wait for others' texts longer than somebody who waits for an answer. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final int MOST_NAMED = 50;
    private static final int BEGINNING = 2_000;

    private final ConnectionService connections;
    private final Sessions sessions;
    private final Executions executions;
    private final StatementGuard guard;
    private final ImpactEstimator estimator;
    private final ConfirmedRuns confirmedRuns;
    private final HistoryService history;
    private final JobService jobs;
    private final ScriptShares shares;
    private final ScriptSpool spool;

    public ScriptService(ScriptTools tools, Home home, JobService jobs, Shares shares) {
        this.shares = new ScriptShares(shares);
        this.connections = tools.connections();
        this.sessions = tools.sessions();
        this.executions = tools.executions();
        this.guard = tools.guard();
        this.estimator = tools.estimator();
        this.confirmedRuns = tools.confirmedRuns();
        this.history = tools.history();
        this.jobs = jobs;
        this.spool = new ScriptSpool(home);
        spool.clear();
    }

    /**
     * Takes a script and starts it.
     *
     * @param script UTF-8 or UTF-16, see {@link ScriptText}; read to its end
     * @param confirm whether what is destructive was confirmed
     * @throws AppException the refusals of {@link StatementGuard}; {@code storage_full}; {@code payload_too_large} for a
     *     statement of more than 16 million characters
     */
    public Job start(Caller caller, String connectionId, InputStream script, boolean confirm) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_QUERY);
        ScriptShares.Script share = shares.take(caller);
        Path file;
        try {
            requireOrdinaryLogin(caller, connection);
            file = keep(script);
        } catch (RuntimeException e) {
            share.leave();
            throw e;
        }
        try {
            ScriptSummary summary = judge(caller, connection, file);
            if (!summary.needConfirmation().isEmpty() && !confirm) {
                throw StatementGuard.confirmationRequired(
                        estimator.estimate(caller, connection, summary.needConfirmation()));
            }
            return jobs.start(caller, "script", connectionId, JobScopes.STATEMENTS, new JobWork() {
                @Override
                public void awaitTurn() throws InterruptedException {
                    share.begin();
                }

                @Override
                public String run(JobProgress progress) {
                    return ScriptService.this.run(caller, connection, file, summary, confirm, progress);
                }

                @Override
                public void ended() {
                    share.leave();
                    ScriptSpool.drop(file);
                }
            });
        } catch (RuntimeException e) {
            share.leave();
            ScriptSpool.drop(file);
            throw e;
        }
    }

    /** Before anything is received: a job that fails later would say it too late. */
    private void requireOrdinaryLogin(Caller caller, DatabaseConnection connection) {
        if (caller.may(Scope.DATABASES_ADMIN)) {
            return;
        }
        try (Execution execution = executions.begin(caller, connection.id(), null, null)) {
            sessions.requireOrdinaryLogin(connection, execution);
        }
    }

    private Path keep(InputStream script) {
        try {
            return spool.keep(script);
        } catch (IOException e) {
            throw new UncheckedIOException("A script could not be received", e);
        }
    }

    private ScriptSummary judge(Caller caller, DatabaseConnection connection, Path file) {
        List<ClassifiedStatement> needConfirmation = new ArrayList<>();
        boolean controlsTransaction = false;
        int count = 0;
        String beginning = "";
        boolean alone = false;
        boolean onlyReads = true;
        try (Reader reader = ScriptSpool.open(file);
                SqlBudget.Held held = executions.hold(caller, 0)) {
            StatementStream statements = new StatementStream(reader, connection.engine(), held::resize);
            StatementClassifier classifier = new StatementClassifier(connection.engine());
            for (var next = statements.next(); next != null; next = statements.next()) {
                ClassifiedStatement each = next.classified(classifier);
                refuseNul(connection, next);
                guard.admitOne(caller, connection, each);
                if (each.verdict().requiresConfirmation(connection.isProduction())
                        && needConfirmation.size() < MOST_NAMED) {
                    needConfirmation.add(each);
                }
                controlsTransaction |= each.verdict().controlsTransaction();
                alone |= each.verdict().mustRunAlone();
                onlyReads &= each.verdict().level() == StatementLevel.READ;
                count++;
                beginning = count == 1 ? beginning(next.statement().text()) : beginning;
            }
        } catch (CharacterCodingException _) {
            throw AppException.invalid(
                    "body", "The script is neither UTF-8 nor UTF-16 text. Convert it and send it again.");
        } catch (IOException e) {
            throw new UncheckedIOException("A script could not be read again", e);
        }
        if (count == 0) {
            throw AppException.invalid("body", "Write a statement; there is none in this script.");
        }
        if (alone && count > 1 && !controlsTransaction) {
            throw new AppException(
                    PlatformError.BAD_REQUEST,
                    "The script holds a statement that cannot run inside a transaction (such as VACUUM). Run it"
                            + " alone.");
        }
        return new ScriptSummary(count, beginning, needConfirmation, controlsTransaction || alone, onlyReads);
    }

    private static void refuseNul(DatabaseConnection connection, StatementStream.Located next) {
        if (connection.engine() == Engine.POSTGRESQL && next.statement().text().indexOf('\0') >= 0) {
            throw AppException.invalid(
                    "body", "Line " + next.line() + ": Remove the NUL character; PostgreSQL takes none.");
        }
    }

    private static String beginning(String statement) {
        return statement.length() > BEGINNING ? statement.substring(0, BEGINNING) + " …" : statement;
    }

    private String run(
            Caller caller,
            DatabaseConnection connection,
            Path file,
            ScriptSummary summary,
            boolean confirm,
            JobProgress progress) {
        JobTelling telling = new JobTelling(progress);
        String beginning = String.format(
                Locale.ROOT,
                summary.statements() == 1
                        ? "A script of one statement on %2$s, %3$s."
                        : "A script of %1$,d statements on %2$s, %3$s.",
                summary.statements(),
                connection.name(),
                summary.controlsTransaction() ? "with transactions of its own" : "in one transaction");
        return telling.tell(beginning, () -> run(caller, connection, file, summary, confirm, progress, telling));
    }

    private String run(
            Caller caller,
            DatabaseConnection connection,
            Path file,
            ScriptSummary summary,
            boolean confirm,
            JobProgress progress,
            JobTelling telling) {
        String shown = "-- script of " + summary.statements() + " statements\n" + summary.beginning();
        try (Execution execution = executions.begin(caller, connection.id(), null, null);
                SqlBudget.Held held = executions.hold(caller, 0, PATIENCE)) {
            progress.onCancel(execution::cancel);
            boolean readOnly = connection.readOnly() || !caller.may(Scope.DATABASES_WRITE);
            Locking locking = Locking.of(readOnly || summary.onlyReads(), summary.controlsTransaction(), confirm);
            ScriptRun scriptRun = new ScriptRun(connection, file, summary, held, progress, telling);
            long affected = history.recording(
                    caller,
                    connection,
                    "script",
                    shown,
                    Long::longValue,
                    () -> confirmedRuns.recording(
                            caller,
                            connection,
                            summary.needConfirmation(),
                            shown,
                            () -> confirmedRuns.held(
                                    caller,
                                    connection,
                                    shown,
                                    confirm,
                                    locking,
                                    locked -> sessions.use(
                                            connection,
                                            locked.access(),
                                            execution,
                                            session -> scriptRun.run(session, caller, locked)))));
            return summary.statements() + " statements ran; " + affected + " rows were affected.";
        }
    }
}

package dev.wheelhouse.core.databases.scripts;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.history.HistoryService;
import dev.wheelhouse.core.databases.query.AdmittedScript;
import dev.wheelhouse.core.databases.query.AskedStatements;
import dev.wheelhouse.core.databases.query.ClassifiedStatement;
import dev.wheelhouse.core.databases.query.ScriptRunner;
import dev.wheelhouse.core.databases.query.ScriptTraits;
import dev.wheelhouse.core.databases.query.StatementGuard;
import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.sessions.SqlBudget;
import dev.wheelhouse.core.databases.sql.StatementClassifier;
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
    private final StatementGuard guard;
    private final ScriptRunner runner;
    private final HistoryService history;
    private final JobService jobs;
    private final ScriptShares shares;
    private final ScriptSpool spool;

    public ScriptService(
            ConnectionService connections,
            Sessions sessions,
            StatementGuard guard,
            ScriptRunner runner,
            HistoryService history,
            Home home,
            JobService jobs,
            Shares shares) {
        this.connections = connections;
        this.sessions = sessions;
        this.guard = guard;
        this.runner = runner;
        this.history = history;
        this.shares = new ScriptShares(shares);
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
            ScriptSummary summary = judge(caller, connection, file, confirm);
            AdmittedScript admitted = summary.script();
            guard.requireConfirmation(caller, connection, admitted.confirmed(), confirm);
            return jobs.start(caller, "script", connectionId, JobScopes.STATEMENTS, new JobWork() {
                @Override
                public void awaitTurn() throws InterruptedException {
                    share.begin();
                }

                @Override
                public String run(JobProgress progress) {
                    return ScriptService.this.run(file, summary, confirm, progress);
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
        try (Execution execution = sessions.executions().begin(caller, connection.id(), null, null)) {
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

    private ScriptSummary judge(Caller caller, DatabaseConnection connection, Path file, boolean confirm) {
        AskedStatements asked = guard.asked(caller, connection, confirm, MOST_NAMED);
        ScriptTraits traits = ScriptTraits.NONE;
        int count = 0;
        String beginning = "";
        try (Reader reader = ScriptSpool.open(file);
                SqlBudget.Held held = sessions.executions().hold(caller, 0)) {
            StatementStream statements = new StatementStream(reader, connection.engine(), held::resize);
            StatementClassifier classifier = new StatementClassifier(connection.engine());
            for (var next = statements.next(); next != null; next = statements.next()) {
                ClassifiedStatement each = next.classified(classifier);
                refuseNul(connection, next);
                guard.admitOne(caller, connection, each);
                asked.judge(each);
                traits = traits.with(each.verdict());
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
        if (traits.mustRunAlone() && count > 1 && !traits.controlsTransaction()) {
            throw new AppException(
                    PlatformError.BAD_REQUEST,
                    "The script holds a statement that cannot run inside a transaction (such as VACUUM). Run it"
                            + " alone.");
        }
        String shown = "-- script of " + count + " statements\n" + beginning;
        return new ScriptSummary(
                count, new AdmittedScript(caller, connection, shown, List.of(), asked.statements(), traits));
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

    private String run(Path file, ScriptSummary summary, boolean confirm, JobProgress progress) {
        JobTelling telling = new JobTelling(progress);
        String beginning = String.format(
                Locale.ROOT,
                summary.statements() == 1
                        ? "A script of one statement on %2$s, %3$s."
                        : "A script of %1$,d statements on %2$s, %3$s.",
                summary.statements(),
                summary.script().connection().name(),
                summary.script().traits().ownControl() ? "with transactions of its own" : "in one transaction");
        return telling.tell(beginning, () -> run(file, summary, confirm, progress, telling));
    }

    private String run(Path file, ScriptSummary summary, boolean confirm, JobProgress progress, JobTelling telling) {
        AdmittedScript script = summary.script();
        Caller caller = script.caller();
        DatabaseConnection connection = script.connection();
        try (Execution execution = sessions.executions().begin(caller, connection.id(), null, null);
                SqlBudget.Held held = sessions.executions().hold(caller, 0, PATIENCE)) {
            progress.onCancel(execution::cancel);
            ScriptRun run = new ScriptRun(file, summary, held, progress, telling);
            long affected = history.recording(
                    caller,
                    connection,
                    "script",
                    script.sql(),
                    Long::longValue,
                    () -> runner.run(script, confirm, execution, run::runAll));
            return summary.statements() + " statements ran; " + affected + " rows were affected.";
        }
    }
}

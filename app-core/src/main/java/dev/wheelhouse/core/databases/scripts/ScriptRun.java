package dev.wheelhouse.core.databases.scripts;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.DatabaseError;
import dev.wheelhouse.core.databases.SqlComplaint;
import dev.wheelhouse.core.databases.scripts.StatementStream.Located;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorDetails;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.JobTelling;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/** One script in its session. */
final class ScriptRun {

    private final DatabaseConnection connection;
    private final Path file;
    private final ScriptSummary summary;
    private final boolean readOnly;
    private final JobProgress progress;
    private final JobTelling telling;

    ScriptRun(
            DatabaseConnection connection,
            Path file,
            ScriptSummary summary,
            boolean readOnly,
            JobProgress progress,
            JobTelling telling) {
        this.connection = connection;
        this.file = file;
        this.summary = summary;
        this.readOnly = readOnly;
        this.progress = progress;
        this.telling = telling;
    }

    /** Runs everything; returns the rows affected. */
    long run(Session session) throws SQLException {
        session.markDirty();
        boolean own = summary.controlsTransaction();
        if (!own) {
            session.begin(readOnly);
        } else if (readOnly) {
            session.forbidWrites();
        }
        long affected = runAll(session);
        if (!own) {
            session.commit();
        } else if (session.isTransactionOpen()) {
            session.rollback();
            throw new AppException(
                    DatabaseError.TRANSACTION_LEFT_OPEN,
                    "The script begins a transaction and does not end it. It was rolled back; add COMMIT or ROLLBACK.");
        }
        return affected;
    }

    private long runAll(Session session) throws SQLException {
        long affected = 0;
        int done = 0;
        try (Reader reader = ScriptSpool.open(file)) {
            StatementStream statements = new StatementStream(reader, connection.engine());
            for (Located next = statements.next(); next != null; next = statements.next()) {
                session.execution().check();
                affected += runOne(session, next);
                done++;
                progress.report(done, (long) summary.statements(), "Line " + next.line());
                telling.reached(done, summary.statements(), words(done, next.line()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("A script could not be read again", e);
        }
        return affected;
    }

    private String words(int done, int line) {
        return String.format(Locale.ROOT, "%,d of %,d statements, up to line %,d", done, summary.statements(), line);
    }

    private long runOne(Session session, Located located) throws SQLException {
        try (Statement statement = session.statement()) {
            statement.setEscapeProcessing(false);
            // Rows that a script selects go nowhere.
            statement.setMaxRows(1);
            boolean rows = statement.execute(located.statement().text());
            return rows ? 0 : Math.max(0, statement.getLargeUpdateCount());
        } catch (SQLException e) {
            throw session.failure(connection, e, failure -> atLine(failure, located));
        }
    }

    private AppException atLine(AppException failure, Located located) {
        String rolledBack = summary.controlsTransaction() ? "" : " Nothing was changed.";
        ErrorDetails details = failure.details();
        if (details instanceof SqlComplaint complaint) {
            details = new SqlComplaint(
                    complaint.state(),
                    complaint.detail(),
                    complaint.hint(),
                    null,
                    located.line(),
                    complaint.constraint(),
                    located.statement().index());
        }
        return new AppException(
                failure.errorCode(),
                "Line " + located.line() + ": " + failure.getMessage() + rolledBack,
                details,
                failure.getCause());
    }
}

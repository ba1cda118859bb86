package dev.wheelhouse.core.databases.scripts;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.SqlComplaint;
import dev.wheelhouse.core.databases.query.ClassifiedStatement;
import dev.wheelhouse.core.databases.query.TextTransaction;
import dev.wheelhouse.core.databases.scripts.StatementStream.Located;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.SqlBudget;
import dev.wheelhouse.core.databases.sql.StatementClassifier;
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

    private final Path file;
    private final ScriptSummary summary;
    private final DatabaseConnection connection;
    private final SqlBudget.Held held;
    private final JobProgress progress;
    private final JobTelling telling;

    ScriptRun(Path file, ScriptSummary summary, SqlBudget.Held held, JobProgress progress, JobTelling telling) {
        this.file = file;
        this.summary = summary;
        this.connection = summary.script().connection();
        this.held = held;
        this.progress = progress;
        this.telling = telling;
    }

    /** Runs everything; returns the rows affected. */
    long runAll(Session session, TextTransaction transaction) throws SQLException {
        long affected = 0;
        int done = 0;
        try (Reader reader = ScriptSpool.open(file)) {
            StatementStream statements = new StatementStream(reader, connection.engine(), held::resize);
            StatementClassifier classifier = new StatementClassifier(connection.engine());
            for (Located next = statements.next(); next != null; next = statements.next()) {
                session.execution().check();
                affected += runOne(session, transaction, classifier, next);
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

    private long runOne(Session session, TextTransaction transaction, StatementClassifier classifier, Located located)
            throws SQLException {
        ClassifiedStatement each = located.classified(classifier);
        try {
            return transaction.control(each) ? 0 : transaction.run(each, () -> execute(session, each));
        } catch (SQLException e) {
            throw session.failure(connection, e, failure -> atLine(failure, located));
        }
    }

    private static long execute(Session session, ClassifiedStatement each) throws SQLException {
        String sql = each.statement().text();
        try (Statement statement = session.callersStatement(sql)) {
            // Rows that a script selects go nowhere.
            statement.setMaxRows(1);
            boolean rows = statement.execute(sql);
            return rows ? 0 : Math.max(0, statement.getLargeUpdateCount());
        }
    }

    private AppException atLine(AppException failure, Located located) {
        String rolledBack = summary.script().traits().ownControl() ? "" : " Nothing was changed.";
        ErrorDetails details = failure.details();
        if (details instanceof SqlComplaint complaint) {
            details = complaint.at(null, located.line(), located.statement().index());
        }
        return new AppException(
                failure.errorCode(),
                "Line " + located.line() + ": " + failure.getMessage() + rolledBack,
                details,
                failure.getCause());
    }
}

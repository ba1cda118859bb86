package dev.wheelhouse.core.databases.edits;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.DatabaseError;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.SqlComplaint;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.Identifiers;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.SqlFailures;
import dev.wheelhouse.core.databases.values.JsonRows;
import dev.wheelhouse.core.databases.values.ResultReader;
import dev.wheelhouse.core.databases.values.ValueBinder;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorDetails;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.RawJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;

/**
 * Applies planned edits in one transaction. On PostgreSQL neighbours of the same shape go in one batch; since a batch
 * does not report which of its members failed, trouble is met by running all of it again, one by one.
 */
final class EditRunner {

    private static final long MOST_BYTES = 16L << 20;

    /** SQLite names the column of this kind alone, behind its table. */
    private static final Pattern NOT_NULL = Pattern.compile("NOT NULL constraint failed: [^)]*\\.([^.)]+)");

    /** In the server's context line for a value that its type does not take. */
    private static final Pattern PARAMETER = Pattern.compile("parameter \\$(\\d+)");

    private final Session session;
    private final DatabaseConnection connection;
    private final ValueBinder binder;
    private final EditPlanner planner;

    EditRunner(Session session, DatabaseConnection connection) {
        this.session = session;
        this.connection = connection;
        this.binder = ValueBinder.of(session.engine());
        this.planner = new EditPlanner(session.engine());
    }

    /**
     * Applies everything and commits, or changes nothing.
     *
     * @param tables the table of each edit
     */
    List<EditResult> run(List<Edit> edits, List<TableDescription> tables) throws SQLException {
        if (session.engine() == Engine.POSTGRESQL) {
            // A trigger may change the session.
            session.markDirty();
        }
        List<EditStatement> statements = new ArrayList<>();
        for (int i = 0; i < edits.size(); i++) {
            statements.add(planner.plan(i, edits.get(i), tables.get(i)));
        }
        if (session.engine() == Engine.POSTGRESQL && statements.size() > 1) {
            List<EditResult> results = tryInBatches(statements);
            if (results != null) {
                return results;
            }
        }
        session.begin(false);
        List<EditResult> results = new ArrayList<>();
        for (EditStatement each : statements) {
            results.add(runOne(each, edits.get(each.index()), tables.get(each.index())));
        }
        commit();
        return results;
    }

    /** Constraints may be checked as late as here. */
    private void commit() throws SQLException {
        try {
            session.commit();
        } catch (SQLException e) {
            if (session.isConnectionLost(e)) {
                throw new AppException(
                        PlatformError.UPSTREAM_FAILED,
                        "The connection broke while the edits were committed. Whether they were applied is not known:"
                                + " read the rows again before you repeat them.",
                        e);
            }
            throw session.failure(
                    connection,
                    e,
                    failure -> SqlFailures.isConstraintViolation(e)
                            ? new AppException(
                                    DatabaseError.CONSTRAINT_VIOLATION,
                                    SqlFailures.words(e) + " Nothing was changed.",
                                    failure.details(),
                                    e)
                            : failure);
        }
    }

    /** Null when anything at all went wrong; then nothing was changed. */
    private @Nullable List<EditResult> tryInBatches(List<EditStatement> statements) throws SQLException {
        try {
            session.begin(false);
            List<EditResult> results = new ArrayList<>();
            for (int from = 0; from < statements.size(); ) {
                int to = from + 1;
                while (to < statements.size() && statements.get(to).isLike(statements.get(from))) {
                    to++;
                }
                if (!runBatch(statements.subList(from, to), results)) {
                    session.rollback();
                    return null;
                }
                from = to;
            }
            commit();
            return results;
        } catch (SQLException e) {
            if (!session.isUsable(e)) {
                throw e;
            }
            session.rollback();
            return null;
        }
    }

    private boolean runBatch(List<EditStatement> batch, List<EditResult> results) throws SQLException {
        EditStatement first = batch.getFirst();
        try (PreparedStatement statement = prepare(first)) {
            for (EditStatement each : batch) {
                each.bind(statement, binder);
                statement.addBatch();
            }
            int[] counts = statement.executeBatch();
            List<RawJson> rows = first.generated().isEmpty()
                    ? List.of()
                    : generatedRows(statement.getGeneratedKeys(), first.generated());
            if (!rows.isEmpty() && rows.size() != batch.size()) {
                return false;
            }
            for (int i = 0; i < batch.size(); i++) {
                if (counts[i] != 1) {
                    return false;
                }
                results.add(new EditResult(1, first.operation().name(), rows.isEmpty() ? null : rows.get(i)));
            }
            return true;
        }
    }

    private PreparedStatement prepare(EditStatement edit) throws SQLException {
        if (edit.generated().isEmpty()) {
            return session.execution().watch(session.jdbc().prepareStatement(edit.sql()));
        }
        String[] columns =
                edit.generated().stream().map(ColumnDescription::name).toArray(String[]::new);
        return session.execution().watch(session.jdbc().prepareStatement(edit.sql(), columns));
    }

    private EditResult runOne(EditStatement edit, Edit asked, TableDescription table) throws SQLException {
        try {
            return switch (edit.operation()) {
                case INSERT -> insert(edit, table);
                case UPDATE, DELETE -> changeOne(edit, asked, table);
            };
        } catch (SQLException e) {
            throw session.failure(connection, e, failure -> refine(failure, e, edit));
        }
    }

    private EditResult insert(EditStatement edit, TableDescription table) throws SQLException {
        // RETURNING gives -1 for the rowid of a virtual table (SQLite 3.54); the connection knows it of every table.
        boolean rowidAlone = table.isKeyedByRowid() && edit.generated().size() == 1;
        if (edit.generated().isEmpty() || rowidAlone) {
            try (PreparedStatement statement = session.prepare(edit.sql())) {
                edit.bind(statement, binder);
                int count = statement.executeUpdate();
                return new EditResult(count, "INSERT", rowidAlone && count == 1 ? insertedRowid(edit) : null);
            }
        }
        String returning = " RETURNING " + EditPlanner.readable(edit.generated());
        try (PreparedStatement statement = session.prepare(edit.sql() + returning)) {
            edit.bind(statement, binder);
            List<RawJson> rows = generatedRows(statement.executeQuery(), edit.generated());
            return new EditResult(rows.size(), "INSERT", rows.isEmpty() ? null : rows.getFirst());
        }
    }

    private RawJson insertedRowid(EditStatement edit) throws SQLException {
        String name = Identifiers.quote(edit.generated().getFirst().name());
        try (PreparedStatement statement = session.prepare("SELECT last_insert_rowid() AS " + name)) {
            return generatedRows(statement.executeQuery(), edit.generated()).getFirst();
        }
    }

    private EditResult changeOne(EditStatement edit, Edit asked, TableDescription table) throws SQLException {
        try (PreparedStatement statement = session.prepare(edit.sql())) {
            edit.bind(statement, binder);
            int count = statement.executeUpdate();
            if (count == 1) {
                return new EditResult(1, edit.operation().name(), null);
            }
            if (count > 1) {
                throw new AppException(
                        DatabaseError.AMBIGUOUS_ROW,
                        "The key of edits[" + edit.index() + "] names " + count
                                + " rows. Nothing was changed; use a key that names one.",
                        new RowConflict(edit.index(), null));
            }
        }
        RawJson current = currentRow(edit, asked, table);
        throw new AppException(
                DatabaseError.ROW_CONFLICT,
                current == null
                        ? "The row of edits[" + edit.index() + "] is gone. Nothing was changed."
                        : "The row of edits[" + edit.index()
                                + "] was changed since it was read. Nothing was changed; compare with what it is now.",
                new RowConflict(edit.index(), current));
    }

    private @Nullable RawJson currentRow(EditStatement failed, Edit asked, TableDescription table) throws SQLException {
        EditStatement select = planner.select(failed, asked, table);
        try (PreparedStatement statement = session.prepare(select.sql())) {
            select.bind(statement, binder);
            List<RawJson> rows = generatedRows(statement.executeQuery(), EditPlanner.allColumns(table));
            return rows.isEmpty() ? null : rows.getFirst();
        }
    }

    private List<RawJson> generatedRows(ResultSet returned, List<ColumnDescription> columns) throws SQLException {
        List<RawJson> found = new ArrayList<>();
        try (ResultSet rows = returned) {
            ResultReader reader = ResultReader.of(session.engine(), rows, columns);
            while (reader.next()) {
                JsonRows row = new JsonRows(reader, MOST_BYTES);
                if (row.add()) {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    row.writeTo(bytes);
                    found.add(new RawJson(bytes.toString(StandardCharsets.UTF_8)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /** Names the edit, and the value where the server names it. */
    private static AppException refine(AppException failure, SQLException cause, EditStatement edit) {
        if (SqlFailures.isConstraintViolation(cause)) {
            return new AppException(
                    DatabaseError.CONSTRAINT_VIOLATION,
                    "edits[" + edit.index() + "]: " + SqlFailures.words(cause) + " Nothing was changed.",
                    violation(failure.details(), cause, edit),
                    cause);
        }
        if (SqlFailures.isBadValue(cause)) {
            return AppException.invalid(pathOf(cause, edit), SqlFailures.words(cause));
        }
        return new AppException(
                failure.errorCode(),
                "edits[" + edit.index() + "]: " + failure.getMessage() + " Nothing was changed.",
                withEdit(failure.details(), edit.index()),
                cause);
    }

    private static ErrorDetails violation(ErrorDetails details, SQLException cause, EditStatement edit) {
        return withEdit(details, edit.index()) instanceof SqlComplaint complaint
                ? new EditComplaint(
                        complaint, edit.index(), new FieldProblem(violatedPath(cause, edit), SqlFailures.words(cause)))
                : details;
    }

    /** The one column that a server names, or the edit: several columns may break a constraint together. */
    private static String violatedPath(SQLException cause, EditStatement edit) {
        String path = "edits[" + edit.index() + "]";
        if (cause instanceof PSQLException postgres && postgres.getServerErrorMessage() != null) {
            String column = postgres.getServerErrorMessage().getColumn();
            return column == null ? path : path + ".values." + column;
        }
        Matcher column = NOT_NULL.matcher(String.valueOf(cause.getMessage()));
        return column.find() ? path + ".values." + column.group(1) : path;
    }

    private static ErrorDetails withEdit(ErrorDetails details, int index) {
        return details instanceof SqlComplaint complaint ? complaint.at(null, null, index) : details;
    }

    private static String pathOf(SQLException cause, EditStatement edit) {
        int parameter = parameterOf(cause);
        if (parameter >= 0 && parameter < edit.values().size()) {
            return edit.values().get(parameter).path();
        }
        String whole = "edits[" + edit.index() + "].values";
        List<String> set = edit.values().stream()
                .map(EditStatement.Value::path)
                .filter(path -> path.startsWith(whole))
                .toList();
        return set.size() == 1 ? set.getFirst() : whole;
    }

    /** The 0-based parameter that the server names; -1 when it names none. */
    private static int parameterOf(SQLException cause) {
        if (!(cause instanceof PSQLException postgres)
                || postgres.getServerErrorMessage() == null
                || postgres.getServerErrorMessage().getWhere() == null) {
            return -1;
        }
        Matcher matcher = PARAMETER.matcher(postgres.getServerErrorMessage().getWhere());
        return matcher.find() ? Integer.parseInt(matcher.group(1)) - 1 : -1;
    }
}

package dev.wheelhouse.core.databases.export;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.Identifiers;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.rows.LongMarks;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.values.LongValue;
import dev.wheelhouse.core.databases.values.ResultReader;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The long values of a SQLite table, read by their rows' keys from the same snapshot. SQLite has such a value whole in
 * memory while it cuts a piece off; this process has the piece.
 */
final class StoredValues implements ResultReader.LongValues {

    private static final int PIECE = 4 << 20;

    private final Session session;
    private final List<ColumnDescription> columns;
    private final List<String> key;
    private final LongMarks marks;
    private final String from;

    /**
     * @param table with a key
     * @param columns that are selected before the key
     */
    StoredValues(Session session, TableDescription table, List<ColumnDescription> columns, LongMarks marks) {
        this.session = session;
        this.columns = columns;
        this.key = table.primaryKey();
        this.marks = marks;
        this.from = " FROM " + Identifiers.quote(table.schema(), table.name()) + " WHERE "
                + key.stream().map(name -> Identifiers.quote(name) + " = ?").collect(Collectors.joining(" AND "));
    }

    @Override
    public Object find(ResultSet row, int column, Object value) throws SQLException {
        if (!marks.isMark(value)) {
            return value;
        }
        String name = columns.get(column - 1).name();
        List<Object> keyValues = new ArrayList<>();
        for (int i = 0; i < key.size(); i++) {
            Object each = row.getObject(columns.size() + 1 + i);
            if (each == null || marks.isMark(each)) {
                throw new AppException(
                        PlatformError.PAYLOAD_TOO_LARGE,
                        "The column " + name + " holds a value of more than " + (Session.WHOLE_VALUES >> 20)
                                + " MiB in a row whose key is too long to read it by. Export a statement that leaves"
                                + " the column out.");
            }
            keyValues.add(each);
        }
        return new LongValue(marks.isText(value), position -> piece(name, keyValues, position));
    }

    private byte[] piece(String column, List<Object> keyValues, long position) throws SQLException {
        // Cut as bytes: substr of a text counts characters and stops at NUL.
        String sql = "SELECT substr(CAST(" + Identifiers.quote(column) + " AS BLOB), ?, " + PIECE + ")" + from;
        try (PreparedStatement statement = session.prepare(sql)) {
            statement.setLong(1, position);
            for (int i = 0; i < keyValues.size(); i++) {
                statement.setObject(2 + i, keyValues.get(i));
            }
            try (ResultSet found = statement.executeQuery()) {
                if (!found.next()) {
                    throw new SQLException("The long value of the column " + column + " is not found by its row's key");
                }
                // The driver gives an empty blob as null.
                return Objects.requireNonNullElse(found.getBytes(1), new byte[0]);
            }
        }
    }
}

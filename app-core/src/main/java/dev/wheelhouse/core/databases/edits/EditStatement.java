package dev.wheelhouse.core.databases.edits;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.values.ValueBinder;
import dev.wheelhouse.core.platform.json.RawJson;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * An edit as SQL.
 *
 * @param index 0-based among the edits
 * @param values what its placeholders stand for, in order
 * @param generated columns whose values an insert leaves to the database
 */
record EditStatement(
        int index, EditOperation operation, String sql, List<Value> values, List<ColumnDescription> generated) {

    /** One value, its column, and the name of its place in the request. */
    record Value(ColumnDescription column, RawJson value, String path) {}

    void bind(PreparedStatement statement, ValueBinder binder) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            Value each = values.get(i);
            binder.bind(statement, i + 1, each.value(), each.column(), each.path());
        }
    }

    /** Whether both can be one prepared statement. */
    boolean isLike(EditStatement other) {
        return sql.equals(other.sql);
    }
}

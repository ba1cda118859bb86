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

    /** The statement with constants in place of what is bound. */
    String toSql(ValueBinder binder) {
        StringBuilder text = new StringBuilder(sql.length() * 2);
        boolean quoted = false;
        int next = 0;
        for (int i = 0; i < sql.length(); i++) {
            char character = sql.charAt(i);
            // What the planner writes holds no quotes but those of names.
            quoted ^= character == '"';
            if (character != '?' || quoted) {
                text.append(character);
                continue;
            }
            Value value = values.get(next++);
            binder.appendLiteral(value.value(), value.column(), value.path(), text);
        }
        return text.toString();
    }

    /** Whether both can be one prepared statement. */
    boolean isLike(EditStatement other) {
        return sql.equals(other.sql);
    }
}

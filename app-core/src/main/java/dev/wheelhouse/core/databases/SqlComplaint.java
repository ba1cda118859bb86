package dev.wheelhouse.core.databases;

import dev.wheelhouse.core.platform.error.ErrorDetails;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the database said against a statement.
 *
 * @param state SQLSTATE (PostgreSQL manual, appendix A), or SQLite's result code name
 * @param position 1-based place in the submitted text, in characters (Unicode code points); null when the database
 *     names none
 * @param line 1-based line of that place
 * @param statement 0-based index of the statement among those submitted
 */
public record SqlComplaint(
        String state,
        @Nullable String detail,
        @Nullable String hint,
        @Nullable Integer position,
        @Nullable Integer line,
        @Nullable String constraint,
        @Nullable Integer statement)
        implements ErrorDetails {

    /** The same, said of another place. */
    public SqlComplaint at(@Nullable Integer position, @Nullable Integer line, int statement) {
        return new SqlComplaint(state, detail, hint, position, line, constraint, statement);
    }

    @Override
    public Map<String, Object> attributes() {
        Map<String, Object> sql = new LinkedHashMap<>();
        put(sql, "state", state);
        put(sql, "detail", detail);
        put(sql, "hint", hint);
        put(sql, "position", position);
        put(sql, "line", line);
        put(sql, "constraint", constraint);
        put(sql, "statement", statement);
        return Map.of("sql", sql);
    }

    private static void put(Map<String, Object> sql, String name, @Nullable Object value) {
        if (value != null) {
            sql.put(name, value);
        }
    }
}

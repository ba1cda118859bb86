package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.values.Field;
import java.util.List;

/**
 * The rows of one statement.
 *
 * @param id names it in its session, to load more of it
 * @param sql the statement that made it
 */
public record EditorResult(String id, String sql, List<Field> fields, ResultPage firstPage, ResultOrigin origin) {

    public EditorResult {
        fields = List.copyOf(fields);
    }

    EditorResult from(ResultOrigin known) {
        return new EditorResult(id, sql, fields, firstPage, known);
    }
}

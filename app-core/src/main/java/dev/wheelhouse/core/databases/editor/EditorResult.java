package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.values.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one statement.
 *
 * @param id names it in its session, to load more of it
 * @param sql the statement that made it
 * @param source the table that its rows can be edited in; null when they come from elsewhere or lack the key
 */
public record EditorResult(
        String id,
        String sql,
        List<Field> fields,
        ResultPage firstPage,
        @Nullable ResultSource source) {

    public EditorResult {
        fields = List.copyOf(fields);
    }

    EditorResult from(@Nullable ResultSource table) {
        return new EditorResult(id, sql, fields, firstPage, table);
    }
}

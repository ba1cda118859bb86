package dev.wheelhouse.core.databases.editor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of one statement.
 *
 * @param index 0-based in the submitted text
 * @param sql its own text
 * @param command its verb, upper case
 * @param result null for a statement without rows
 * @param rowCount rows read so far, else rows affected, 0 for DDL
 * @param elapsedMillis execution and first page
 * @param notices what the server said beside the result, at most 100 lines
 */
public record StatementRun(
        int index,
        String sql,
        String command,
        @Nullable EditorResult result,
        long rowCount,
        long elapsedMillis,
        List<String> notices) {

    public StatementRun {
        notices = List.copyOf(notices);
    }

    StatementRun with(EditorResult another) {
        return new StatementRun(index, sql, command, another, rowCount, elapsedMillis, notices);
    }
}

package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.values.Field;
import dev.wheelhouse.core.databases.values.JsonRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a call; of several statements, of the last.
 *
 * @param fields empty for a statement without a result
 * @param rows null for a statement without a result
 * @param rowCount rows returned, else rows affected, 0 for DDL
 * @param command the statement's verb, upper case
 * @param elapsedMillis execution and fetch
 * @param truncated whether more rows existed than were returned
 * @param notices what the server said beside the results of all statements, at most 100 lines
 * @param statements what came of each, where there are several; the first 1,000
 * @param onlyRead whether every statement read and nothing else
 */
public record QueryResult(
        List<Field> fields,
        @Nullable JsonRows rows,
        long rowCount,
        String command,
        long elapsedMillis,
        boolean truncated,
        List<String> notices,
        List<Outcome> statements,
        boolean onlyRead) {

    /**
     * What came of one of several statements.
     *
     * @param rowCount rows affected; 0 for one that reads, unless it is the last
     * @param elapsedMillis its own
     */
    public record Outcome(String command, long rowCount, long elapsedMillis) {}
}

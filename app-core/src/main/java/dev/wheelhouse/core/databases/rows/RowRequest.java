package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.List;

/**
 * A page of a table's rows as it is asked for.
 *
 * @param limit 1 to {@link #MAX_LIMIT} rows, else {@code validation_failed} on {@code query.limit}
 */
public record RowRequest(
        TableDescription table, Condition condition, List<SortKey> sort, int limit, RowPosition position) {

    public static final int DEFAULT_LIMIT = 100;
    public static final int MAX_LIMIT = 1_000;

    public RowRequest {
        sort = List.copyOf(sort);
        if (limit < 1 || limit > MAX_LIMIT) {
            throw AppException.invalid("query.limit", "Give a limit from 1 to " + MAX_LIMIT + ".");
        }
    }
}

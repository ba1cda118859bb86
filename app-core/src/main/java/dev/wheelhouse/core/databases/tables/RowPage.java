package dev.wheelhouse.core.databases.tables;

import dev.wheelhouse.core.databases.values.Field;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a table.
 *
 * @param rows JSON objects separated by commas, in the order asked for
 * @param rowCount how many they are
 * @param primaryKey the columns that name one row
 * @param offset rows skipped; 0 for a page found by cursor
 * @param hasMore whether rows follow
 * @param next cursor for {@code after}; null at the end
 * @param previous cursor for {@code before}; null at the beginning
 */
public record RowPage(
        List<Field> fields,
        List<ByteBuffer> rows,
        int rowCount,
        List<String> primaryKey,
        int limit,
        long offset,
        boolean hasMore,
        @Nullable String next,
        @Nullable String previous) {}

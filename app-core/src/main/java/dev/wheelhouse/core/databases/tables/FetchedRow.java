package dev.wheelhouse.core.databases.tables;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row among the encoded ones.
 *
 * @param start where its JSON begins in the bytes
 * @param end where it ends
 * @param cells its values, kept only for rows that may be a page's border; else empty
 */
record FetchedRow(long start, long end, List<@Nullable Object> cells) {}

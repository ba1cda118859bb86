package dev.wheelhouse.core.databases.edits;

import dev.wheelhouse.core.platform.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * What one edit did.
 *
 * @param rowCount rows changed; one, unless a trigger or rule decided otherwise
 * @param command {@code INSERT}, {@code UPDATE} or {@code DELETE}
 * @param row the values that the database generated for an inserted row, as an object; null when it generated none
 */
public record EditResult(
        int rowCount, String command, @Nullable RawJson row) {}

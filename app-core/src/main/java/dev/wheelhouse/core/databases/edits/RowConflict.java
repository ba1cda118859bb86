package dev.wheelhouse.core.databases.edits;

import dev.wheelhouse.core.platform.error.ErrorDetails;
import dev.wheelhouse.core.platform.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Details of {@code row_conflict} and {@code ambiguous_row}.
 *
 * @param edit 0-based index of the edit
 * @param current the row as it is now; null when it is gone, or when several rows are meant
 */
public record RowConflict(int edit, @Nullable RawJson current) implements ErrorDetails {

    @Override
    public Map<String, Object> attributes() {
        return current == null ? Map.of("edit", edit) : Map.of("edit", edit, "current", current);
    }
}

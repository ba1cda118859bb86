package dev.wheelhouse.api.databases;

import dev.wheelhouse.core.databases.edits.EditResult;
import dev.wheelhouse.core.platform.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer of operation 5. */
record AppliedJson(int applied, List<ResultOfEdit> results) {

    /**
     * What one edit did.
     *
     * @param row the values that the database generated for an inserted row
     */
    record ResultOfEdit(
            int rowCount, String command, @Nullable RawJson row) {}

    static AppliedJson from(List<EditResult> results) {
        return new AppliedJson(
                results.size(),
                results.stream()
                        .map(each -> new ResultOfEdit(each.rowCount(), each.command(), each.row()))
                        .toList());
    }
}

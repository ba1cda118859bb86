package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.edits.Edit;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.List;
import java.util.stream.Collectors;

/** Edits as calls of the API. */
final class EditCalls {

    private EditCalls() {}

    static CurlCommand apply(String connectionId, List<Edit> edits) {
        return CurlCommand.post(path(connectionId), body(edits));
    }

    static CurlCommand preview(String connectionId, List<Edit> edits) {
        return CurlCommand.post(path(connectionId) + "/preview", body(edits));
    }

    private static String path(String connectionId) {
        return "/db-connections/" + CurlCommand.segment(connectionId) + "/edits";
    }

    static String body(List<Edit> edits) {
        return edits.stream().map(EditCalls::json).collect(Collectors.joining(",\n  ", "{\"edits\":[\n  ", "\n]}"));
    }

    private static String json(Edit edit) {
        StringBuilder json = new StringBuilder("{\"op\":")
                .append(Json.write(edit.operation().wireName()))
                .append(",\"schema\":")
                .append(Json.write(edit.schema()))
                .append(",\"table\":")
                .append(Json.write(edit.table()));
        if (!edit.key().isEmpty()) {
            json.append(",\"pk\":").append(RawObject.write(edit.key()));
        }
        if (!edit.values().isEmpty()) {
            json.append(",\"values\":").append(RawObject.write(edit.values()));
        }
        return json.append('}').toString();
    }
}

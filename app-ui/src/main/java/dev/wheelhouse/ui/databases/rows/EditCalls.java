package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.edits.Edit;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Edits, and reading a whole value, as calls of the API. */
final class EditCalls {

    private EditCalls() {}

    static CurlCommand apply(String connectionId, List<Edit> edits) {
        return CurlCommand.post(path(connectionId), body(edits));
    }

    static CurlCommand preview(String connectionId, List<Edit> edits) {
        return CurlCommand.post(path(connectionId) + "/preview", body(edits));
    }

    static CurlCommand value(RowPlace place, Map<String, RawJson> key, String column) {
        return CurlCommand.get(
                "/db-connections/" + CurlCommand.segment(place.connection().id()) + "/tables/"
                        + CurlCommand.segment(place.schema()) + "/" + CurlCommand.segment(place.table())
                        + "/rows/value",
                Map.of("pk", RawObject.write(key), "column", column));
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

package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.core.databases.edits.Edit;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What the tab of a table does, as calls of the API. */
final class TableCalls {

    private final String connection;
    private final String table;

    TableCalls(String connectionId, String schema, String table) {
        this.connection = "/db-connections/" + CurlCommand.segment(connectionId);
        this.table = connection + "/tables/" + CurlCommand.segment(schema) + "/" + CurlCommand.segment(table);
    }

    CurlCommand rows(String filters, String sort) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("limit", "200");
        if (!filters.isBlank()) {
            query.put("filters", filters);
        }
        if (!sort.isBlank()) {
            query.put("sort", sort);
        }
        return CurlCommand.get(table + "/rows", query);
    }

    CurlCommand count(String filters) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("limit", "1");
        query.put("count", "exact");
        if (!filters.isBlank()) {
            query.put("filters", filters);
        }
        return CurlCommand.get(table + "/rows", query);
    }

    CurlCommand value(Map<String, dev.wheelhouse.core.platform.json.RawJson> key, String column) {
        return CurlCommand.get(table + "/rows/value", Map.of("pk", RawObject.write(key), "column", column));
    }

    CurlCommand edits(List<Edit> edits) {
        return CurlCommand.post(connection + "/edits", body(edits));
    }

    CurlCommand preview(List<Edit> edits) {
        return CurlCommand.post(connection + "/edits/preview", body(edits));
    }

    static String body(List<Edit> edits) {
        return edits.stream().map(TableCalls::json).collect(Collectors.joining(",\n  ", "{\"edits\":[\n  ", "\n]}"));
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

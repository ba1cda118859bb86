package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reading a table's rows as a call of the API. */
final class TableCalls {

    private final String table;

    TableCalls(String connectionId, String schema, String table) {
        this.table = "/db-connections/" + CurlCommand.segment(connectionId) + "/tables/" + CurlCommand.segment(schema)
                + "/" + CurlCommand.segment(table);
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
}

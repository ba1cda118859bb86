package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.rows.Condition;
import dev.wheelhouse.core.databases.rows.FilterParser;
import dev.wheelhouse.core.databases.rows.Operator;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes filters in the grammar of the filter bar. */
public final class FilterFormatter {

    private FilterFormatter() {}

    /** {@code column = value}, or {@code column is null}. */
    public static String equal(String column, RawJson value) {
        return FilterParser.format(comparison(column, value));
    }

    /** All of these columns with their values. */
    public static String allEqual(List<String> columns, List<RawJson> values) {
        List<Condition> members = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            members.add(comparison(columns.get(i), values.get(i)));
        }
        return FilterParser.format(new Condition.And(members));
    }

    /** Rows with any of these values of their columns. */
    static String anyOf(List<Map<String, RawJson>> keys) {
        List<Condition> rows = new ArrayList<>();
        for (Map<String, RawJson> key : keys) {
            List<Condition> members = new ArrayList<>();
            key.forEach((column, value) -> members.add(comparison(column, value)));
            rows.add(members.size() == 1 ? members.getFirst() : new Condition.And(members));
        }
        return FilterParser.format(rows.size() == 1 ? rows.getFirst() : new Condition.Or(rows));
    }

    /** One more condition beside those that are there. */
    public static String and(String filters, String more) {
        return filters.isBlank() ? more : filters.strip() + "," + more;
    }

    private static Condition comparison(String column, RawJson value) {
        if (value.isNull()) {
            return Condition.Comparison.of(column, Operator.IS_NULL);
        }
        String json = value.text();
        String text = json.charAt(0) == '"' ? Json.read(json, String.class) : json;
        return Condition.Comparison.of(column, Operator.EQ, text);
    }
}

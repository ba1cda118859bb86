package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.core.databases.rows.Condition;
import dev.wheelhouse.core.databases.rows.FilterParser;
import dev.wheelhouse.core.databases.rows.Operator;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.json.RawJson;
import java.util.ArrayList;
import java.util.List;

/** Writes filters in the grammar of the filter bar. */
final class FilterWords {

    private FilterWords() {}

    /** {@code column = value}, or {@code column is null}. */
    static String equal(String column, RawJson value) {
        return FilterParser.format(comparison(column, value));
    }

    /** All of these columns with their values. */
    static String allEqual(List<String> columns, List<RawJson> values) {
        List<Condition> members = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            members.add(comparison(columns.get(i), values.get(i)));
        }
        return FilterParser.format(new Condition.And(members));
    }

    /** One more condition beside those that are there. */
    static String and(String filters, String more) {
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

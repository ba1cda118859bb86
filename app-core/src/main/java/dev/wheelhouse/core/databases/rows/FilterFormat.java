package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.rows.Condition.And;
import dev.wheelhouse.core.databases.rows.Condition.Comparison;
import dev.wheelhouse.core.databases.rows.Condition.Not;
import dev.wheelhouse.core.databases.rows.Condition.Or;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes a condition in the list form; the inverse of {@link FilterText}. */
final class FilterFormat {

    private static final Pattern BARE_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern NEEDS_QUOTES = Pattern.compile("[,()\"]");

    private FilterFormat() {}

    static String format(Condition condition) {
        return condition instanceof And(List<Condition> members) ? list(members) : single(condition);
    }

    /** A column name as filters and sort take it. */
    static String name(String column) {
        return BARE_NAME.matcher(column).matches() && !column.equals("not") ? column : quote(column);
    }

    private static String list(List<Condition> members) {
        return members.stream().map(FilterFormat::single).collect(Collectors.joining(","));
    }

    private static String single(Condition condition) {
        return switch (condition) {
            case And(List<Condition> members) -> "and(" + list(members) + ")";
            case Or(List<Condition> members) -> "or(" + list(members) + ")";
            case Not(Condition member) -> "not." + single(member);
            case Comparison comparison -> comparison(comparison);
        };
    }

    private static String comparison(Comparison comparison) {
        String start = name(comparison.column()) + "." + comparison.operator().wireName();
        return switch (comparison.operator().operand()) {
            case NONE -> start;
            case ONE -> start + "." + value(comparison.values().getFirst());
            case LIST ->
                start
                        + comparison.values().stream()
                                .map(FilterFormat::value)
                                .collect(Collectors.joining(",", ".(", ")"));
        };
    }

    private static String value(String value) {
        boolean quoted = value.isEmpty()
                || value.equalsIgnoreCase("null")
                || NEEDS_QUOTES.matcher(value).find();
        return quoted ? quote(value) : value;
    }

    private static String quote(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}

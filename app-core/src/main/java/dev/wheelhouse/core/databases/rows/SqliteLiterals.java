package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.SqliteAffinity;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Turns the text of a filter into a SQLite value. SQLite checks nothing by itself, so numbers and booleans are checked
 * here; where the column has an affinity SQLite converts the bound text, where it has none the form of the text decides.
 */
final class SqliteLiterals {

    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d{1,4})?");
    private static final Pattern BLOB = Pattern.compile("\\\\x([0-9a-fA-F]{2})*");

    private SqliteLiterals() {}

    static Object parameter(ColumnDescription column, String value) {
        SqliteAffinity affinity = SqliteAffinity.of(column.dataType());
        if (affinity == SqliteAffinity.TEXT) {
            return value;
        }
        if (affinity == SqliteAffinity.BLOB || affinity == SqliteAffinity.ANY) {
            return byForm(value);
        }
        return switch (column.uiType()) {
            case BOOLEAN -> truth(column, value);
            case INTEGER, NUMBER -> number(column, value);
            default -> value;
        };
    }

    private static Object byForm(String value) {
        if (BLOB.matcher(value).matches()) {
            return HexFormat.of().parseHex(value.substring(2).toLowerCase(Locale.ROOT));
        }
        return NUMBER.matcher(value).matches() ? number(value) : value;
    }

    private static Object truth(ColumnDescription column, String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true", "t" -> 1L;
            case "false", "f" -> 0L;
            default -> {
                if (!NUMBER.matcher(value).matches()) {
                    throw bad(column, value, "true or false");
                }
                yield number(value);
            }
        };
    }

    private static Object number(ColumnDescription column, String value) {
        if (!NUMBER.matcher(value).matches()) {
            throw bad(column, value, column.uiType() == UiType.INTEGER ? "a whole number" : "a number");
        }
        return number(value);
    }

    private static Object number(String value) {
        try {
            return Long.valueOf(value);
        } catch (NumberFormatException tooLongOrNotWhole) {
            return Double.valueOf(value);
        }
    }

    private static AppException bad(ColumnDescription column, String value, String wanted) {
        return AppException.invalid(
                FilterParser.PATH, "\"" + value + "\" is not " + wanted + ", as \"" + column.name() + "\" needs it.");
    }
}

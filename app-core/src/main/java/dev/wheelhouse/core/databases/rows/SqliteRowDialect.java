package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.rows.Condition.Comparison;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.HexFormat;
import java.util.List;

/**
 * SQLite. {@code like}, {@code contains} and their kin are written with GLOB, since SQLite's own LIKE takes A for a;
 * {@code ilike} is that LIKE. SQLite has no regular expressions, arrays or ranges.
 */
final class SqliteRowDialect implements RowDialect {

    private static final int MOST_BYTES_A_CHARACTER = 4;

    @Override
    public String ordered(ColumnDescription column) {
        return RowDialect.name(column);
    }

    @Override
    public void compare(SqlText sql, ColumnDescription column, Comparison comparison) {
        Operator operator = comparison.operator();
        List<String> values = comparison.values();
        sql.add(RowDialect.name(column));
        switch (operator) {
            case EQ, NEQ, GT, GTE, LT, LTE ->
                sql.add(ComparisonSql.sign(operator)).bind(SqliteLiterals.parameter(column, values.getFirst()));
            case ISDISTINCT -> sql.add(" is not ").bind(SqliteLiterals.parameter(column, values.getFirst()));
            case IN ->
                sql.add(" in ")
                        .bindAll(values.stream()
                                .map(value -> SqliteLiterals.parameter(column, value))
                                .toList());
            case LIKE, CONTAINS, STARTSWITH, ENDSWITH ->
                sql.add(" glob ")
                        .bind(ComparisonSql.pattern(operator, values.getFirst()).toGlob());
            case ILIKE ->
                sql.add(" like ")
                        .bind(LikePattern.parse(values.getFirst()).toLike())
                        .add(" escape '\\'");
            case MATCH, IMATCH, CS, CD, OV -> throw missing(operator);
            case IS_NULL -> sql.add(" is null");
            case IS_NOT_NULL -> sql.add(" is not null");
            case IS_TRUE -> sql.add(" is true");
            case IS_FALSE -> sql.add(" is false");
        }
    }

    /** Any column may hold anything, but for the integer that is the rowid itself. */
    @Override
    public boolean mayBeLong(ColumnDescription column, int characters) {
        boolean rowid = column.dataType().equalsIgnoreCase("INTEGER") && !column.nullable();
        return !rowid;
    }

    @Override
    public String isLong(ColumnDescription column, int characters) {
        String name = RowDialect.name(column);
        return "case typeof(" + name + ") when 'text' then octet_length(" + name + ") > "
                + (MOST_BYTES_A_CHARACTER * characters) + " or length(" + name + ") > " + characters
                + " when 'blob' then octet_length(" + name + ") > " + characters + " else 0 end";
    }

    @Override
    public String beginning(ColumnDescription column, int characters) {
        return "substr(" + RowDialect.name(column) + ", 1, " + characters + ")";
    }

    @Override
    public String size(ColumnDescription column) {
        return "octet_length(" + RowDialect.name(column) + ")";
    }

    @Override
    public boolean nullsFirst(boolean descending) {
        return !descending;
    }

    @Override
    public String toCursor(Object cell) {
        return switch (cell) {
            case byte[] bytes -> "b" + HexFormat.of().formatHex(bytes);
            case String text -> "t" + text;
            case Double real -> "r" + real;
            case Float real -> "r" + real.doubleValue();
            case Number integer -> "i" + integer.longValue();
            default -> throw new IllegalArgumentException("SQLite has no storage class for " + cell.getClass());
        };
    }

    @Override
    public Object fromCursor(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("No storage class.");
        }
        String rest = text.substring(1);
        return switch (text.charAt(0)) {
            case 'b' -> HexFormat.of().parseHex(rest);
            case 't' -> rest;
            case 'r' -> Double.valueOf(rest);
            case 'i' -> Long.valueOf(rest);
            default -> throw new IllegalArgumentException("Unknown storage class.");
        };
    }

    private static AppException missing(Operator operator) {
        String instead = operator == Operator.MATCH || operator == Operator.IMATCH
                ? "use like, ilike, contains, startswith or endswith."
                : "use eq, in or contains.";
        return AppException.invalid(FilterParser.PATH, operator.wireName() + " is not available on SQLite; " + instead);
    }
}

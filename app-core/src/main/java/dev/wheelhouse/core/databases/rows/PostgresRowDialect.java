package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.databases.rows.Condition.Comparison;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * PostgreSQL. Parameters are text of unknown type, so the server takes the column's type for them (chapter 10.2, step
 * 2a) and its input function judges them: an index serves the comparison and a bad literal is its error 22P02 or 22007.
 */
final class PostgresRowDialect implements RowDialect {

    private static final Set<UiType> WITHOUT_CONTAINMENT = Set.of(
            UiType.LONGTEXT,
            UiType.INTEGER,
            UiType.NUMBER,
            UiType.BOOLEAN,
            UiType.DATE,
            UiType.TIME,
            UiType.DATETIME,
            UiType.INTERVAL,
            UiType.UUID,
            UiType.ENUM,
            UiType.BINARY);

    /** Types whose values are always short. */
    private static final Set<UiType> BOUNDED = Set.of(
            UiType.INTEGER,
            UiType.NUMBER,
            UiType.BOOLEAN,
            UiType.DATE,
            UiType.TIME,
            UiType.DATETIME,
            UiType.INTERVAL,
            UiType.UUID,
            UiType.ENUM,
            UiType.NETWORK);

    private static final Pattern DECLARED_LENGTH = Pattern.compile("character(?: varying)?\\((\\d{1,9})\\)");
    private static final int MOST_BYTES_A_CHARACTER = 4;

    @Override
    public String ordered(ColumnDescription column) {
        String name = RowDialect.name(column);
        return column.comparable() ? name : name + "::text";
    }

    @Override
    public void compare(SqlText sql, ColumnDescription column, Comparison comparison) {
        Operator operator = comparison.operator();
        List<String> values = comparison.values();
        switch (operator) {
            case EQ, NEQ, GT, GTE, LT, LTE ->
                sql.add(ordered(column)).add(ComparisonSql.sign(operator)).bind(values.getFirst());
            case ISDISTINCT ->
                sql.add(ordered(column)).add(" is distinct from ").bind(values.getFirst());
            case IN -> sql.add(ordered(column)).add(" in ").bindAll(values);
            case LIKE, CONTAINS, STARTSWITH, ENDSWITH -> like(sql, column, " like ", operator, values.getFirst());
            case ILIKE -> like(sql, column, " ilike ", operator, values.getFirst());
            case MATCH -> sql.add(textual(column)).add(" ~ ").bind(values.getFirst());
            case IMATCH -> sql.add(textual(column)).add(" ~* ").bind(values.getFirst());
            case CS -> contain(sql, column, column.uiType() == UiType.NETWORK ? " >>= " : " @> ", comparison);
            case CD -> contain(sql, column, column.uiType() == UiType.NETWORK ? " <<= " : " <@ ", comparison);
            case OV -> contain(sql, column, " && ", comparison);
            // A composite value of nulls "is null" itself (chapter 9.2); its text is not.
            case IS_NULL -> sql.add(ordered(column)).add(" is null");
            case IS_NOT_NULL -> sql.add(ordered(column)).add(" is not null");
            case IS_TRUE -> sql.add(truth(column, operator)).add(" is true");
            case IS_FALSE -> sql.add(truth(column, operator)).add(" is false");
        }
    }

    @Override
    public boolean mayBeLong(ColumnDescription column, int characters) {
        if (BOUNDED.contains(column.uiType())) {
            return false;
        }
        Matcher declared = DECLARED_LENGTH.matcher(column.dataType());
        return !declared.matches() || Integer.parseInt(declared.group(1)) > characters;
    }

    /** The bytes are asked first: they are known without reading a value that is stored apart. */
    @Override
    public String isLong(ColumnDescription column, int characters) {
        String value = value(column);
        if (column.uiType() == UiType.BINARY) {
            return "octet_length(" + value + ") > " + characters;
        }
        return "(octet_length(" + value + ") > " + (MOST_BYTES_A_CHARACTER * characters) + " or length(" + value
                + ") > " + characters + ")";
    }

    @Override
    public String beginning(ColumnDescription column, int characters) {
        return column.uiType() == UiType.BINARY
                ? "substring(" + value(column) + " from 1 for " + characters + ")::text"
                : "left(" + value(column) + ", " + characters + ")";
    }

    @Override
    public String size(ColumnDescription column) {
        return "octet_length(" + value(column) + ")";
    }

    private static String value(ColumnDescription column) {
        String name = RowDialect.name(column);
        return column.uiType() == UiType.BINARY ? name : name + "::text";
    }

    @Override
    public boolean nullsFirst(boolean descending) {
        return descending;
    }

    @Override
    public String toCursor(Object cell) {
        return cell.toString();
    }

    @Override
    public Object fromCursor(String text) {
        return text;
    }

    /** The backslash is LIKE's escape by default (chapter 9.7.1), whatever {@code standard_conforming_strings} says. */
    private static void like(SqlText sql, ColumnDescription column, String sign, Operator operator, String value) {
        String pattern = ComparisonSql.pattern(operator, value).toLike();
        sql.add(textual(column)).add(sign).bind(pattern);
    }

    private static void contain(SqlText sql, ColumnDescription column, String sign, Comparison comparison) {
        if (WITHOUT_CONTAINMENT.contains(column.uiType()) || column.dataType().matches("json|macaddr8?")) {
            throw unfit(column, comparison.operator(), "an array, a range, a network or jsonb");
        }
        sql.add(RowDialect.name(column)).add(sign).bind(comparison.values().getFirst());
    }

    private static String truth(ColumnDescription column, Operator operator) {
        if (column.uiType() != UiType.BOOLEAN) {
            throw unfit(column, operator, "a boolean");
        }
        return RowDialect.name(column);
    }

    /** Types with a LIKE of their own keep it, above all citext, and so do indexes made for it. */
    private static String textual(ColumnDescription column) {
        String type = column.dataType();
        boolean text = type.startsWith("character") || type.equals("text") || type.equals("citext");
        return text ? RowDialect.name(column) : RowDialect.name(column) + "::text";
    }

    private static AppException unfit(ColumnDescription column, Operator operator, String wanted) {
        return AppException.invalid(
                FilterParser.PATH,
                operator.wireName() + " needs " + wanted + ", and \"" + column.name() + "\" is " + column.dataType()
                        + ". Use another operator, such as eq or contains.");
    }
}

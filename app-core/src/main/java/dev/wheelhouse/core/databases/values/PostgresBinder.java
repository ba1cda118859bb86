package dev.wheelhouse.core.databases.values;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.RawJson;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sends every value as text of unknown type, so that the server's own input function judges it. */
final class PostgresBinder implements ValueBinder {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?\\d{1,18}");
    private static final String ARRAY_SUFFIX = "[]";

    @Override
    public String placeholder(RawJson value) {
        return "?";
    }

    @Override
    public String compared(RawJson value, ColumnDescription column) {
        // Beside a name of an object (regclass and its like) the server would read a text as its number.
        return column.comparable() ? "?" : "?::" + column.dataType();
    }

    @Override
    public void bind(PreparedStatement statement, int index, RawJson value, ColumnDescription column, String path)
            throws SQLException {
        send(statement, index, isJson(column) ? jsonText(value) : plainText(value, column, path), path);
    }

    @Override
    public void appendLiteral(RawJson value, ColumnDescription column, String path, StringBuilder sql) {
        String text = isJson(column) ? jsonText(value) : plainText(value, column, path);
        if (text == null) {
            sql.append("NULL");
            return;
        }
        boolean bare = switch (column.uiType()) {
            case INTEGER -> WHOLE_NUMBER.matcher(text).matches();
            case BOOLEAN -> text.equals("true") || text.equals("false");
            default -> false;
        };
        if (bare) {
            sql.append(text);
            return;
        }
        // A constant of unknown type, as the parameter is: the server reads it as the type of the column.
        SqlText.appendPostgresString(requireStorable(text, path), sql);
    }

    @Override
    public void bindUntyped(PreparedStatement statement, int index, RawJson value, String path) throws SQLException {
        String text = switch (JsonText.kind(value)) {
            case OBJECT -> jsonText(value);
            case ARRAY -> new PostgresArrayText(',', PostgresArrayText.Elements.UNKNOWN, path).of(value);
            case NULL, BOOLEAN, NUMBER, STRING -> scalarText(value);
        };
        send(statement, index, text, path);
    }

    private static void send(PreparedStatement statement, int index, @Nullable String text, String path)
            throws SQLException {
        if (text == null) {
            statement.setNull(index, Types.NULL);
            return;
        }
        statement.setObject(index, requireStorable(text, path), Types.OTHER);
    }

    private static @Nullable String plainText(RawJson value, ColumnDescription column, String path) {
        return switch (JsonText.kind(value)) {
            case NULL, BOOLEAN, NUMBER, STRING -> scalarText(value);
            case ARRAY -> arrayText(value, column, path);
            case OBJECT ->
                throw AppException.invalid(
                        path,
                        "A column of type " + column.dataType()
                                + " does not take a JSON object. Send the value as text.");
        };
    }

    private static @Nullable String scalarText(RawJson value) {
        return switch (JsonText.kind(value)) {
            case NULL -> null;
            case STRING -> JsonText.string(value);
            default -> value.text().strip();
        };
    }

    private static @Nullable String jsonText(RawJson value) {
        if (JsonText.kind(value) == JsonText.Kind.NULL) {
            return null;
        }
        return JsonMarks.findJson(value.text()).orElse(value.text());
    }

    private static String arrayText(RawJson value, ColumnDescription column, String path) {
        String type = column.dataType();
        boolean array = type.endsWith(ARRAY_SUFFIX);
        if (!array && column.uiType() != UiType.ARRAY && column.uiType() != UiType.UNKNOWN) {
            throw AppException.invalid(
                    path, "A column of type " + type + " does not take a JSON array. Send the value as text.");
        }
        String element = array ? type.substring(0, type.length() - ARRAY_SUFFIX.length()) : "";
        PostgresArrayText.Elements elements = switch (element) {
            case "json", "jsonb" -> PostgresArrayText.Elements.JSON;
            case "" -> PostgresArrayText.Elements.UNKNOWN;
            default -> PostgresArrayText.Elements.PLAIN;
        };
        return new PostgresArrayText(element.equals("box") ? ';' : ',', elements, path).of(value);
    }

    private static boolean isJson(ColumnDescription column) {
        return column.uiType() == UiType.JSON
                || column.dataType().equals("json")
                || column.dataType().equals("jsonb");
    }

    private static String requireStorable(String text, String path) {
        if (text.indexOf('\0') >= 0) {
            throw AppException.invalid(
                    path, "PostgreSQL cannot store the character U+0000 in text. Leave it out, or use a bytea column.");
        }
        return JsonText.requireUnicode(text, path);
    }
}

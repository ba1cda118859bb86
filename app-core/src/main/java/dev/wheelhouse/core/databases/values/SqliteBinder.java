package dev.wheelhouse.core.databases.values;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.RawJson;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Binds by lexical form and destination, as the package's page says. */
final class SqliteBinder implements ValueBinder {

    private static final String BYTES_AS_TEXT = "CAST(? AS TEXT)";

    @Override
    public String placeholder(RawJson value) {
        boolean textOfBytes = JsonMarks.find(value.text())
                .filter(mark -> mark.key().equals(JsonMarks.TEXT) && mark.inner() != null)
                .isPresent();
        return textOfBytes ? BYTES_AS_TEXT : "?";
    }

    @Override
    public String compared(RawJson value, ColumnDescription column) {
        return placeholder(value);
    }

    @Override
    public void bind(PreparedStatement statement, int index, RawJson value, ColumnDescription column, String path)
            throws SQLException {
        boolean json = column.uiType() == UiType.JSON;
        set(statement, index, toValue(value, SqliteDestination.of(column.dataType()), json, path));
    }

    @Override
    public void appendLiteral(RawJson value, ColumnDescription column, String path, StringBuilder sql) {
        SqliteDestination destination = SqliteDestination.of(column.dataType());
        Object bound = toValue(value, destination, column.uiType() == UiType.JSON, path);
        if (bound == null) {
            sql.append("NULL");
            return;
        }
        new SqliteCodec(destination).appendLiteral(bound, sql);
    }

    @Override
    public void bindUntyped(PreparedStatement statement, int index, RawJson value, String path) throws SQLException {
        set(statement, index, toValue(value, SqliteDestination.EXPRESSION, false, path));
    }

    private static @Nullable Object toValue(RawJson value, SqliteDestination destination, boolean json, String path) {
        return switch (JsonText.kind(value)) {
            case NULL -> null;
            case BOOLEAN -> value.text().strip().equals("true") ? 1L : 0L;
            case NUMBER -> ofNumber(value.text().strip(), destination);
            case STRING -> ofString(JsonText.requireUnicode(JsonText.string(value), path), destination);
            case ARRAY -> ofDocument(value, json, path);
            case OBJECT -> ofObject(value, json, path);
        };
    }

    private static Object ofNumber(String number, SqliteDestination destination) {
        return destination == SqliteDestination.TEXT ? number : SqliteNumbers.ofJson(number);
    }

    private static Object ofString(String text, SqliteDestination destination) {
        if (destination == SqliteDestination.BLOB) {
            byte[] blob = DecodedText.findBytes(text);
            return blob == null ? text : blob;
        }
        if (!destination.isNumeric()) {
            return text;
        }
        if (SqliteNumbers.isInfinity(text)) {
            return Double.valueOf(text);
        }
        Long integer = destination == SqliteDestination.REAL ? null : SqliteNumbers.findInteger(text);
        return integer == null ? text : integer;
    }

    private static Object ofObject(RawJson value, boolean json, String path) {
        Optional<JsonMarks.Mark> mark = JsonMarks.find(value.text());
        Object marked = mark.isEmpty() ? null : ofMark(mark.get(), path);
        return marked == null ? ofDocument(value, json, path) : marked;
    }

    private static Object ofDocument(RawJson value, boolean json, String path) {
        if (!json) {
            throw AppException.invalid(
                    path, "Only a column declared JSON takes a JSON object or array. Send the value as text.");
        }
        return JsonText.requireUnicode(value.text().strip(), path);
    }

    /** Null if the object only looks like a mark, as one of other keys or shapes does. */
    private static @Nullable Object ofMark(JsonMarks.Mark mark, String path) {
        if (mark.inner() != null) {
            boolean textOfBytes =
                    mark.key().equals(JsonMarks.TEXT) && mark.inner().equals(JsonMarks.BLOB);
            return textOfBytes ? blob(mark.text(), path) : null;
        }
        return switch (mark.key()) {
            case JsonMarks.BLOB -> blob(mark.text(), path);
            case JsonMarks.TEXT -> JsonText.requireUnicode(mark.text(), path);
            case JsonMarks.INT -> integer(mark.text(), path);
            case JsonMarks.REAL -> real(mark.text(), path);
            default -> null;
        };
    }

    private static byte[] blob(String text, String path) {
        byte[] bytes = DecodedText.findBytes(text);
        if (bytes == null) {
            throw AppException.invalid(path, "Write a blob as \\x and an even number of hex digits.");
        }
        return bytes;
    }

    private static Long integer(String text, String path) {
        Long value = SqliteNumbers.findInteger(text);
        if (value == null) {
            throw AppException.invalid(
                    path, "Write $int as decimal digits, from -9223372036854775808 to 9223372036854775807.");
        }
        return value;
    }

    private static Double real(String text, String path) {
        try {
            return Double.valueOf(text);
        } catch (NumberFormatException e) {
            throw AppException.invalid(path, "Write $real as a decimal number, Infinity or -Infinity.");
        }
    }

    private static void set(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
        switch (value) {
            case null -> statement.setNull(index, Types.NULL);
            case Long integer -> statement.setLong(index, integer);
            case Double real -> statement.setDouble(index, real);
            case byte[] blob -> statement.setBytes(index, blob);
            case String text -> statement.setString(index, text);
            default -> throw new IllegalArgumentException("Not a SQLite value: " + value.getClass());
        }
    }
}

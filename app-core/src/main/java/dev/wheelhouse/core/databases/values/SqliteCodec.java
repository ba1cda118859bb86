package dev.wheelhouse.core.databases.values;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQLite's values by storage class; the affinity only decides which of them need a mark. */
record SqliteCodec(SqliteDestination destination) implements ValueCodec {

    private static final int PIECE = 1 << 15;

    @Override
    public @Nullable Object read(ResultSet rows, int column) throws SQLException {
        Object value = rows.getObject(column);
        return switch (value) {
            case null -> null;
            case Integer integer -> integer.longValue();
            case String text -> DecodedText.verified(text, rows, column);
            default -> value;
        };
    }

    @Override
    public void write(Object value, JsonGenerator out) throws IOException {
        switch (value) {
            case Long integer -> writeInteger(integer, out);
            case Double real -> writeReal(real, out);
            case String text -> writeText(text, out);
            case byte[] blob -> writeBlob(blob, out);
            case InvalidText text -> JsonMarks.writeInvalidText(text, out);
            case LongValue longValue -> writeLong(longValue, out);
            default -> throw new IllegalArgumentException("Not a SQLite value: " + value.getClass());
        }
    }

    @Override
    public String text(Object value) {
        return value instanceof byte[] blob ? DecodedText.hex(blob) : value.toString();
    }

    @Override
    public void appendLiteral(Object value, StringBuilder sql) {
        switch (value) {
            case Long integer -> sql.append(integer.longValue());
            case Double real -> appendReal(real, sql);
            case String text when text.indexOf('\0') < 0 -> SqlText.appendString(text, sql);
            case String text -> appendTextBytes(text.getBytes(StandardCharsets.UTF_8), sql);
            case byte[] blob -> appendBlob(blob, sql);
            case InvalidText text -> appendTextBytes(text.bytes(), sql);
            default -> throw new IllegalArgumentException("Not a SQLite value: " + value.getClass());
        }
    }

    private void writeInteger(long value, JsonGenerator out) throws IOException {
        if (SafeInteger.contains(value)) {
            out.writeNumber(value);
            return;
        }
        writeStringOrMark(Long.toString(value), JsonMarks.INT, keepsNumberStrings(), out);
    }

    private void writeReal(double value, JsonGenerator out) throws IOException {
        if (Double.isFinite(value)) {
            out.writeNumber(value);
            return;
        }
        writeStringOrMark(Double.toString(value), JsonMarks.REAL, keepsNumberStrings(), out);
    }

    private void writeText(String text, JsonGenerator out) throws IOException {
        boolean plain = switch (destination) {
            case BLOB -> DecodedText.findBytes(text) == null;
            case INTEGER, REAL, NUMERIC -> !SqliteNumbers.isInfinity(text);
            case TEXT, ANY, EXPRESSION -> true;
        };
        writeStringOrMark(text, JsonMarks.TEXT, plain, out);
    }

    private void writeBlob(byte[] blob, JsonGenerator out) throws IOException {
        if (isPlainBlob()) {
            writeHex(blob, out);
            return;
        }
        out.writeStartObject();
        out.writeFieldName(JsonMarks.BLOB);
        writeHex(blob, out);
        out.writeEndObject();
    }

    /** As the others, but that in a column for blobs every text is marked that begins as one. */
    private void writeLong(LongValue value, JsonGenerator out) throws IOException {
        List<String> marks;
        if (value.isText()) {
            boolean valid = value.isUtf8();
            boolean plain = valid && (destination != SqliteDestination.BLOB || !value.startsLikeHex());
            marks = plain ? List.of() : valid ? List.of(JsonMarks.TEXT) : List.of(JsonMarks.TEXT, JsonMarks.BLOB);
        } else {
            marks = isPlainBlob() ? List.of() : List.of(JsonMarks.BLOB);
        }
        for (String mark : marks) {
            out.writeStartObject();
            out.writeFieldName(mark);
        }
        out.writeRawValue("\"");
        if (value.isText() && !marks.contains(JsonMarks.BLOB)) {
            value.writeText(part ->
                    out.writeRaw(new String(JsonStringEncoder.getInstance().quoteAsString(part))));
        } else {
            out.writeRaw("\\\\x");
            value.writeHex(out::writeRaw);
        }
        out.writeRaw('"');
        for (String _ : marks) {
            out.writeEndObject();
        }
    }

    /** In pieces: the text of a long blob takes four times its bytes while it is made. */
    private static void writeHex(byte[] blob, JsonGenerator out) throws IOException {
        out.writeRawValue("\"\\\\x");
        for (int from = 0; from < blob.length; from += PIECE) {
            out.writeRaw(HexFormat.of().formatHex(blob, from, Math.min(blob.length, from + PIECE)));
        }
        out.writeRaw('"');
    }

    private boolean isPlainBlob() {
        return destination == SqliteDestination.BLOB || destination == SqliteDestination.EXPRESSION;
    }

    private boolean keepsNumberStrings() {
        return destination.isNumeric() || destination == SqliteDestination.EXPRESSION;
    }

    private static void writeStringOrMark(String text, String mark, boolean plain, JsonGenerator out)
            throws IOException {
        if (plain) {
            out.writeString(text);
            return;
        }
        JsonMarks.write(mark, text, out);
    }

    private static void appendReal(double value, StringBuilder sql) {
        if (Double.isInfinite(value)) {
            // SQLite has no word for it; a number too large to hold reads as infinity.
            sql.append(value > 0 ? "9e999" : "-9e999");
            return;
        }
        sql.append(value);
    }

    private static void appendTextBytes(byte[] bytes, StringBuilder sql) {
        sql.append("CAST(");
        appendBlob(bytes, sql);
        sql.append(" AS TEXT)");
    }

    private static void appendBlob(byte[] bytes, StringBuilder sql) {
        sql.append("X'").append(HexFormat.of().formatHex(bytes)).append('\'');
    }
}

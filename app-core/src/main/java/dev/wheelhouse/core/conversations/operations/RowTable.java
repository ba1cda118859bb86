package dev.wheelhouse.core.conversations.operations;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.wheelhouse.core.conversations.tool.TextTable;
import dev.wheelhouse.core.conversations.tool.Toolbox;
import dev.wheelhouse.core.databases.query.QueryResult;
import dev.wheelhouse.core.databases.values.Field;
import dev.wheelhouse.core.databases.values.JsonRows;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a result as text, each number as it was written. Pure. */
final class RowTable {

    private static final JsonFactory JSON = new JsonFactory();

    private RowTable() {}

    /** All of it, or somewhat more than an answer may hold. */
    static String of(QueryResult result) {
        JsonRows rows = result.rows();
        List<String> names = result.fields().stream().map(Field::name).toList();
        TextTable table = new TextTable(names.toArray(String[]::new));
        if (rows == null || rows.count() == 0) {
            return table.toString();
        }
        long length = 0;
        try (InputStream input = input(rows);
                JsonParser parser = JSON.createParser(input)) {
            parser.nextToken();
            while (length < 2L * Toolbox.MOST_BYTES && parser.nextToken() == JsonToken.START_OBJECT) {
                List<@Nullable String> cells = row(parser);
                length += cells.stream()
                        .mapToLong(each -> each == null ? 4 : each.length())
                        .sum();
                table.add(cells.toArray());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return table.toString();
    }

    private static InputStream input(JsonRows rows) {
        List<InputStream> parts = new ArrayList<>();
        parts.add(new ByteArrayInputStream("[".getBytes(StandardCharsets.UTF_8)));
        for (ByteBuffer each : rows.buffers()) {
            byte[] bytes = new byte[each.remaining()];
            each.get(bytes);
            parts.add(new ByteArrayInputStream(bytes));
        }
        parts.add(new ByteArrayInputStream("]".getBytes(StandardCharsets.UTF_8)));
        return new SequenceInputStream(Collections.enumeration(parts));
    }

    private static List<@Nullable String> row(JsonParser parser) throws IOException {
        List<@Nullable String> cells = new ArrayList<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            JsonToken value = parser.nextToken();
            cells.add(value.isScalarValue() ? scalar(parser, value) : structure(parser));
        }
        return cells;
    }

    private static String scalar(JsonParser parser, JsonToken value) throws IOException {
        return value == JsonToken.VALUE_NULL ? "NULL" : parser.getText();
    }

    private static String structure(JsonParser parser) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = JSON.createGenerator(text)) {
            generator.copyCurrentStructureExact(parser);
        }
        return text.toString();
    }
}

package dev.wheelhouse.core.databases.values;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.wheelhouse.core.platform.json.RawJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Cuts rows of JSON into their values the way a caller of the API would get them: as raw text. */
public final class RawRows {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final long NO_LIMIT = Long.MAX_VALUE;

    private RawRows() {}

    /** One row; asking for a field that it lacks is an error. */
    public record Row(Map<String, RawJson> values) {

        public RawJson get(String field) {
            return Objects.requireNonNull(values.get(field), field);
        }
    }

    /** All rows that the reader still has. */
    public static List<Row> of(ResultReader reader) throws SQLException {
        return parse(json(reader));
    }

    /** All rows that the reader still has, as one JSON array. */
    public static String json(ResultReader reader) throws SQLException {
        JsonRows rows = new JsonRows(reader, NO_LIMIT);
        while (reader.next()) {
            rows.add();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            rows.writeTo(out);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return "[" + out.toString(StandardCharsets.UTF_8) + "]";
    }

    public static List<Row> parse(String json) {
        List<Row> rows = new ArrayList<>();
        try (JsonParser parser = FACTORY.createParser(json)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                Map<String, RawJson> row = new LinkedHashMap<>();
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    String name = parser.currentName();
                    parser.nextToken();
                    int start = (int) parser.currentTokenLocation().getCharOffset();
                    parser.skipChildren();
                    parser.finishToken();
                    int end = (int) parser.currentLocation().getCharOffset();
                    row.put(name, new RawJson(json.substring(start, end).strip()));
                }
                rows.add(new Row(row));
            }
        } catch (IOException e) {
            throw new AssertionError("Not JSON: " + json, e);
        }
        return rows;
    }
}

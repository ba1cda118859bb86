package dev.wheelhouse.ui.databases.rows;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.SqliteAffinity;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.json.RawJson;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Values as the text that is shown, edited and copied, and back. What {@link #parse} makes of {@link #of} is the same
 * value in the database, for every type; SQL NULL has no text.
 */
final class CellText {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");
    private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9]\\d{0,14})");
    private static final Pattern BYTES = Pattern.compile("\\\\x([0-9a-fA-F]{2})*");
    private static final String MARK = "{\"$";
    private static final String JSON_MARK = "{\"$json\":";

    private CellText() {}

    /** @param value not null in SQL's sense */
    static String of(RawJson value, ColumnDescription column, Engine engine) {
        String json = value.text();
        if (isPostgresJson(column, engine) && json.startsWith(JSON_MARK)) {
            String inner = String.valueOf(Json.readObject(json).get("$json"));
            return findProblem(inner).isPresent() ? inner : json;
        }
        if (json.charAt(0) != '"' || isPostgresJson(column, engine)) {
            return json;
        }
        String text = Json.read(json, String.class);
        return engine == Engine.SQLITE && needsMark(text, column) ? "{\"$text\":" + json + "}" : text;
    }

    /** Whether a bare text would be read as something else. */
    private static boolean needsMark(String text, ColumnDescription column) {
        boolean truth = column.uiType() == UiType.BOOLEAN && (text.equals("true") || text.equals("false"));
        if (truth || text.startsWith(MARK)) {
            return true;
        }
        return switch (SqliteAffinity.of(column.dataType())) {
            // Whatever it is, it would be converted all the same.
            case TEXT, NUMERIC, INTEGER, REAL -> false;
            case BLOB -> NUMBER.matcher(text).matches();
            case ANY -> NUMBER.matcher(text).matches() || BYTES.matcher(text).matches();
        };
    }

    /**
     * The value that somebody means who writes this into the column.
     *
     * @throws IllegalArgumentException with a sentence for people when it cannot be one of the column's
     */
    static RawJson parse(String text, ColumnDescription column, Engine engine) {
        if (isPostgresJson(column, engine)) {
            return document(text);
        }
        return engine == Engine.SQLITE ? sqlite(text, column) : postgres(text, column);
    }

    private static RawJson document(String text) {
        String problem = findProblem(text).orElse(null);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
        String json = text.strip();
        return json.equals("null") ? new RawJson("{\"$json\":\"null\"}") : new RawJson(json);
    }

    private static RawJson postgres(String text, ColumnDescription column) {
        if (column.uiType() == UiType.ARRAY
                && text.startsWith("[")
                && findProblem(text).isEmpty()) {
            return new RawJson(text.strip());
        }
        if (column.uiType() == UiType.INTEGER && WHOLE.matcher(text).matches()) {
            return new RawJson(text);
        }
        if (column.uiType() == UiType.BOOLEAN && (text.equals("true") || text.equals("false"))) {
            return new RawJson(text);
        }
        return new RawJson(Json.write(text));
    }

    private static RawJson sqlite(String text, ColumnDescription column) {
        if (text.startsWith(MARK) && findProblem(text).isEmpty()) {
            return new RawJson(text);
        }
        boolean number = SqliteAffinity.of(column.dataType()) != SqliteAffinity.TEXT;
        if (number && NUMBER.matcher(text).matches()) {
            return new RawJson(text);
        }
        if (column.uiType() == UiType.BOOLEAN && (text.equals("true") || text.equals("false"))) {
            return new RawJson(text);
        }
        return new RawJson(Json.write(text));
    }

    /** A text that is no JSON yet, for a column of that type; the database refuses it. */
    static RawJson unfinished(String text) {
        return new RawJson(JSON_MARK + Json.write(text) + "}");
    }

    /** What is wrong with a JSON text, as a sentence; empty for a good one. */
    static Optional<String> findProblem(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            if (parser.nextToken() == null) {
                return Optional.of("Write a JSON value, such as {} or \"text\".");
            }
            parser.skipChildren();
            if (parser.nextToken() != null) {
                return Optional.of("This is more than one JSON value.");
            }
            return Optional.empty();
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            return Optional.of("This is not JSON: " + e.getOriginalMessage() + " (line "
                    + e.getLocation().getLineNr() + ", column "
                    + e.getLocation().getColumnNr() + ").");
        } catch (IOException e) {
            return Optional.of("This is not JSON: " + e.getMessage());
        }
    }

    private static boolean isPostgresJson(ColumnDescription column, Engine engine) {
        return engine == Engine.POSTGRESQL && column.uiType() == UiType.JSON;
    }
}

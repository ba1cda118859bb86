package dev.wheelhouse.core.databases.values;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.RawJson;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Turns a JSON array into PostgreSQL's array text (chapter 8.15.2). Whether the dimensions fit is left to the server.
 *
 * @param path names the array in an error
 */
record PostgresArrayText(char delimiter, Elements elements, String path) {

    /** The array's innermost elements. */
    enum Elements {
        /** Each element's raw JSON; nested JSON arrays are dimensions, a marked one is an element. */
        JSON,
        /** Scalars; an object is an error. */
        PLAIN,
        /** Scalars; an object is its raw JSON. */
        UNKNOWN
    }

    String of(RawJson array) {
        String json = array.text();
        StringBuilder text = new StringBuilder(json.length() + 16);
        try (JsonParser parser = JsonMarks.FACTORY.createParser(json)) {
            boolean first = true;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (!first && token != JsonToken.END_ARRAY) {
                    text.append(delimiter);
                }
                append(token, parser, json, text);
                first = token == JsonToken.START_ARRAY;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private void append(JsonToken token, JsonParser parser, String json, StringBuilder text) throws IOException {
        switch (token) {
            case START_ARRAY -> text.append('{');
            case END_ARRAY -> text.append('}');
            case VALUE_NULL -> text.append("NULL");
            case START_OBJECT -> appendObject(rawObject(parser, json), text);
            case VALUE_STRING -> {
                String element = elements == Elements.JSON ? raw(parser, json) : parser.getText();
                appendQuoted(element, text);
            }
            default -> text.append(parser.getText());
        }
    }

    private void appendObject(String object, StringBuilder text) {
        if (elements == Elements.PLAIN) {
            throw AppException.invalid(
                    path, "The elements of this array are not JSON. Send each as text, a number, a boolean or null.");
        }
        appendQuoted(JsonMarks.findJson(object).orElse(object), text);
    }

    private static String rawObject(JsonParser parser, String json) throws IOException {
        int start = (int) parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        return json.substring(start, (int) parser.currentLocation().getCharOffset());
    }

    private static String raw(JsonParser parser, String json) throws IOException {
        int start = (int) parser.currentTokenLocation().getCharOffset();
        parser.finishToken();
        return json.substring(start, (int) parser.currentLocation().getCharOffset());
    }

    private static void appendQuoted(String element, StringBuilder text) {
        text.append('"');
        for (int i = 0; i < element.length(); i++) {
            char each = element.charAt(i);
            if (each == '"' || each == '\\') {
                text.append('\\');
            }
            text.append(each);
        }
        text.append('"');
    }
}

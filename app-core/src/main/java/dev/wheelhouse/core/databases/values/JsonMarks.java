package dev.wheelhouse.core.databases.values;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** JSON objects of one key that say what a plain JSON value could not; see the package's page for when each is used. */
final class JsonMarks {

    static final String JSON = "$json";
    static final String BLOB = "$blob";
    static final String TEXT = "$text";
    static final String INT = "$int";
    static final String REAL = "$real";

    /** Values come from requests and windows that bound their size already. */
    static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .build())
            .build();

    private JsonMarks() {}

    /**
     * One mark as it was found.
     *
     * @param key with its dollar sign
     * @param text the key's string
     * @param inner the key of the object that stands in the string's place, as in {@code {"$text":{"$blob":"…"}}}
     */
    record Mark(String key, String text, @Nullable String inner) {}

    static void write(String key, String text, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField(key, text);
        out.writeEndObject();
    }

    static void writeInvalidText(InvalidText text, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeFieldName(TEXT);
        write(BLOB, DecodedText.hex(text.bytes()), out);
        out.writeEndObject();
    }

    /** The mark that the JSON object is, if it is one: a single key beginning with a dollar sign and a string. */
    static Optional<Mark> find(String object) {
        if (!mayBeMark(object)) {
            return Optional.empty();
        }
        try (JsonParser parser = FACTORY.createParser(object)) {
            parser.nextToken();
            return Optional.ofNullable(read(parser, true)).filter(mark -> endsAfter(parser));
        } catch (IOException e) {
            // Strings do not fail to be read; what is malformed came from a database that takes it, and is no mark.
            return Optional.empty();
        }
    }

    /** The JSON text inside the mark {@code {"$json":"…"}}, if the object is that. */
    static Optional<String> findJson(String object) {
        return find(object)
                .filter(mark -> mark.key().equals(JSON) && mark.inner() == null)
                .map(Mark::text);
    }

    private static boolean endsAfter(JsonParser parser) {
        try {
            return parser.nextToken() == null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable Mark read(JsonParser parser, boolean outer) throws IOException {
        String key = parser.nextFieldName();
        if (key == null || !key.startsWith("$")) {
            return null;
        }
        JsonToken token = parser.nextToken();
        if (token == JsonToken.VALUE_STRING) {
            String text = parser.getText();
            return parser.nextToken() == JsonToken.END_OBJECT ? new Mark(key, text, null) : null;
        }
        if (token != JsonToken.START_OBJECT || !outer) {
            return null;
        }
        Mark inner = read(parser, false);
        return inner != null && parser.nextToken() == JsonToken.END_OBJECT
                ? new Mark(key, inner.text(), inner.key())
                : null;
    }

    /** Rules nearly every object out without parsing it: the first key must begin with $ or an escape. */
    private static boolean mayBeMark(String object) {
        int brace = skipSpace(object, 0);
        if (brace == object.length() || object.charAt(brace) != '{') {
            return false;
        }
        int quote = skipSpace(object, brace + 1);
        if (quote + 1 >= object.length() || object.charAt(quote) != '"') {
            return false;
        }
        char first = object.charAt(quote + 1);
        return first == '$' || first == '\\';
    }

    static int skipSpace(String json, int from) {
        int at = from;
        while (at < json.length() && " \t\n\r".indexOf(json.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }
}

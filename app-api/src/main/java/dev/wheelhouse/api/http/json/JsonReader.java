package dev.wheelhouse.api.http.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.wheelhouse.api.http.error.HttpError;
import dev.wheelhouse.core.platform.error.AppException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses one JSON text (RFC 8259) into {@link JsonValue}s. Thread-safe. */
final class JsonReader {

    /** Deeper nesting is refused; it bounds the recursion here and in the binders. */
    static final int MAX_DEPTH = 200;

    /** More members are refused as they are read: no shape has so many, nor has a table columns. */
    static final int MAX_MEMBERS = 10_000;

    /** Of the whole body: the largest batch of edits needs a fifth of it. */
    static final int MAX_TOKENS = 500_000;

    /** In characters. */
    static final int MAX_NAME = 50_000;

    // Names are neither interned nor canonicalised: both tables live as long as the process and grow by hostile names.
    private final JsonFactory factory = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(MAX_NAME)
                    .maxTokenCount(MAX_TOKENS)
                    .build())
            .build();

    /** @throws AppException {@code malformed_json}; {@code validation_failed} for half a surrogate pair in a name */
    JsonValue read(String text) {
        try (JsonParser parser = factory.createParser(text.toCharArray())) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new AppException(HttpError.MALFORMED_JSON, "The body is empty. Send a JSON value.");
            }
            JsonValue value = value(parser, first);
            if (parser.nextToken() != null) {
                throw malformed(parser, "There is something after the end of the value");
            }
            return value;
        } catch (JsonParseException e) {
            throw isLoneSurrogate(e) ? LoneSurrogates.refused(container(e.getProcessor())) : malformed(e);
        } catch (StreamConstraintsException e) {
            throw new AppException(HttpError.MALFORMED_JSON, outOfBounds(e), e);
        } catch (JsonProcessingException e) {
            throw malformed(e);
        } catch (IOException e) {
            throw new UncheckedIOException("Reading from memory cannot fail", e);
        }
    }

    private static JsonValue value(JsonParser parser, JsonToken token) throws IOException {
        int start = startOf(parser);
        return switch (token) {
            case START_OBJECT -> object(parser, start);
            case START_ARRAY -> array(parser, start);
            case VALUE_STRING -> {
                String string = parser.getText();
                yield new JsonValue.JsonString(string, start, endOf(parser));
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                String literal = parser.getText();
                yield new JsonValue.JsonNumber(literal, start, start + literal.length());
            }
            case VALUE_TRUE -> new JsonValue.JsonBoolean(true, start, start + 4);
            case VALUE_FALSE -> new JsonValue.JsonBoolean(false, start, start + 5);
            case VALUE_NULL -> new JsonValue.JsonNull(start, start + 4);
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
                throw malformed(parser, "A value is missing");
        };
    }

    private static JsonValue object(JsonParser parser, int start) throws IOException {
        List<JsonValue.Member> members = new ArrayList<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            if (members.size() == MAX_MEMBERS) {
                throw AppException.invalid(
                        container(parser.getParsingContext()).toString(),
                        "This object has more than " + MAX_MEMBERS + " members. Send fewer.");
            }
            String name = parser.currentName();
            members.add(new JsonValue.Member(name, value(parser, parser.nextToken())));
        }
        return new JsonValue.JsonObject(members, start, endOf(parser));
    }

    private static JsonValue array(JsonParser parser, int start) throws IOException {
        List<JsonValue> items = new ArrayList<>();
        JsonToken token = parser.nextToken();
        while (token != JsonToken.END_ARRAY) {
            items.add(value(parser, token));
            token = parser.nextToken();
        }
        return new JsonValue.JsonArray(items, start, endOf(parser));
    }

    private static int startOf(JsonParser parser) {
        return (int) parser.currentTokenLocation().getCharOffset();
    }

    private static int endOf(JsonParser parser) {
        return (int) parser.currentLocation().getCharOffset();
    }

    private static String outOfBounds(StreamConstraintsException e) {
        String said = String.valueOf(e.getOriginalMessage());
        if (said.contains("Token count")) {
            return "The body has more than " + MAX_TOKENS + " names and values. Send it in parts.";
        }
        return said.contains("nesting")
                ? "The body is nested deeper than " + MAX_DEPTH + " levels. Send it flatter."
                : "A name in the body is longer than " + MAX_NAME + " characters. Send a shorter one.";
    }

    /** The parser refuses some of them in names by itself, as a syntax error. */
    private static boolean isLoneSurrogate(JsonParseException e) {
        String message = e.getOriginalMessage();
        return message != null && message.contains("surrogate");
    }

    private static FieldPath container(JsonParser parser) {
        return container(parser.getParsingContext());
    }

    private static FieldPath container(JsonStreamContext context) {
        JsonStreamContext parent = context.getParent();
        if (parent == null || parent.inRoot()) {
            return FieldPath.ROOT;
        }
        FieldPath above = container(parent);
        return parent.inArray() ? above.item(parent.getCurrentIndex()) : above.member(parent.getCurrentName());
    }

    private static AppException malformed(JsonProcessingException e) {
        String where = e.getLocation() == null
                ? ""
                : " (line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr() + ")";
        return new AppException(
                HttpError.MALFORMED_JSON,
                "The body is not valid JSON" + where + ": " + firstLine(e.getOriginalMessage()),
                e);
    }

    private static AppException malformed(JsonParser parser, String what) {
        return new AppException(
                HttpError.MALFORMED_JSON,
                "The body is not valid JSON (line " + parser.currentLocation().getLineNr() + ", column "
                        + parser.currentLocation().getColumnNr() + "): " + what + ".");
    }

    private static String firstLine(@Nullable String message) {
        if (message == null) {
            return "it cannot be parsed.";
        }
        int end = message.indexOf('\n');
        String line = end < 0 ? message : message.substring(0, end);
        return line.length() > 200 ? line.substring(0, 200) + "…" : line;
    }
}

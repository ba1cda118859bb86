package dev.wheelhouse.core.databases.values;

import com.fasterxml.jackson.core.JsonParser;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.RawJson;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Takes apart raw JSON that is known to be well-formed. */
final class JsonText {

    /** What a JSON value is, by its first character. */
    enum Kind {
        NULL,
        BOOLEAN,
        NUMBER,
        STRING,
        ARRAY,
        OBJECT
    }

    private JsonText() {}

    static Kind kind(RawJson value) {
        return switch (value.text().charAt(JsonMarks.skipSpace(value.text(), 0))) {
            case 'n' -> Kind.NULL;
            case 't', 'f' -> Kind.BOOLEAN;
            case '"' -> Kind.STRING;
            case '[' -> Kind.ARRAY;
            case '{' -> Kind.OBJECT;
            default -> Kind.NUMBER;
        };
    }

    /** The characters that a JSON string stands for. */
    static String string(RawJson value) {
        String json = value.text();
        if (json.indexOf('\\') < 0) {
            String bare = json.strip();
            return bare.substring(1, bare.length() - 1);
        }
        try (JsonParser parser = JsonMarks.FACTORY.createParser(json)) {
            parser.nextToken();
            return parser.getText();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text, refused if it could not be sent as UTF-8. */
    static String requireUnicode(String text, String path) {
        if (DecodedText.hasLoneSurrogate(text)) {
            throw AppException.invalid(
                    path, "The text holds half a surrogate pair, which is no character. Send the whole pair.");
        }
        return text;
    }
}

package dev.wheelhouse.core.platform.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Texts inside JSON. Thread-safe. */
public final class JsonStrings {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private JsonStrings() {}

    /** What a JSON string says. */
    public static String decoded(String json) {
        if (json.indexOf('\\') < 0) {
            return json.substring(1, json.length() - 1);
        }
        try (JsonParser parser = FACTORY.createParser(json)) {
            parser.nextToken();
            return parser.getText();
        } catch (IOException e) {
            throw new UncheckedIOException("Not a JSON string", e);
        }
    }
}

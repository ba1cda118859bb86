package dev.wheelhouse.ui.databases.rows;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.json.RawJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** JSON objects whose values stay as they were written. */
final class RawObject {

    private static final JsonFactory FACTORY = new JsonFactory();

    private RawObject() {}

    /** Takes a well-formed object apart. */
    static Map<String, RawJson> parse(RawJson object) {
        String text = object.text();
        Map<String, RawJson> members = new LinkedHashMap<>();
        try (JsonParser parser = FACTORY.createParser(text)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                int start = (int) parser.currentTokenLocation().getCharOffset();
                parser.skipChildren();
                parser.finishToken();
                int end = (int) parser.currentLocation().getCharOffset();
                members.put(name, new RawJson(text.substring(start, end).strip()));
            }
            return members;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String write(Map<String, RawJson> members) {
        return members.entrySet().stream()
                .map(member ->
                        Json.write(member.getKey()) + ":" + member.getValue().text())
                .collect(Collectors.joining(",", "{", "}"));
    }
}

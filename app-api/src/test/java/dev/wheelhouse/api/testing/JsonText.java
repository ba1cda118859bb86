package dev.wheelhouse.api.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Bodies of requests. */
public final class JsonText {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonText() {}

    /** An object of names and values in turn. */
    public static String of(String name, @Nullable Object value, @Nullable Object... more) {
        return of(map(name, value, more));
    }

    public static String of(@Nullable Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    /** A map of names and values in turn, in their order; values may be null. */
    public static Map<String, @Nullable Object> map(String name, @Nullable Object value, @Nullable Object... more) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put(name, value);
        for (int i = 0; i < more.length; i += 2) {
            map.put(String.valueOf(more[i]), more[i + 1]);
        }
        return map;
    }

    /** Both; the second wins. */
    public static Map<String, Object> merge(Map<String, Object> first, Map<String, Object> second) {
        Map<String, Object> both = new LinkedHashMap<>(first);
        both.putAll(second);
        return both;
    }
}

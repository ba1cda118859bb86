package dev.wheelhouse.ui.curl;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.json.WireName;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON object that a call sends. For one thread. */
public final class CallBody {

    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

    /** @param value left out when it is null; an object within is a body of its own */
    public CallBody with(String name, @Nullable Object value) {
        return value == null ? this : withNull(name, value);
    }

    /** @param value null takes a field away in a merge patch (RFC 7396) */
    public CallBody withNull(String name, @Nullable Object value) {
        fields.put(
                name,
                switch (value) {
                    case WireName wire -> wire.wireName();
                    case CallBody within -> within.fields;
                    case null, default -> value;
                });
        return this;
    }

    String json() {
        return Json.write(fields);
    }
}

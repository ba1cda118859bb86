package dev.wheelhouse.core.platform.json;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonpCharacterEscapes;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON as the core keeps it in its own store and files: compact, keys in a fixed order. Thread-safe. */
public final class Json {

    /** Escapes U+2028 and U+2029, at which some readers end a line; see {@link OneLineOutput}. */
    private static final JsonMapper MAPPER = JsonMapper.builder(new JsonFactoryBuilder()
                    .characterEscapes(JsonpCharacterEscapes.instance())
                    .build())
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** For what people read and write: the names of enums in lower case. */
    private static final JsonMapper READABLE = MAPPER.rebuild()
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .build();

    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private Json() {}

    public static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With line breaks and enums in lower case, for files that people read. */
    public static String writePretty(Object value) {
        try {
            return READABLE.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws UncheckedIOException for text that is not a JSON object of that shape */
    public static <T> T read(String text, Class<T> type) {
        return type.cast(read(text, (Type) type));
    }

    /** @throws UncheckedIOException for text that is not JSON of that shape */
    public static Object read(String text, Type type) {
        try {
            return present(MAPPER.readValue(text, MAPPER.constructType(type)));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws UncheckedIOException for text that is not a JSON object */
    public static Map<String, Object> readObject(String text) {
        try {
            return present(MAPPER.readValue(text, OBJECT));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What a JSON object says, in place of the same in a record; what it leaves out or has null for stays, also within
     * the record's own records.
     *
     * @throws UncheckedIOException for text that is not a JSON object of that shape
     */
    public static <T extends Record> T readOnto(T defaults, String text) {
        try {
            ObjectNode all = READABLE.valueToTree(defaults);
            put(all, READABLE.readValue(text, ObjectNode.class));
            return present(READABLE.treeToValue(all, READABLE.constructType(defaults.getClass())));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void put(ObjectNode all, @Nullable ObjectNode given) {
        present(given).properties().forEach(each -> {
            if (all.get(each.getKey()) instanceof ObjectNode inner && each.getValue() instanceof ObjectNode more) {
                put(inner, more);
            } else if (!each.getValue().isNull()) {
                all.set(each.getKey(), each.getValue());
            }
        });
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new UncheckedIOException(new IOException("null where an object should be"));
        }
        return value;
    }
}

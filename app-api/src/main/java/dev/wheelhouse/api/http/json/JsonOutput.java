package dev.wheelhouse.api.http.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.wheelhouse.core.platform.json.RawJson;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How answers are written: absent means left out, times in UTC with milliseconds, enums by their wire words. */
final class JsonOutput {

    private JsonOutput() {}

    static ObjectMapper mapper() {
        SimpleModule module = new SimpleModule("wheelhouse")
                .addSerializer(new InstantSerializer())
                .addSerializer(new RawJsonSerializer())
                .addSerializer(new EnumSerializer())
                .addKeySerializer(Enum.class, new EnumKeySerializer());
        // Null is left out of records but kept inside maps, where a table row's NULL stands.
        return JsonMapper.builder()
                .addModule(new Jdk8Module())
                .addModule(module)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .build();
    }

    private static final class InstantSerializer extends StdSerializer<Instant> {
        InstantSerializer() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant value, JsonGenerator generator, SerializerProvider provider) throws IOException {
            generator.writeString(TextBinders.format(value));
        }
    }

    private static final class RawJsonSerializer extends StdSerializer<RawJson> {
        RawJsonSerializer() {
            super(RawJson.class);
        }

        @Override
        public void serialize(RawJson value, JsonGenerator generator, SerializerProvider provider) throws IOException {
            generator.writeRawValue(value.text());
        }
    }

    @SuppressWarnings("rawtypes") // Jackson finds the serializer by the raw class
    private static final class EnumSerializer extends StdSerializer<Enum> {
        private final Map<Enum, String> words = new ConcurrentHashMap<>();

        EnumSerializer() {
            super(Enum.class);
        }

        @Override
        public void serialize(Enum value, JsonGenerator generator, SerializerProvider provider) throws IOException {
            generator.writeString(words.computeIfAbsent(value, TextBinders::wireName));
        }
    }

    @SuppressWarnings("rawtypes") // as above
    private static final class EnumKeySerializer extends StdSerializer<Enum> {
        EnumKeySerializer() {
            super(Enum.class);
        }

        @Override
        public void serialize(Enum value, JsonGenerator generator, SerializerProvider provider) throws IOException {
            generator.writeFieldName(TextBinders.wireName(value));
        }
    }
}

package dev.wheelhouse.api.http.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.api.http.error.HttpError;
import dev.wheelhouse.core.platform.error.AppException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Reads bodies strictly and writes answers. Thread-safe; one for the process, because it remembers shapes. */
public final class JsonCodec {

    private final JsonReader reader = new JsonReader();
    private final Binders binders = new Binders();
    private final ObjectMapper mapper = JsonOutput.mapper();

    /**
     * @param body UTF-8
     * @param type a record, or any type a record component may have that needs no type argument
     * @throws AppException {@code malformed_json} when the bytes are not JSON; {@code validation_failed} with every
     *     field at fault when they are, but not of this shape
     */
    public <T> T read(byte[] body, Class<T> type) {
        String source = decode(body);
        JsonValue value = reader.read(source);
        Binding binding = new Binding(source);
        LoneSurrogates.check(source, value, binding);
        binding.throwIfWrong();
        Object bound = new Slot(binders.binder(type), Slot.Presence.REQUIRED).bind(value, FieldPath.ROOT, binding);
        binding.throwIfWrong();
        return type.cast(Objects.requireNonNull(bound));
    }

    /**
     * Whether an object has a member, so that its shape can be chosen by it; false for anything else.
     *
     * @param body UTF-8
     * @throws AppException {@code malformed_json}
     */
    public boolean has(byte[] body, String member) {
        return reader.read(decode(body)) instanceof JsonValue.JsonObject object
                && object.members().stream().anyMatch(each -> each.name().equals(member));
    }

    /**
     * Lets pass no body and an empty object.
     *
     * @throws AppException {@code malformed_json} or {@code validation_failed}
     */
    public void requireNothing(byte[] body) {
        if (body.length > 0) {
            read(body, Nothing.class);
        }
    }

    private record Nothing() {}

    /**
     * @return UTF-8
     * @throws IllegalArgumentException when the value cannot be written: a fault of ours
     */
    public byte[] write(Object value) {
        try {
            return mapper.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("An answer cannot be written as JSON", e);
        }
    }

    /** Writes a string as a JSON string literal, quotes included. */
    public String quote(String text) {
        return new String(write(text), StandardCharsets.UTF_8);
    }

    private static String decode(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new AppException(
                    HttpError.MALFORMED_JSON,
                    "The body is not valid UTF-8. Send JSON in UTF-8.",
                    new UncheckedIOException(e));
        }
    }
}

package dev.wheelhouse.api.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What a handler answers. Immutable. Nothing is sent before the handler has returned, so a handler gives back what it
 * borrowed (a pooled connection) before a slow reader can hold it up.
 *
 * @param status HTTP status, 200..299
 * @param headers headers beside those that every answer carries
 * @param content the body
 */
public record Response(int status, Map<String, String> headers, Content content) {

    /** A body in any form. */
    public sealed interface Content permits Json, Events, Payload {}

    /** A value that is still to be written as JSON. */
    public record Json(Object value) implements Content {}

    /** Server-Sent Events; the feed is opened when the stream begins. */
    public record Events(Supplier<EventFeed> feed) implements Content {}

    /** A body that can be sent as it is. */
    public sealed interface Payload extends Content permits None, Encoded, Streamed, Endless {}

    public record None() implements Payload {}

    /**
     * Bytes, sent in order and not copied.
     *
     * @param mediaType Content-Type
     * @param chunks their positions are not moved
     */
    public record Encoded(String mediaType, List<ByteBuffer> chunks) implements Payload {
        public Encoded {
            chunks = List.copyOf(chunks);
        }
    }

    /** A body of unknown length, written while it is sent. */
    public record Streamed(String mediaType, StreamWriter writer) implements Payload {}

    /** As {@link Streamed}, of a body that goes on until somebody ends it: it is interrupted when the console stops. */
    public record Endless(String mediaType, StreamWriter writer) implements Payload {}

    /**
     * Writes a streamed body on the request's virtual thread. The stream blocks while the reader is slow and throws when
     * the reader has gone. An exception before the first byte becomes a problem document; after it, the connection is
     * cut, so that the reader cannot take a part for the whole.
     */
    @FunctionalInterface
    public interface StreamWriter {
        void write(OutputStream output) throws IOException;
    }

    public Response {
        headers = Map.copyOf(headers);
    }

    /** 200 with a value as JSON. */
    public static Response ok(Object value) {
        return new Response(200, Map.of(), new Json(value));
    }

    /** 201 with the new thing's path, such as {@code /api/v1/api-keys/key_…}. */
    public static Response created(String location, Object value) {
        return new Response(201, Map.of("Location", location), new Json(value));
    }

    /** 202: the work goes on behind. */
    public static Response accepted(Object value) {
        return new Response(202, Map.of(), new Json(value));
    }

    /** 204. */
    public static Response noContent() {
        return new Response(204, Map.of(), new None());
    }

    /** 200 with JSON that was encoded already. */
    public static Response encodedJson(List<ByteBuffer> chunks) {
        return encoded(MediaTypes.JSON, chunks);
    }

    /** 200 with bytes of any media type. */
    public static Response encoded(String mediaType, List<ByteBuffer> chunks) {
        return new Response(200, Map.of(), new Encoded(mediaType, chunks));
    }

    /** 200 with a body written as it goes. */
    public static Response stream(String mediaType, StreamWriter writer) {
        return new Response(200, Map.of(), new Streamed(mediaType, writer));
    }

    /**
     * 200 with Server-Sent Events. The route {@link Route#producing produces} {@link MediaTypes#EVENTS}.
     *
     * @param feed opened when the stream begins; what it throws becomes a problem document
     */
    public static Response events(Supplier<EventFeed> feed) {
        // Proxies that gather bytes would hold events back.
        return new Response(200, Map.of("X-Accel-Buffering", "no"), new Events(feed));
    }

    /**
     * The same answer with one header more.
     *
     * @throws IllegalArgumentException when name or value could break out of the header
     */
    public Response withHeader(String name, String value) {
        if ((name + value).chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new IllegalArgumentException("A header field is printable ASCII: " + name);
        }
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Response(status, more, content);
    }

    /** The same answer with its {@code ETag}. */
    public Response withEntityTag(EntityTag tag) {
        return withHeader("ETag", tag.toString());
    }
}

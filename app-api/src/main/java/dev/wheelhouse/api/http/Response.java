package dev.wheelhouse.api.http;

import dev.wheelhouse.api.http.error.HttpError;
import dev.wheelhouse.api.http.error.RangeOutside;
import dev.wheelhouse.core.platform.error.AppException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a handler answers. Immutable. Nothing is sent before the handler has returned, so a handler gives back what it
 * borrowed (a pooled connection) before a slow reader can hold it up.
 *
 * @param status HTTP status, 200..299; another only with a body that says more to its reader than a problem document
 * @param headers headers beside those that every answer carries
 * @param content the body
 * @param tag the {@code ETag} among the headers; null for none
 * @param replay what the same call with the same {@code Idempotency-Key} gets
 */
public record Response(
        int status,
        Map<String, String> headers,
        Content content,
        @Nullable EntityTag tag,
        Replay replay) {

    /** What a call that comes again with its {@code Idempotency-Key} is answered. */
    public sealed interface Replay {

        /** The same. */
        record Same() implements Replay {}

        /** The same without one member, which is shown once; {@code secretShown} says so. */
        record Without(String member) implements Replay {}

        /** Nothing is kept: it changed nothing, and is done again. */
        record Never() implements Replay {}
    }

    /** A body in any form. */
    public sealed interface Content permits Json, Later, Events, Payload {}

    /** A value that is still to be written as JSON. */
    public record Json(Object value) implements Content {}

    /** A value that takes long; the answer begins at once. */
    public record Later(CompletableFuture<?> value) implements Content {}

    /** Server-Sent Events; the feed is opened when the stream begins. */
    public record Events(Supplier<EventFeed> feed) implements Content {}

    /** A body that can be sent as it is. */
    public sealed interface Payload extends Content permits None, Encoded, Streamed, Sized, Endless {}

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

    /** As {@link Streamed}, of a body of that many bytes. */
    public record Sized(String mediaType, long bytes, StreamWriter writer) implements Payload {}

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

    public Response(int status, Map<String, String> headers, Content content) {
        this(status, headers, content, null, new Replay.Same());
    }

    public Response {
        headers = Map.copyOf(headers);
    }

    /** 200 with a value as JSON. */
    public static Response ok(Object value) {
        return new Response(200, Map.of(), new Json(value));
    }

    /**
     * 200 at once with a value as JSON that comes when it is there, and blanks until then. Everything that a request can be
     * refused for is decided before.
     *
     * @param value goes on when the reader goes away; should not fail, which would cut the answer
     */
    public static Response later(CompletableFuture<?> value) {
        return new Response(200, Map.of(), new Later(value));
    }

    /** 201 with the new thing's path, such as {@code /api/v1/api-keys/key_…}. */
    public static Response created(String location, Object value) {
        return new Response(201, Map.of("Location", location), new Json(value));
    }

    /** 202: the work goes on behind, and can be seen at that path. */
    public static Response accepted(String location, Object value) {
        return new Response(202, Map.of("Location", location), new Json(value));
    }

    /** 202: the work goes on behind, and cannot be seen by whoever asked. */
    public static Response accepted(Object value) {
        return new Response(202, Map.of(), new Json(value));
    }

    /** 202 without a body. */
    public static Response accepted() {
        return new Response(202, Map.of(), new None());
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
     * A file that does not change, or the part of it that the request asks for (RFC 9110 section 14): 200, 206, or 416
     * with its size.
     *
     * @param tag of its content
     */
    public static Response file(Request request, Path file, long bytes, String mediaType, EntityTag tag) {
        String range = request.header("If-Range")
                        .filter(known -> !known.equals(tag.toString()))
                        .isPresent()
                ? null
                : request.header("Range").orElse(null);
        return switch (ByteRange.of(range, bytes)) {
            case ByteRange.Whole() -> part(200, file, new ByteRange(0, bytes - 1), mediaType, tag);
            case ByteRange.Part(ByteRange part) ->
                part(206, file, part, mediaType, tag)
                        .withHeader("Content-Range", "bytes " + part.first() + "-" + part.last() + "/" + bytes);
            case ByteRange.Outside() ->
                throw new AppException(
                        HttpError.RANGE_NOT_SATISFIABLE,
                        "The file has " + bytes + " bytes. Ask for a range within them.",
                        new RangeOutside(bytes));
        };
    }

    private static Response part(int status, Path file, ByteRange part, String mediaType, EntityTag tag) {
        StreamWriter writer = output -> {
            try (InputStream in = Files.newInputStream(file)) {
                in.skipNBytes(part.first());
                copy(in, output, part.length());
            }
        };
        return new Response(status, Map.of("Accept-Ranges", "bytes"), new Sized(mediaType, part.length(), writer))
                .withEntityTag(tag);
    }

    private static void copy(InputStream in, OutputStream out, long bytes) throws IOException {
        byte[] window = new byte[64 * 1024];
        long left = bytes;
        while (left > 0) {
            int count = in.read(window, 0, (int) Math.min(window.length, left));
            if (count < 0) {
                throw new IOException("The file became shorter while it was sent");
            }
            out.write(window, 0, count);
            left -= count;
        }
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
        return new Response(status, more, content, tag, replay);
    }

    /** The same answer with its {@code ETag}. */
    public Response withEntityTag(EntityTag tag) {
        return new Response(status, withHeader("ETag", tag.toString()).headers, content, tag, replay);
    }

    /**
     * The same answer, of which one member of the JSON is shown once.
     *
     * @param member its name
     */
    public Response showingOnce(String member) {
        return new Response(status, headers, content, tag, new Replay.Without(member));
    }

    /** The same answer, of a call that changed nothing. */
    public Response ofReading() {
        return new Response(status, headers, content, tag, new Replay.Never());
    }

    Response withContent(Content other) {
        return new Response(status, headers, other, tag, replay);
    }
}

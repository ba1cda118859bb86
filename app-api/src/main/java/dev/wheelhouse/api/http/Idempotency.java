package dev.wheelhouse.api.http;

import dev.wheelhouse.api.http.json.JsonCodec;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.platform.idempotency.IdempotentCall;
import dev.wheelhouse.core.platform.idempotency.KeptAnswer;
import dev.wheelhouse.core.platform.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Does a POST with an {@code Idempotency-Key} once, and answers it as before when it comes again. Thread-safe. */
final class Idempotency {

    static final String HEADER = "Idempotency-Key";

    private static final String REPLAYED = "Idempotency-Replayed";
    private static final int LONGEST_KEY = 255;

    private final IdempotentCalls calls;
    private final JsonCodec json;

    Idempotency(IdempotentCalls calls, JsonCodec json) {
        this.calls = calls;
        this.json = json;
    }

    /**
     * The key of a call that has one and heeds it: those without a caller, messages and streams do not.
     *
     * @throws AppException {@code validation_failed} for one that is none, {@code bad_request} for two
     */
    static Optional<String> key(Route route, RequestHead head) {
        List<String> keys = head.headerValues(HEADER);
        boolean heeded = route.method() == HttpMethod.POST
                && !(route.access() instanceof Access.Open || route.access() instanceof Access.Signed)
                && !(route.body() instanceof BodyRule.JsonRpc)
                && !route.produces().contains(MediaTypes.EVENTS);
        if (keys.isEmpty() || !heeded) {
            return Optional.empty();
        }
        if (keys.size() > 1) {
            throw new AppException(PlatformError.BAD_REQUEST, "Send one " + HEADER + " header.");
        }
        String key = keys.getFirst();
        boolean printable = key.chars().allMatch(c -> c >= ' ' && c <= '~');
        if (key.isEmpty() || key.length() > LONGEST_KEY || !printable) {
            throw AppException.invalid(HEADER, "Use 1 to " + LONGEST_KEY + " printable ASCII characters.");
        }
        return Optional.of(key);
    }

    /** What a call does, given its body where that is read as it arrives. */
    @FunctionalInterface
    interface Work {
        Response handle(RequestBody body) throws IOException;
    }

    /** Begins a call with a key; {@code bytes} is its body unless that is a text. */
    Once begin(Caller caller, RequestHead head, String key, BodyRule rule, byte[] bytes) {
        String target = head.query().isEmpty() ? head.path() : head.path() + "?" + head.query();
        String operation = head.method() + " " + target;
        return rule instanceof BodyRule.Text(long maxBytes)
                ? new Once(calls.begin(caller, operation, key, null), maxBytes)
                : new Once(
                        calls.begin(
                                caller,
                                operation,
                                key,
                                HexFormat.of().formatHex(Sha256.digest().digest(bytes))),
                        0);
    }

    /** One call with a key; for one thread. */
    final class Once {

        private final IdempotentCall call;
        private final long textBytes;
        private final MessageDigest digest = Sha256.digest();

        /** @param textBytes the longest body of a route that reads it as it arrives; 0 for others */
        private Once(IdempotentCall call, long textBytes) {
            this.call = call;
            this.textBytes = textBytes;
        }

        /** Does it and keeps the answer, or answers as before. */
        Response handle(RequestBody body, Work work) throws IOException {
            RequestBody watched = textBytes == 0 ? body : new DigestedBody(body, digest);
            if (call.isRepeated()) {
                if (textBytes > 0) {
                    watched.open(textBytes).transferTo(OutputStream.nullOutputStream());
                    bodyIsRead();
                }
                return replayed(call.answer());
            }
            Response response = call.during(() -> work.handle(watched));
            if (textBytes > 0) {
                bodyIsRead();
            }
            return kept(response);
        }

        private void bodyIsRead() {
            call.bodyWas(HexFormat.of().formatHex(digest.digest()));
        }

        private static Response replayed(KeptAnswer kept) {
            Response.Payload payload = kept.body() == null || kept.mediaType() == null
                    ? new Response.None()
                    : new Response.Encoded(
                            kept.mediaType(),
                            List.of(ByteBuffer.wrap(kept.body().getBytes(StandardCharsets.UTF_8))));
            return new Response(kept.status(), kept.headers(), payload).withHeader(REPLAYED, "true");
        }

        private Response kept(Response response) {
            if (response.replay() instanceof Response.Replay.Never) {
                call.forget();
                return response;
            }
            switch (response.content()) {
                case Response.None _ -> keep(response, null, null);
                case Response.Json(Object value) -> keep(response, MediaTypes.JSON, withoutSecrets(response, value));
                case Response.Encoded(String type, List<ByteBuffer> chunks) -> keep(response, type, text(chunks));
                case Response.Later(CompletableFuture<?> value) -> {
                    return response.withContent(new Response.Later(value.whenComplete((done, failure) -> {
                        if (failure == null) {
                            keep(response, MediaTypes.JSON, withoutSecrets(response, done));
                        } else {
                            call.answeredAtLength();
                        }
                    })));
                }
                case Response.Streamed(String type, Response.StreamWriter writer) -> {
                    return response.withContent(new Response.Streamed(type, output -> write(writer, output)));
                }
                case Response.Events _, Response.Endless _, Response.Sized _ -> call.forget();
            }
            return response;
        }

        /** Much of the work is done only now. */
        private void write(Response.StreamWriter writer, OutputStream output) throws IOException {
            try {
                call.during(() -> {
                    writer.write(output);
                    return true;
                });
                call.answeredAtLength();
            } catch (AppException e) {
                call.failed();
                throw e;
            } catch (IOException | RuntimeException | Error e) {
                // A reader that went away: what was asked for may have been done.
                call.answeredAtLength();
                throw e;
            }
        }

        private void keep(Response response, @Nullable String mediaType, @Nullable String body) {
            call.answered(new KeptAnswer(response.status(), response.headers(), mediaType, body));
        }

        private String withoutSecrets(Response response, Object value) {
            String text = new String(json.write(value), StandardCharsets.UTF_8);
            if (!(response.replay() instanceof Response.Replay.Without(String member))) {
                return text;
            }
            Map<String, Object> members = new LinkedHashMap<>(Json.readObject(text));
            if (members.remove(member) == null) {
                throw new IllegalStateException("The answer has no " + member + " that could be left out");
            }
            members.put("secretShown", true);
            return Json.write(members);
        }

        private static String text(List<ByteBuffer> chunks) {
            StringBuilder text = new StringBuilder();
            chunks.forEach(each -> text.append(StandardCharsets.UTF_8.decode(each.duplicate())));
            return text.toString();
        }

        /** Keeps the answer of a call that failed, unless trying again may help and does nothing twice. */
        Answer failed(Answer problem) {
            if (call.isRepeated()) {
                return problem;
            }
            if (problem.status() >= 500) {
                call.failed();
            } else if (problem.status() != 429
                    && problem.payload() instanceof Response.Encoded(String type, List<ByteBuffer> chunks)) {
                call.answered(new KeptAnswer(problem.status(), Map.of(), type, text(chunks)));
            } else {
                call.forget();
            }
            return problem;
        }
    }
}

package dev.wheelhouse.core.conversations.model;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import dev.wheelhouse.core.platform.net.OutgoingLimits;
import dev.wheelhouse.core.platform.net.OutgoingRequest;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.net.OutgoingStream;
import dev.wheelhouse.core.platform.net.OutgoingTargets;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The library's requests over {@link OutgoingRequests}. A streamed answer is read on the calling thread, whose interrupt ends
 * it; whatever goes wrong is thrown as an {@link AppException} for people.
 */
final class OutgoingHttpClient implements HttpClient {

    private static final int LARGEST_REFUSAL = 64 << 10;
    private static final String DONE = "[DONE]";

    private final OutgoingRequests requests;
    private final ModelServer server;
    private final Duration silence;
    private final Supplier<Duration> left;
    private final int largest;
    private final Clock clock;

    /**
     * @param silence how long the server may send nothing
     * @param left how long a request may take that begins now; above 0
     * @param largest bytes of one answer
     */
    OutgoingHttpClient(
            OutgoingRequests requests,
            ModelServer server,
            Duration silence,
            Supplier<Duration> left,
            int largest,
            Clock clock) {
        this.requests = requests;
        this.server = server;
        this.silence = silence;
        this.left = left;
        this.largest = largest;
        this.clock = clock;
    }

    /** Gives the library this client; the limits that it would set are not used. */
    HttpClientBuilder builder() {
        return new Builder(this);
    }

    private record Builder(OutgoingHttpClient client) implements HttpClientBuilder {

        @Override
        public Duration connectTimeout() {
            return OutgoingLimits.STANDARD.connect();
        }

        @Override
        public HttpClientBuilder connectTimeout(Duration timeout) {
            return this;
        }

        @Override
        public Duration readTimeout() {
            return client.silence;
        }

        @Override
        public HttpClientBuilder readTimeout(Duration timeout) {
            return this;
        }

        @Override
        public HttpClient build() {
            return client;
        }
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        throw new UnsupportedOperationException("Answers are streamed");
    }

    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        try (OutgoingStream answer = requests.open(ModelServer.PATH, outgoing(request), silence)) {
            if (answer.status() != 200) {
                throw server.refused(
                        new OutgoingAnswer(answer.status(), answer.head().headers(), beginning(answer)),
                        clock.instant());
            }
            String type = answer.head().headers().get("content-type");
            if (type != null && !type.startsWith("text/event-stream")) {
                throw server.noStream(type);
            }
            CheckedEvents events = new CheckedEvents(listener);
            parse(answer, parser, events);
            events.requireEnd();
        }
        listener.onClose();
    }

    private void parse(OutgoingStream answer, ServerSentEventParser parser, CheckedEvents events) {
        try {
            parser.parse(new Bounded(answer, events), events);
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.UPSTREAM_FAILED && e.getCause() instanceof IOException) {
                throw server.cut(e);
            }
            throw e;
        }
    }

    private static byte[] beginning(OutgoingStream answer) {
        try {
            return answer.readNBytes(LARGEST_REFUSAL);
        } catch (IOException | AppException _) {
            return new byte[0];
        }
    }

    private OutgoingRequest outgoing(HttpRequest request) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        request.headers().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        headers.remove("User-Agent");
        headers.put("Accept", "text/event-stream");
        return new OutgoingRequest(
                request.method().name(),
                OutgoingTargets.parse(ModelServer.PATH, request.url()),
                headers,
                request.body().getBytes(StandardCharsets.UTF_8),
                new OutgoingLimits(OutgoingLimits.STANDARD.connect(), left.get(), LARGEST_REFUSAL));
    }

    /** Passes on events that are what they should be, and stops at the first other one. */
    private final class CheckedEvents implements ServerSentEventListener {

        private final ServerSentEventListener listener;
        private boolean over;
        private boolean ended;
        private @Nullable RuntimeException failure;

        CheckedEvents(ServerSentEventListener listener) {
            this.listener = listener;
        }

        @Override
        public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
            if (over) {
                return;
            }
            boolean isDone = event.data().equals(DONE);
            ended |= isDone;
            failure = isDone ? null : failureOf(event);
            // Some servers keep the connection open behind the end.
            over = isDone || failure != null;
            if (!over) {
                listener.onEvent(event, context);
            }
        }

        private @Nullable RuntimeException failureOf(ServerSentEvent event) {
            try {
                Map<String, Object> content = Json.readObject(event.data());
                if (content.get("error") != null) {
                    return server.reported(content);
                }
                ended |= content.get("choices") instanceof List<?> choices
                        && !choices.isEmpty()
                        && choices.getFirst() instanceof Map<?, ?> choice
                        && choice.get("finish_reason") != null;
                return null;
            } catch (UncheckedIOException _) {
                return server.noJson();
            }
        }

        @Override
        public void onError(Throwable thrown) {
            failure = thrown instanceof RuntimeException e ? e : new IllegalStateException(thrown);
        }

        /** Throws what went wrong, also when the end is missing. */
        void requireEnd() {
            if (failure != null) {
                throw failure;
            }
            if (!ended) {
                throw server.cut(null);
            }
        }
    }

    /** No more than the largest answer, and nothing behind its last event. */
    private final class Bounded extends FilterInputStream {

        private final CheckedEvents events;
        private int room = largest;

        Bounded(InputStream from, CheckedEvents events) {
            super(from);
            this.events = events;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            int read = events.over ? -1 : super.read(to, offset, length);
            room -= Math.max(0, read);
            if (room < 0) {
                throw server.tooLong(largest);
            }
            return read;
        }
    }
}

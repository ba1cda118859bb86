package dev.wheelhouse.api.http.transport;

import dev.wheelhouse.api.http.Answer;
import dev.wheelhouse.api.http.HttpLimits;
import dev.wheelhouse.api.http.RequestPipeline;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.id.IdGenerator;
import io.undertow.io.IoCallback;
import io.undertow.io.Sender;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpContinue;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.SameThreadExecutor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.xnio.IoUtils;

/** Hands each request to a thread of its own, as long as there is room and nobody stops. */
final class RequestDispatcher implements HttpHandler {

    private static final int REFUSED_BODY_SECONDS = 5;
    private static final String MALFORMED =
            "End each line of the head with CR LF, write each header in one line, and send the body with a Content-Length or"
                    + " with Transfer-Encoding: chunked and nothing else.";
    private static final Set<String> HEALTH = Set.of("/health", Route.BASE_PATH + "/health");
    private static final IoCallback CUT = new Cut();
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    private volatile RequestPipeline pipeline;
    private final HttpLimits limits;
    private final Executor requests;
    private final IdGenerator ids;
    private final Runnable called;
    private final RequestRoom room;
    private final Set<Thread> busy = ConcurrentHashMap.newKeySet();
    private final LongAnswers streams;
    private volatile boolean stopping;

    /** @param called runs for each request with a valid credential */
    RequestDispatcher(
            RequestPipeline pipeline, HttpLimits limits, Executor requests, IdGenerator ids, Runnable called) {
        this.pipeline = pipeline;
        this.limits = limits;
        this.requests = requests;
        this.ids = ids;
        this.called = called;
        this.streams = new LongAnswers(requests, limits.streamsOfKey(), LongAnswers.PATIENCE);
        this.room = new RequestRoom(limits.maxConcurrentRequests());
    }

    /** What answers the requests that come from now on. */
    void answerWith(RequestPipeline pipeline) {
        this.pipeline = pipeline;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        String id = ids.next("req");
        // Out of the server's call: only then may another thread switch the channels on and off. With TLS also out of
        // the
        // channel's own.
        Executor turn = exchange.isSecure() ? exchange.getIoThread() : SameThreadExecutor.INSTANCE;
        exchange.dispatch(turn, () -> hand(exchange, id));
    }

    private void hand(HttpServerExchange exchange, String id) {
        if (StrictFraming.isBroken(exchange.getConnection()) || hasUnknownCoding(exchange)) {
            refuse(exchange, id, PlatformError.BAD_REQUEST, MALFORMED);
            return;
        }
        if (stopping) {
            refuse(exchange, id, PlatformError.SHUTTING_DOWN, "The console is stopping. Try again when it is back.");
            return;
        }
        if (HEALTH.contains(exchange.getRequestPath())) {
            // Outside the limit, and not behind what computes on the virtual threads' few processors: a busy console
            // lives.
            Executor own =
                    exchange.isRequestComplete() ? exchange.getConnection().getWorker() : requests;
            handTo(exchange, id, own, room.outside());
            return;
        }
        Optional<RequestRoom.Place> place = room.enter();
        if (place.isEmpty()) {
            refuse(exchange, id, PlatformError.BUSY, RequestRoom.FULL);
            return;
        }
        handTo(exchange, id, requests, place.get());
    }

    private void handTo(HttpServerExchange exchange, String id, Executor executor, RequestRoom.Place place) {
        ExchangeTask task = new ExchangeTask(exchange, pipeline, limits, streams, place, called, id);
        try {
            executor.execute(() -> run(task, place));
        } catch (RejectedExecutionException _) {
            place.leave();
            refuse(exchange, id, PlatformError.BUSY, "The console takes no more work now. Try again in a second.");
        }
    }

    /** Codings within codings are read in more than one way, and nobody who means well sends them. */
    private static boolean hasUnknownCoding(HttpServerExchange exchange) {
        HeaderValues codings = exchange.getRequestHeaders().get(Headers.TRANSFER_ENCODING);
        return codings != null
                && (codings.size() != 1 || !codings.getFirst().equalsIgnoreCase("chunked") || exchange.isHttp10());
    }

    private void run(ExchangeTask task, RequestRoom.Place place) {
        Thread thread = Thread.currentThread();
        busy.add(thread);
        try {
            task.run();
        } finally {
            busy.remove(thread);
            place.leave();
        }
    }

    /** On the IO thread, so without blocking. */
    private void refuse(HttpServerExchange exchange, String id, PlatformError error, String message) {
        Answer answer = pipeline.problem(new AppException(error, message), id);
        exchange.setStatusCode(answer.status());
        exchange.setPersistent(false);
        boolean waitedFor = HttpContinue.requiresContinueResponse(exchange);
        if (!exchange.isRequestComplete()) {
            // The server reads on to the end of a body nobody wants, however slowly it comes.
            exchange.getIoThread().executeAfter(() -> cut(exchange), REFUSED_BODY_SECONDS, TimeUnit.SECONDS);
        }
        answer.headers().forEach((name, value) -> exchange.getResponseHeaders().put(new HttpString(name), value));
        if (answer.payload() instanceof Response.Encoded encoded) {
            exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, encoded.mediaType());
            ByteBuffer[] bytes =
                    encoded.chunks().stream().map(ByteBuffer::duplicate).toArray(ByteBuffer[]::new);
            exchange.setResponseContentLength(
                    Arrays.stream(bytes).mapToLong(ByteBuffer::remaining).sum());
            exchange.getResponseSender().send(bytes, waitedFor ? CUT : IoCallback.END_EXCHANGE);
            return;
        }
        exchange.endExchange();
    }

    /** After the last byte of the answer: the peer sends no body that could be read to its end. */
    private static final class Cut implements IoCallback {

        @Override
        public void onComplete(HttpServerExchange exchange, Sender sender) {
            sender.close(new IoCallback() {
                @Override
                public void onComplete(HttpServerExchange sent, Sender closed) {
                    cut(sent);
                }

                @Override
                public void onException(HttpServerExchange failed, Sender closed, IOException failure) {
                    cut(failed);
                }
            });
        }

        @Override
        public void onException(HttpServerExchange exchange, Sender sender, IOException failure) {
            cut(exchange);
        }
    }

    private static void cut(HttpServerExchange exchange) {
        if (!exchange.isComplete()) {
            IoUtils.safeClose(exchange.getConnection());
        }
    }

    /**
     * Refuses what comes from now on and gives what is in flight its grace.
     *
     * @return whether all of it has ended
     */
    boolean drain() {
        stopping = true;
        streams.stop();
        return room.isQuietWithin(limits.shutdownGrace().toNanos());
    }

    /** Gives what was told to end the time to say so, then interrupts it and what is drained, and waits again. */
    void stop() {
        boolean quiet = room.isQuietWithin(LAST_WORDS.toNanos());
        busy.forEach(Thread::interrupt);
        if (!quiet) {
            room.isQuietWithin(LAST_WORDS.toNanos());
        }
    }
}

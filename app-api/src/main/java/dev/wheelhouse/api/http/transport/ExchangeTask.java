package dev.wheelhouse.api.http.transport;

import dev.wheelhouse.api.http.Answer;
import dev.wheelhouse.api.http.HttpLimits;
import dev.wheelhouse.api.http.Reader;
import dev.wheelhouse.api.http.RequestHead;
import dev.wheelhouse.api.http.RequestPipeline;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;

/** One request from its head to the end of its answer, on a thread of its own. */
final class ExchangeTask implements Runnable {

    private static final Logger LOG = System.getLogger(ExchangeTask.class.getName());

    /** What is read and thrown away of a body nobody wanted, so that the peer gets to read its answer. */
    private static final long MAX_DRAINED = 16L * 1024 * 1024;

    private static final Duration DRAIN_TIME = Duration.ofSeconds(5);

    private final HttpServerExchange exchange;
    private final RequestPipeline pipeline;
    private final HttpLimits limits;
    private final LongAnswers streams;
    private final RequestRoom.Place place;
    private final Runnable called;
    private final RequestHead head;
    private final ExchangeInput input;
    private final ExchangeOutput output;
    private final long startedAt = System.nanoTime();

    ExchangeTask(
            HttpServerExchange exchange,
            RequestPipeline pipeline,
            HttpLimits limits,
            LongAnswers streams,
            RequestRoom.Place place,
            Runnable called,
            String requestId) {
        this.exchange = exchange;
        this.pipeline = pipeline;
        this.limits = limits;
        this.streams = streams;
        this.place = place;
        this.called = called;
        this.head = HeadReader.read(exchange, requestId);
        this.input = new ExchangeInput(exchange);
        this.output = new ExchangeOutput(exchange, limits.writeTimeout());
    }

    @Override
    public void run() {
        try {
            ExchangeBody body = new ExchangeBody(exchange, input, limits.readTimeout(), startedAt);
            Answer answer = pipeline.answer(head, body, this::admit);
            place.answered();
            send(answer);
            finish();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, () -> head.id() + " lost its peer: " + e.getMessage());
            cut();
        } catch (RuntimeException | Error e) {
            // The boundary: a fault while sending leaves nothing to say to the peer.
            LOG.log(Level.ERROR, head.id() + " failed while its answer was sent", e);
            cut();
        }
    }

    private void admit(@Nullable Caller caller) {
        place.admit(caller);
        if (caller != null) {
            called.run();
        }
    }

    private void send(Answer answer) throws IOException {
        exchange.setStatusCode(answer.status());
        answer.headers().forEach((name, value) -> exchange.getResponseHeaders().put(new HttpString(name), value));
        if (!input.isEnded()) {
            exchange.setPersistent(false);
        }
        switch (answer.payload()) {
            case Response.None() -> {}
            case Response.Encoded encoded -> sendEncoded(encoded);
            case Response.Streamed(var mediaType, var writer) ->
                sendStreamed(mediaType, output -> write(writer, output, answer.reader(), false));
            case Response.Sized(var mediaType, var bytes, var writer) -> {
                exchange.setResponseContentLength(bytes);
                sendStreamed(mediaType, output -> write(writer, output, answer.reader(), false));
            }
            case Response.Endless(var mediaType, var writer) ->
                sendStreamed(mediaType, output -> write(writer, output, answer.reader(), true));
        }
    }

    private void sendEncoded(Response.Encoded encoded) throws IOException {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, encoded.mediaType());
        exchange.setResponseContentLength(
                encoded.chunks().stream().mapToLong(ByteBuffer::remaining).sum());
        if (!isHead()) {
            output.write(encoded.chunks());
        }
    }

    private void sendStreamed(String mediaType, Response.StreamWriter writer) throws IOException {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, mediaType);
        if (isHead()) {
            output.finish();
            return;
        }
        BufferedExchangeStream stream = new BufferedExchangeStream(
                output, exchange.getConnection().getByteBufferPool().allocate());
        try {
            writer.write(stream);
            stream.sendRest();
            output.finish();
        } catch (IOException | RuntimeException | Error failure) {
            answerBrokenStream(stream, failure);
        } finally {
            stream.release();
        }
    }

    private void write(Response.StreamWriter writer, OutputStream body, @Nullable Reader reader, boolean endless)
            throws IOException {
        if (reader == null) {
            writer.write(body);
            return;
        }
        try (LongAnswers.Place _ = streams.enter(reader, endless, () -> IoUtils.safeClose(exchange.getConnection()))) {
            writer.write(body);
        }
    }

    private void answerBrokenStream(BufferedExchangeStream stream, Throwable failure) throws IOException {
        if (stream.hasFailed()) {
            throw new IOException("The reader of a stream has gone", failure);
        }
        Answer problem = pipeline.problem(failure, head.id());
        if (exchange.isResponseStarted()) {
            // Ending the chunks properly would pass a part off as the whole.
            throw new IOException("A stream failed half-way");
        }
        exchange.getResponseHeaders().clear();
        send(problem);
    }

    private void finish() throws IOException {
        if (!exchange.isResponseStarted()) {
            exchange.endExchange();
            return;
        }
        if (input.isEnded() || drained()) {
            endOnItsIoThread();
            return;
        }
        cut();
    }

    /**
     * The answer has left, so the peer may send its next request at once. Were the exchange ended here, the IO thread
     * that meets that request would spin until this thread had left the connection's state: on a busy machine, for the
     * time slice of the thread that runs in its place.
     */
    private void endOnItsIoThread() {
        try {
            exchange.getIoThread().execute(exchange::endExchange);
        } catch (RejectedExecutionException _) {
            cut();
        }
    }

    /** Closing a socket with unread bytes resets it, and a reset can overtake the answer. */
    private boolean drained() {
        if (input.isWaitedFor() || !place.tryDrain()) {
            return false;
        }
        ByteBuffer waste = ByteBuffer.allocate(16 * 1024);
        long deadline = System.nanoTime() + DRAIN_TIME.toNanos();
        long count = 0;
        try {
            while (count <= MAX_DRAINED) {
                int read = input.read(waste.clear(), deadline);
                if (read < 0) {
                    return true;
                }
                count += read;
            }
            return false;
        } catch (AppException _) {
            return false;
        }
    }

    private boolean isHead() {
        return exchange.getRequestMethod().equals(Methods.HEAD);
    }

    private void cut() {
        IoUtils.safeClose(exchange.getConnection());
        exchange.endExchange();
    }
}

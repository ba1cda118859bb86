package dev.wheelhouse.core.apps.container.engine;

import dev.wheelhouse.core.platform.caller.Effects;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostConnection;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.net.HttpHead;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Requests to one engine, each over a connection of its own. Thread-safe. */
final class EngineHttp {

    private static final System.Logger LOG = System.getLogger(EngineHttp.class.getName());

    private static final int BUFFER_BYTES = 64 << 10;
    private static final int LARGEST_ANSWER = 64 << 20;
    private static final int LARGEST_MESSAGE = 64 << 10;
    private static final int SUCCESS_END = 300;
    private static final int NOT_MODIFIED = 304;

    private final Host host;
    private final String socket;
    private final Workers workers;

    EngineHttp(Host host, String socket, Workers workers) {
        this.host = host;
        this.socket = socket;
        this.workers = workers;
    }

    /** An answer that is there as a whole. */
    record Answer(int status, HttpHead head, String body) {}

    /** The answer, when its status is a success. */
    Answer ask(EngineCall call) {
        try (HostConnection connection = host.connect(socket)) {
            Future<?> alarm = workers.after(call.limit(), connection::close);
            try {
                InputStream input = sent(connection, call);
                HttpHead head = HttpHead.read(input);
                String body = new String(head.body(input).readNBytes(LARGEST_ANSWER), StandardCharsets.UTF_8);
                refuseFailure(call, head, body);
                return new Answer(head.status(), head, body);
            } catch (IOException e) {
                throw broken(call, alarm, e);
            } finally {
                alarm.cancel(false);
            }
        }
    }

    /** The answer as it comes; the call's limit is for its beginning. */
    EngineStream stream(EngineCall call) {
        return stream(call, connection -> sent(connection, call));
    }

    /**
     * As {@link #stream(EngineCall)}, with a tar that is sent as it is made. What its maker throws ends the conversation in the
     * middle, so that the engine takes no half of it for the whole.
     */
    EngineStream upload(EngineCall call, CommandInput tar) {
        return stream(call, connection -> {
            Effects.current().note();
            OutputStream output = new BufferedOutputStream(connection.output(), BUFFER_BYTES);
            output.write(call.headOfTar());
            try (ChunkedOutput chunks = new ChunkedOutput(output)) {
                tar.writeTo(chunks);
                chunks.finish();
            } catch (IOException e) {
                // An engine that refuses says why, and reads no further.
                LOG.log(System.Logger.Level.DEBUG, "The engine took only a part of a tar", e);
            }
            return new BufferedInputStream(connection.input(), BUFFER_BYTES);
        });
    }

    private interface Sending {
        InputStream send(HostConnection connection) throws IOException;
    }

    private EngineStream stream(EngineCall call, Sending sending) {
        HostConnection connection = host.connect(socket);
        Future<?> alarm = workers.after(call.limit(), connection::close);
        try {
            InputStream input = sending.send(connection);
            HttpHead head = HttpHead.read(input);
            InputStream body = head.body(input);
            if (isFailure(head)) {
                refuseFailure(call, head, new String(body.readNBytes(LARGEST_MESSAGE), StandardCharsets.UTF_8));
            }
            if (!alarm.cancel(false)) {
                throw timedOut(call.limit(), null);
            }
            return new EngineStream(connection, body);
        } catch (IOException e) {
            connection.close();
            throw broken(call, alarm, e);
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        } finally {
            alarm.cancel(false);
        }
    }

    /** Closes a stream that goes on for too long; the future takes it back. */
    Future<?> endAfter(Duration limit, EngineStream stream) {
        return workers.after(limit, stream::close);
    }

    private static InputStream sent(HostConnection connection, EngineCall call) throws IOException {
        if (!call.method().equals("GET")) {
            Effects.current().note();
        }
        connection.output().write(call.bytes());
        connection.output().flush();
        return new BufferedInputStream(connection.input(), BUFFER_BYTES);
    }

    private static boolean isFailure(HttpHead head) {
        return head.status() >= SUCCESS_END && head.status() != NOT_MODIFIED;
    }

    private static void refuseFailure(EngineCall call, HttpHead head, String body) {
        if (isFailure(head)) {
            throw EngineFailures.of(call, head.status(), message(body));
        }
    }

    /** The engine's own words, or what came instead. */
    private static String message(String body) {
        try {
            Object message = Json.readObject(body).get("message");
            return message instanceof String text ? text.strip() : body.strip();
        } catch (UncheckedIOException _) {
            return body.strip();
        }
    }

    private AppException broken(EngineCall call, Future<?> alarm, IOException cause) {
        if (Thread.interrupted()) {
            Thread.currentThread().interrupt();
            return new AppException(PlatformError.CANCELLED, "Waiting for the container engine was cancelled.", cause);
        }
        return alarm.isDone() ? timedOut(call.limit(), cause) : EngineFailures.broken(socket, cause);
    }

    private AppException timedOut(Duration limit, @Nullable IOException cause) {
        return new AppException(
                PlatformError.UPSTREAM_TIMEOUT,
                "The container engine at " + socket + " did not answer within " + limit.toSeconds() + " s.",
                cause);
    }
}

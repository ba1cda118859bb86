package dev.wheelhouse.api.testing;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** A Prometheus that answers every query with one metric. */
public final class FakePrometheus implements AutoCloseable {

    private static final byte[] ANSWER =
            ("{\"status\":\"success\",\"data\":{\"result\":[{\"metric\":{\"wheelhouse_metric\":"
                            + "\"cpu\",\"wheelhouse_stat\":\"avg\"},\"value\":[1,\"42\"],\"values\":[]}]}}")
                    .getBytes(StandardCharsets.UTF_8);

    private final HttpServer server;

    public FakePrometheus() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, ANSWER.length);
            exchange.getResponseBody().write(ANSWER);
            exchange.close();
        });
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

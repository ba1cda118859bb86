package dev.wheelhouse.ui.notifications;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Receivers on loopback, one a path, each of which answers as a test says; 200 where it says nothing. */
final class FarSide implements AutoCloseable {

    private final HttpServer server;
    private final Map<String, Reply> replies = new ConcurrentHashMap<>();
    private final List<String> received = new CopyOnWriteArrayList<>();

    private record Reply(int status, String body) {}

    FarSide() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::serve);
        server.start();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            exchange.getRequestBody().readAllBytes();
            received.add(path);
            Reply reply = replies.getOrDefault(path, new Reply(200, "{\"taken\":true,\"id\":7}"));
            byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    void answers(String path, int status, String body) {
        replies.put(path, new Reply(status, body));
    }

    String url(String path) {
        return "http://" + authority() + path;
    }

    String authority() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** How many requests a path got. */
    long received(String path) {
        return received.stream().filter(path::equals).count();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

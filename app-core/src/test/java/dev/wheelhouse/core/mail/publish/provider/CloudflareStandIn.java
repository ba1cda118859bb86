package dev.wheelhouse.core.mail.publish.provider;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.wheelhouse.core.platform.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Stands in for Cloudflare's API, version 4, as its published reference describes it ("Zones": List; "DNS records": List,
 * Batch), since it cannot be asked here: pages, identifiers, the order and the transaction of a batch, its errors, and "Rate
 * limits". What the real one does beside that it does not know.
 */
final class CloudflareStandIn implements AutoCloseable {

    static final String TOKEN = "v1.0-stand-in-token";

    private static final String ZONE_ID = "023e105f4ecef8ad9ca31a8372d0c353";

    private final HttpServer server;
    private final List<Map<String, Object>> records = new ArrayList<>();
    private int nextId;
    private Runnable beforeBatch = () -> {};
    private int status;
    private String retryAfter = "";

    CloudflareStandIn() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/client/v4/", this::handle);
        server.start();
    }

    URI base() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/client/v4");
    }

    synchronized void add(String type, String label, String content, Map<String, Object> more) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("type", type);
        entry.put("name", UpdateContract.name(label));
        entry.put("content", content);
        entry.put("ttl", 1);
        entry.putAll(more);
        insert(entry);
    }

    private void insert(Map<String, Object> entry) {
        entry.put("id", "%032x".formatted(++nextId));
        records.add(entry);
    }

    /** Types, names and contents, in any order. */
    synchronized List<String> contents() {
        return records.stream()
                .map(each -> each.get("type") + " " + each.get("name") + " " + each.get("content"))
                .toList();
    }

    synchronized Map<String, Object> only(String type) {
        return records.stream()
                .filter(each -> type.equals(each.get("type")))
                .findFirst()
                .orElseThrow();
    }

    synchronized void removeAll(String type) {
        records.removeIf(each -> type.equals(each.get("type")));
    }

    /** What happens between the reading and the batch. */
    synchronized void beforeBatch(Runnable work) {
        beforeBatch = work;
    }

    /** Answers every batch so, and does nothing. */
    synchronized void answerBatches(int with, String retry) {
        status = with;
        retryAfter = retry;
    }

    private synchronized void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath().substring("/client/v4".length());
            Map<String, String> query = query(exchange.getRequestURI());
            String token = exchange.getRequestHeaders().getFirst("Authorization");
            if (!("Bearer " + TOKEN).equals(token)) {
                answer(exchange, 403, error(9109, "Invalid access token " + token));
            } else if (path.equals("/zones")) {
                boolean isKnown = TestZone.NAME.equals(query.get("name"));
                answer(
                        exchange,
                        200,
                        result(isKnown ? List.of(Map.of("id", ZONE_ID, "name", TestZone.NAME)) : List.of(), 1, 1));
            } else if (path.equals("/zones/" + ZONE_ID + "/dns_records")) {
                list(exchange, query);
            } else if (path.equals("/zones/" + ZONE_ID + "/dns_records/batch")) {
                batch(exchange);
            } else {
                answer(exchange, 404, error(7003, "Could not route to " + path));
            }
        }
    }

    private static Map<String, String> query(URI uri) {
        Map<String, String> query = new HashMap<>();
        if (uri.getQuery() != null) {
            for (String each : uri.getQuery().split("&", -1)) {
                String[] pair = each.split("=", 2);
                query.put(pair[0], pair[1]);
            }
        }
        return query;
    }

    /** With two a page, however many are asked for, as a reader has to go by what the answer says. */
    private void list(HttpExchange exchange, Map<String, String> query) throws IOException {
        int page = Integer.parseInt(query.get("page"));
        int pages = Math.max(1, (records.size() + 1) / 2);
        int from = Math.min(records.size(), (page - 1) * 2);
        answer(exchange, 200, result(records.subList(from, Math.min(records.size(), from + 2)), page, pages));
    }

    private void batch(HttpExchange exchange) throws IOException {
        Map<String, Object> body =
                Json.readObject(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        beforeBatch.run();
        if (status > 0) {
            if (!retryAfter.isEmpty()) {
                exchange.getResponseHeaders().set("Retry-After", retryAfter);
            }
            answer(exchange, status, error(10000, "Please wait"));
            return;
        }
        List<Map<String, Object>> before = new ArrayList<>(records);
        String problem = apply(body);
        if (!problem.isEmpty()) {
            records.clear();
            records.addAll(before);
            answer(exchange, 400, error(81044, problem));
            return;
        }
        answer(exchange, 200, Map.of("success", true, "errors", List.of(), "result", Map.of()));
    }

    private String apply(Map<String, Object> body) {
        for (Object each : (List<?>) body.getOrDefault("deletes", List.of())) {
            Object id = Objects.requireNonNull(((Map<?, ?>) each).get("id"));
            if (!records.removeIf(known -> id.equals(known.get("id")))) {
                return "Record does not exist.";
            }
        }
        for (Object each : (List<?>) body.getOrDefault("posts", List.of())) {
            Map<String, Object> entry = new LinkedHashMap<>();
            ((Map<?, ?>) each).forEach((key, value) -> entry.put(String.valueOf(key), value));
            if (entry.get("data") instanceof Map<?, ?> data) {
                entry.put("content", content(String.valueOf(entry.get("type")), data));
                entry.put("priority", data.get("priority"));
            }
            String problem = problem(entry);
            if (!problem.isEmpty()) {
                return problem;
            }
            insert(entry);
        }
        return "";
    }

    private String problem(Map<String, Object> entry) {
        for (Map<String, Object> each : records) {
            boolean isAlias = "CNAME".equals(each.get("type")) || "CNAME".equals(entry.get("type"));
            if (isAlias && Objects.equals(each.get("name"), entry.get("name"))) {
                return "An A, AAAA, or CNAME record with that host already exists.";
            }
        }
        if ("A".equals(entry.get("type"))
                && !String.valueOf(entry.get("content"))
                        .matches("([0-9]{1,2}|1..|2[0-4].|25[0-5])(\\.([0-9]{1,2}|1..|2[0-4].|25[0-5])){3}")) {
            return "Content for A record must be a valid IPv4 address.";
        }
        if ("TXT".equals(entry.get("type"))
                && !String.valueOf(entry.get("content")).startsWith("\"")) {
            return "Content for TXT record must be quoted.";
        }
        return "";
    }

    private static String content(String type, Map<?, ?> data) {
        return switch (type) {
            case "SRV" -> data.get("weight") + "\t" + data.get("port") + "\t" + data.get("target");
            case "CAA" -> data.get("flags") + " " + data.get("tag") + " \"" + data.get("value") + "\"";
            default ->
                data.get("usage") + " " + data.get("selector") + " " + data.get("matching_type") + " "
                        + data.get("certificate");
        };
    }

    private static Map<String, Object> result(List<?> result, int page, int pages) {
        return Map.of(
                "success",
                true,
                "errors",
                List.of(),
                "result",
                result,
                "result_info",
                Map.of("page", page, "per_page", 2, "total_pages", pages));
    }

    private static Map<String, Object> error(int code, String message) {
        return Map.of("success", false, "errors", List.of(Map.of("code", code, "message", message)));
    }

    private static void answer(HttpExchange exchange, int status, Map<String, Object> body) throws IOException {
        byte[] bytes = Json.write(Objects.requireNonNull(body)).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

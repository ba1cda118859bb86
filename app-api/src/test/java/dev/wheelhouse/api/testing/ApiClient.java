package dev.wheelhouse.api.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Calls a started server over a real socket and holds every answer to {@code openapi.yaml}: an operation, status, media
 * type or field that the document does not know fails the test.
 */
public final class ApiClient implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** An answer that has passed the document. */
    public record Reply(int status, HttpHeaders headers, String body) {

        public JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (JsonProcessingException e) {
                throw new AssertionError("No JSON: " + body, e);
            }
        }

        public String header(String name) {
            return headers.firstValue(name).orElse("");
        }
    }

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int port;
    private final String token;
    private final OpenApiContract contract;

    /** @param token empty to send no credential */
    public ApiClient(int port, String token, OpenApiContract contract) {
        this.port = port;
        this.token = token;
        this.contract = contract;
    }

    /** The same server with another credential. */
    public ApiClient as(String otherToken) {
        return new ApiClient(port, otherToken, contract);
    }

    /** @param path below {@code /api/v1}, escaped, with its query */
    public Reply get(String path) throws IOException, InterruptedException {
        return send("GET", path, "", Map.of());
    }

    /** @param json empty for no body */
    public Reply post(String path, String json) throws IOException, InterruptedException {
        return send("POST", path, json, jsonHeaders(json));
    }

    public Reply put(String path, String json) throws IOException, InterruptedException {
        return send("PUT", path, json, jsonHeaders(json));
    }

    public Reply patch(String path, String json) throws IOException, InterruptedException {
        return send("PATCH", path, json, Map.of("Content-Type", "application/merge-patch+json"));
    }

    public Reply delete(String path) throws IOException, InterruptedException {
        return send("DELETE", path, "", Map.of());
    }

    private static Map<String, String> jsonHeaders(String json) {
        return json.isEmpty() ? Map.of() : Map.of("Content-Type", "application/json");
    }

    /** Any method, with headers beside the credential. */
    public Reply send(String method, String path, String body, Map<String, String> headers)
            throws IOException, InterruptedException {
        return send(method, path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    /** The same with a body that need not be text. */
    public Reply send(String method, String path, byte[] body, Map<String, String> headers)
            throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + port + "/api/v1" + path);
        Map<String, String> all = new LinkedHashMap<>(headers);
        if (!token.isEmpty()) {
            all.putIfAbsent("Authorization", "Bearer " + token);
        }
        BodyPublisher publisher = body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(60)).method(method, publisher);
        all.forEach(request::header);
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        String contentType = response.headers().firstValue("Content-Type").orElse("");
        contract.check(method, uri.getRawPath(), response.statusCode(), contentType, response.body());
        return new Reply(response.statusCode(), response.headers(), response.body());
    }

    @Override
    public void close() {
        http.close();
    }
}

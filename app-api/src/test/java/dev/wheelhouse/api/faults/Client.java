package dev.wheelhouse.api.faults;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.core.testing.PostgresDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The owner of a console on this machine, in this process or another. Thread-safe. */
final class Client implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** An answer. */
    record Reply(int status, HttpHeaders headers, String body) {

        JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (JsonProcessingException e) {
                throw new AssertionError("No JSON: " + body, e);
            }
        }

        /** The problem's code; empty for an answer that is none. */
        String code() {
            return json().path("code").asText();
        }
    }

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int port;
    private final String token;

    Client(int port, Path home) throws IOException {
        this(port, Files.readString(home.resolve("local-token")).strip());
    }

    private Client(int port, String token) {
        this.port = port;
        this.token = token;
    }

    /** The same console under another token. */
    Client as(String otherToken) {
        return new Client(port, otherToken);
    }

    String token() {
        return token;
    }

    Reply get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    Reply delete(String path) throws IOException, InterruptedException {
        return send(request(path).DELETE());
    }

    Reply post(String path, String json) throws IOException, InterruptedException {
        return send(postRequest(path, json));
    }

    Reply patch(String path, String json) throws IOException, InterruptedException {
        return send(request(path)
                .header("Content-Type", "application/json")
                .method("PATCH", BodyPublishers.ofString(json)));
    }

    HttpRequest.Builder postRequest(String path, String json) {
        return request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1" + path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + token);
    }

    private Reply send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        return new Reply(response.statusCode(), response.headers(), response.body());
    }

    HttpClient http() {
        return http;
    }

    /** Adds a file that is made if it is not there. */
    String addSqlite(String name, Path file) throws IOException, InterruptedException {
        return add("""
                {"name": "%s", "engine": "sqlite", "path": "%s", "create": true, "environment": "development"}""".formatted(name, file));
    }

    String addPostgres(String name, PostgresDatabase database) throws IOException, InterruptedException {
        return add("""
                {"name": "%s", "engine": "postgresql", "host": "%s", "port": %d, "database": "%s", "user": "%s",
                 "password": "%s", "environment": "development"}""".formatted(
                name, database.host(), database.port(), database.database(), database.user(), database.password()));
    }

    private String add(String json) throws IOException, InterruptedException {
        Reply created = post("/db-connections", json);
        if (created.status() != 201) {
            throw new AssertionError(created.body());
        }
        return created.json().path("id").asText();
    }

    /** Runs SQL with confirmation given. */
    Reply query(String connection, String sql) throws IOException, InterruptedException {
        return query(connection, sql, "");
    }

    /** @param more further members of the body, such as {@code , "queryId": "x"} */
    Reply query(String connection, String sql, String more) throws IOException, InterruptedException {
        return post("/db-connections/" + connection + "/query", Sql.body(sql, more));
    }

    /** The first value of the first row, as text. */
    String value(String connection, String sql) throws IOException, InterruptedException {
        Reply reply = query(connection, sql);
        if (reply.status() != 200) {
            throw new AssertionError(sql + " → " + reply.body());
        }
        return reply.json().path("rows").path(0).iterator().next().asText();
    }

    Reply cancel(String connection, String queryId) throws IOException, InterruptedException {
        return delete("/db-connections/" + connection + "/queries/" + queryId);
    }

    /** @param edits separated by commas */
    Reply edit(String connection, String edits) throws IOException, InterruptedException {
        return post("/db-connections/" + connection + "/edits", "{\"edits\": [" + edits + "]}");
    }

    @Override
    public void close() {
        http.close();
    }
}

package dev.wheelhouse.api.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.core.testing.PostgresDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The console under measurement, with its local token. */
final class Subject implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final JavaProcess process;
    private final String token;

    private Subject(JavaProcess process, String token) {
        this.process = process;
        this.token = token;
    }

    /** Starts over a home that was used before, as nearly every start is. */
    static Subject start(Programs programs, Path home) throws IOException {
        return of(programs.startConsole(home, true), home);
    }

    /** One that was started; waits until it is ready. */
    static Subject of(JavaProcess process, Path home) throws IOException {
        process.awaitAnswer(Requests.get("/api/v1/health", null));
        return new Subject(process, token(home));
    }

    static String token(Path home) throws IOException {
        return Files.readString(home.resolve("local-token")).strip();
    }

    JavaProcess process() {
        return process;
    }

    int port() {
        return process.port();
    }

    /** Makes a connection to a database; its id. */
    String connect(String name, PostgresDatabase database) throws IOException {
        Map<String, Object> body = Map.of(
                "name", name,
                "engine", "postgresql",
                "host", database.host(),
                "port", database.port(),
                "database", database.database(),
                "user", database.user(),
                "password", database.password(),
                "environment", "development",
                "ssl", "disable");
        try (KeepAlive connection = new KeepAlive(port())) {
            String made = connection.fetch(post("/db-connections", JSON.writeValueAsString(body)));
            return JSON.readTree(made).get("id").asText();
        }
    }

    byte[] get(String path) {
        return Requests.get("/api/v1" + path, token);
    }

    byte[] post(String path, String json) {
        return Requests.post("/api/v1" + path, json, token);
    }

    byte[] patch(String path, String json) {
        return Requests.patch("/api/v1" + path, json, token);
    }

    /** As {@link #post}, done once under that key. */
    byte[] postOnce(String path, String json, String key) {
        return Requests.post("/api/v1" + path, json, token, "Idempotency-Key: " + key + "\r\n");
    }

    /** Makes created keys that may ask as often as such can; their tokens. */
    List<String> keys(String name, int count, String scopes) throws IOException {
        List<String> tokens = new ArrayList<>();
        try (KeepAlive connection = new KeepAlive(port())) {
            for (int i = 0; i < count; i++) {
                String made = connection.fetch(post(
                        "/api-keys",
                        "{\"name\":\"" + name + "-" + i + "\",\"requestsPerMinute\":6000,\"scopes\":[" + scopes + "]}"));
                tokens.add(JSON.readTree(made).get("token").asText());
            }
        }
        return tokens;
    }

    @Override
    public void close() {
        process.close();
    }
}

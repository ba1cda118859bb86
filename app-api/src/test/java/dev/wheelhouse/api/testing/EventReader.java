package dev.wheelhouse.api.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads the events of a stream (HTML Standard, server-sent events), and only when it is asked to. */
public final class EventReader implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** One of them; the fields as they stand there. */
    public record Event(String id, String type, JsonNode data) {}

    private final InputStream body;
    private final BufferedReader reader;

    /**
     * Opens the stream.
     *
     * @param http stays open
     * @param path below {@code /api/v1}
     * @param lastEventId where to go on; null for the beginning
     */
    public EventReader(HttpClient http, int port, String path, String token, @Nullable String lastEventId)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1" + path))
                .header("Authorization", "Bearer " + token);
        if (lastEventId != null) {
            request.header("Last-Event-ID", lastEventId);
        }
        body = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream())
                .body();
        reader = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8), 1 << 10);
    }

    /** Waits for the next one; fails at the stream's end. */
    public Event next() throws IOException {
        String id = "";
        String type = "";
        JsonNode data = null;
        while (true) {
            String line = reader.readLine();
            assertThat(line).as("The stream's end").isNotNull();
            if (line.startsWith("id: ")) {
                id = line.substring(4);
            } else if (line.startsWith("event: ")) {
                type = line.substring(7);
            } else if (line.startsWith("data: ")) {
                data = JSON.readTree(line.substring(6));
            } else if (line.isEmpty() && data != null) {
                return new Event(id, type, data);
            }
        }
    }

    /** Reads to the stream's end; whether there was no further event. */
    public boolean endsHere() {
        return reader.lines().noneMatch(each -> each.startsWith("event:"));
    }

    @Override
    public void close() throws IOException {
        body.close();
    }
}

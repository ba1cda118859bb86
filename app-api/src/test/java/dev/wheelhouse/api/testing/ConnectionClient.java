package dev.wheelhouse.api.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The operations of one database connection. */
public final class ConnectionClient {

    private final ApiClient client;
    private final String id;

    public ConnectionClient(ApiClient client, String id) {
        this.client = client;
        this.id = id;
    }

    public String id() {
        return id;
    }

    public String path() {
        return "/db-connections/" + id;
    }

    /** The same connection with another credential. */
    public ConnectionClient as(ApiClient other) {
        return new ConnectionClient(other, id);
    }

    /** Runs SQL. */
    public Reply query(String sql) throws IOException, InterruptedException {
        return query(Map.of("sql", sql));
    }

    /** @param body of the operation */
    public Reply query(Map<String, ?> body) throws IOException, InterruptedException {
        return client.post(path() + "/query", JsonText.of(body));
    }

    /** Runs SQL, confirmed, that has to succeed. */
    public JsonNode run(String sql) throws IOException, InterruptedException {
        Reply reply = query(Map.of("sql", sql, "confirm", true));
        assertThat(reply.status()).as("%s answers %s", sql, reply.body()).isEqualTo(200);
        return reply.json();
    }

    /** The first value of the first row. */
    public JsonNode value(String sql) throws IOException, InterruptedException {
        return run(sql).at("/rows/0").iterator().next();
    }

    /** @param edits as they stand in the body */
    public Reply edits(Object... edits) throws IOException, InterruptedException {
        return client.post(path() + "/edits", JsonText.of("edits", List.of(edits)));
    }

    public static Map<String, Object> insert(String table, Map<String, ? extends @Nullable Object> values) {
        return Map.of("op", "insert", "table", table, "values", values);
    }

    public static Map<String, Object> update(
            String table, Map<String, ? extends @Nullable Object> pk, Map<String, ? extends @Nullable Object> values) {
        return Map.of("op", "update", "table", table, "pk", pk, "values", values);
    }

    public static Map<String, Object> delete(String table, Map<String, ? extends @Nullable Object> pk) {
        return Map.of("op", "delete", "table", table, "pk", pk);
    }

    public Reply describe(String schema, String table) throws IOException, InterruptedException {
        return client.get(path() + "/tables/" + escape(schema) + "/" + escape(table));
    }

    public Reply definition(String schema, String table) throws IOException, InterruptedException {
        return client.get(path() + "/tables/" + escape(schema) + "/" + escape(table) + "/definition");
    }

    /** @param parameters names and values in turn */
    public Reply rows(String schema, String table, String... parameters) throws IOException, InterruptedException {
        return client.get(
                path() + "/tables/" + escape(schema) + "/" + escape(table) + "/rows" + queryString(parameters));
    }

    public Reply get(String rest) throws IOException, InterruptedException {
        return client.get(path() + rest);
    }

    public Reply post(String rest, Map<String, ?> body) throws IOException, InterruptedException {
        return client.post(path() + rest, JsonText.of(body));
    }

    public Reply delete(String rest) throws IOException, InterruptedException {
        return client.delete(path() + rest);
    }

    /** Sends a script. */
    public Reply script(String sql, String... parameters) throws IOException, InterruptedException {
        return client.send(
                "POST", path() + "/scripts" + queryString(parameters), sql, Map.of("Content-Type", "text/plain"));
    }

    /** The job, once it has ended. */
    public JsonNode endOf(Reply accepted) throws IOException, InterruptedException {
        assertThat(accepted.status()).as(accepted.body()).isEqualTo(202);
        String job = "/jobs/" + accepted.json().path("id").asText();
        return Awaiting.answer(
                () -> client.get(job).json(), each -> each.has("finishedAt"), "The script's job does not end");
    }

    private static String queryString(String... parameters) {
        StringBuilder query = new StringBuilder();
        for (int i = 0; i < parameters.length; i += 2) {
            query.append(i == 0 ? '?' : '&').append(parameters[i]).append('=').append(escape(parameters[i + 1]));
        }
        return query.toString();
    }

    public static String escape(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

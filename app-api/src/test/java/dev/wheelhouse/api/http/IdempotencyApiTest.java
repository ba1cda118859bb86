package dev.wheelhouse.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.PostgresDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The header {@code Idempotency-Key} of every POST. */
class IdempotencyApiTest extends DatabaseApiTest {

    private final AtomicInteger keys = new AtomicInteger();

    private String newKey() {
        return "key " + keys.incrementAndGet();
    }

    private static Reply post(ApiClient client, String path, String body, String key)
            throws IOException, InterruptedException {
        Map<String, String> headers = new LinkedHashMap<>(Map.of("Idempotency-Key", key));
        headers.put("Content-Type", path.contains("/scripts") ? "text/plain" : "application/json");
        return client.send("POST", path, body, headers);
    }

    private static void replayed(Reply again, Reply first) {
        assertThat(again.status()).isEqualTo(first.status());
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Location")).isEqualTo(first.header("Location"));
        assertThat(again.header("Content-Type")).isEqualTo(first.header("Content-Type"));
        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(first.header("Idempotency-Replayed")).isEmpty();
        assertThat(again.header("X-Request-Id")).isNotEqualTo(first.header("X-Request-Id"));
    }

    @Test
    void makesAConnectionOnce() throws Exception {
        String body = JsonText.of(Map.of(
                "name",
                "once",
                "engine",
                "sqlite",
                "path",
                console.newFile().toString(),
                "create",
                true,
                "environment",
                "development"));
        String key = newKey();
        Reply first = post(console.owner(), "/db-connections", body, key);
        assertThat(first.status()).as(first.body()).isEqualTo(201);
        replayed(post(console.owner(), "/db-connections", body, key), first);
        refused(post(console.owner(), "/db-connections", body, newKey()), 409, "already_exists");
        refused(post(console.owner(), "/db-connections", body + " ", key), 422, "idempotency_mismatch");
    }

    @Test
    void keepsARefusalToo() throws Exception {
        String key = newKey();
        Reply first = post(console.owner(), "/api-keys", "{\"name\":\"\"}", key);
        refusedAt(first, "name");
        replayed(post(console.owner(), "/api-keys", "{\"name\":\"\"}", key), first);
    }

    @Test
    void showsASecretOnce() throws Exception {
        String key = newKey();
        Reply first = post(console.owner(), "/api-keys", "{\"name\":\"secret\"}", key);
        Reply again = post(console.owner(), "/api-keys", "{\"name\":\"secret\"}", key);
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.json().path("key")).isEqualTo(first.json().path("key"));
        assertThat(again.json().has("token")).isFalse();
        assertThat(again.json().path("secretShown").asBoolean()).isTrue();
        assertThat(first.json().has("secretShown")).isFalse();
    }

    @Test
    void isItsCredentialsOwn() throws Exception {
        String key = newKey();
        ApiClient one = console.with("api-keys:write", "api-keys:read");
        ApiClient two = console.with("api-keys:write", "api-keys:read");
        Reply first = post(one, "/api-keys", "{\"name\":\"own\"}", key);
        Reply other = post(two, "/api-keys", "{\"name\":\"own\"}", key);
        assertThat(other.status()).isEqualTo(201);
        assertThat(other.json().at("/key/id")).isNotEqualTo(first.json().at("/key/id"));
    }

    @Test
    void changesRowsOnce() throws Exception {
        for (var connection : List.of(postgres, sqlite)) {
            connection.query("CREATE TABLE once_only (n integer)");
            String key = newKey();
            String body = JsonText.of(Map.of("sql", "INSERT INTO once_only VALUES (1)"));
            String path = "/db-connections/" + connection.id() + "/query";
            Reply first = post(console.owner(), path, body, key);
            assertThat(first.status()).as(first.body()).isEqualTo(200);
            replayed(post(console.owner(), path, body, key), first);
            assertThat(connection.value("SELECT count(*) FROM once_only").asInt())
                    .isOne();
        }
    }

    @Test
    void keepsNothingOfWhatOnlyReads() throws Exception {
        postgres.run("CREATE TABLE read_again (n integer)");
        String path = "/db-connections/" + postgres.id();
        String key = newKey();
        String query = JsonText.of(Map.of("sql", "SELECT count(*)::int AS n FROM read_again"));
        String export = JsonText.of(Map.of("table", "read_again", "format", "csv"));
        for (int rows = 0; rows < 2; rows++) {
            Reply counted = post(console.owner(), path + "/query", query, key);
            assertThat(counted.json().at("/rows/0/n").asInt()).isEqualTo(rows);
            assertThat(counted.header("Idempotency-Replayed")).isEmpty();
            Reply exported = post(console.owner(), path + "/export", export, key);
            assertThat(exported.body().lines()).hasSize(1 + rows);
            postgres.run("INSERT INTO read_again VALUES (1)");
        }
    }

    /** The case that the key is for: the commit reached the server, and its answer did not come back. */
    @Test
    void doesNothingTwiceWhereTheAnswerWasLostBehindACommit() throws Exception {
        postgres.query("CREATE TABLE once (id int)");
        String path = "/db-connections/" + postgres.id() + "/query";
        String body = JsonText.of(Map.of(
                "sql",
                "BEGIN; INSERT INTO once VALUES (1); COMMIT; SELECT pg_terminate_backend(pg_backend_pid())",
                "confirm",
                true));
        String key = newKey();
        refused(post(console.owner(), path, body, key), 502, "upstream_failed");
        for (int i = 0; i < 2; i++) {
            refused(post(console.owner(), path, body, key), 409, "conflict");
        }
        assertThat(postgres.value("SELECT count(*) FROM once").asInt()).isEqualTo(1);
    }

    @Test
    void isOfUseAgainWhereNothingWasReached() throws Exception {
        // Bound and not listening: it refuses everybody, and is nobody else's meanwhile.
        try (Socket nobody = new Socket()) {
            nobody.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            ConnectionClient connection =
                    console.addPostgres(new PostgresDatabase("127.0.0.1", nobody.getLocalPort(), "x", "x", "x"));
            String path = "/db-connections/" + connection.id() + "/query";
            String key = newKey();
            for (int i = 0; i < 2; i++) {
                String sql = "{\"sql\":\"INSERT INTO t VALUES (1)\"}";
                refused(post(console.owner(), path, sql, key), 502, "upstream_failed");
            }
        }
    }

    @Test
    void saysThatAnAnswerWasTooLargeToKeep() throws Exception {
        postgres.run("CREATE TABLE large_once (t text)");
        String path = "/db-connections/" + postgres.id() + "/query";
        String body = JsonText.of(Map.of("sql", "INSERT INTO large_once VALUES (repeat('x', 300000)) RETURNING t"));
        String key = newKey();
        assertThat(post(console.owner(), path, body, key).status()).isEqualTo(200);
        assertThat(refused(post(console.owner(), path, body, key), 409, "conflict")
                        .path("detail")
                        .asText())
                .contains("too large to keep");
        assertThat(postgres.value("SELECT count(*) FROM large_once").asInt()).isOne();
    }

    @Test
    void saysThatTheFirstIsStillWorkedOn() throws Exception {
        String key = newKey();
        String path = "/db-connections/" + postgres.id() + "/query";
        postgres.query("CREATE TABLE slow_once (n integer)");
        String body = JsonText.of(Map.of("sql", "INSERT INTO slow_once SELECT 1 FROM pg_sleep(60)", "queryId", "slow"));
        Thread first = Thread.ofVirtual().start(() -> {
            try {
                post(console.owner(), path, body, key);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Awaiting.answer(
                () -> postgres.value("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'INSERT INTO slow_once%'")
                        .asInt(),
                running -> running == 1,
                "The statement does not run");
        refused(post(console.owner(), path, body, key), 409, "idempotency_in_progress");
        refused(post(console.owner(), path, body + " ", key), 422, "idempotency_mismatch");
        console.owner().delete("/db-connections/" + postgres.id() + "/queries/slow");
        first.join();
    }

    @Test
    void readsAScriptOnceAndComparesItAsItComes() throws Exception {
        String key = newKey();
        String path = "/db-connections/" + sqlite.id() + "/scripts";
        sqlite.query("CREATE TABLE scripted (n integer)");
        String script = "INSERT INTO scripted VALUES (1);".repeat(1000);
        Reply first = post(console.owner(), path + "?confirm=true", script, key);
        assertThat(first.status()).as(first.body()).isEqualTo(202);
        replayed(post(console.owner(), path + "?confirm=true", script, key), first);
        refused(post(console.owner(), path + "?confirm=true", script + "x", key), 422, "idempotency_mismatch");
        Awaiting.answer(
                () -> sqlite.value("SELECT count(*) FROM scripted").asInt(),
                rows -> rows == 1000,
                "The script does not end");
    }

    @Test
    void refusesWhatIsNoKey() throws Exception {
        for (String wrong : new String[] {"", "x".repeat(256), "a\u00e9"}) {
            RawHttp.RawAnswer answer = RawHttp.exchange(console.port(), request("Idempotency-Key: " + wrong));
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.body()).contains("\"path\":\"Idempotency-Key\"");
        }
        assertThat(RawHttp.exchange(console.port(), request("Idempotency-Key: a\r\nIdempotency-Key: a"))
                        .status())
                .isEqualTo(400);
        assertThat(RawHttp.exchange(console.port(), request("Idempotency-Key: " + "y".repeat(255)))
                        .status())
                .isEqualTo(201);
    }

    private String request(String header) {
        String body = "{\"name\":\"raw\"}";
        return "POST /api/v1/api-keys HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type:"
                + " application/json\r\nAuthorization: Bearer " + console.ownerToken() + "\r\n" + header
                + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }
}

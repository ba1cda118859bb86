package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.core.testing.Awaiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a statement on a SQLite file may take, and how much larger values are read. */
class SqliteLimitsApiTest extends DatabaseApiTest {

    private static final int LARGE = 20_000_000;
    private static final String ENDLESS =
            "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

    private ApiClient key;
    private ConnectionClient large;

    @BeforeAll
    void fill() throws Exception {
        key = console.with("databases:read", "databases:query");
        Path file = console.newFile();
        large = console.addSqlite(file, Map.of());
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = other.createStatement()) {
            statement.execute("CREATE TABLE document (id INTEGER PRIMARY KEY, name TEXT, words TEXT, bytes BLOB)");
            statement.execute("INSERT INTO document VALUES (1, 'large', replace(hex(zeroblob(" + LARGE / 2
                    + ")), '0', 'x'), zeroblob(" + LARGE + ")), (2, 'small', 'y', x'01')");
        }
    }

    @AfterAll
    void closeKey() {
        key.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT zeroblob(200000000)",
                "SELECT printf('%.*c', 900000000, 'x')",
                "SELECT words FROM document",
                "SELECT id FROM document WHERE bytes = x'00'"
            })
    void aValueBeyondTheLimitIsRefused(String sql) throws Exception {
        assertThat(refused(large.as(key).query(sql), 413, "payload_too_large")
                        .path("detail")
                        .asText())
                .contains("substr");
    }

    @Test
    void manyLongValuesAtOnceAreRefused() throws Exception {
        String columns = String.join(", ", Collections.nCopies(20, "printf('%.*c', 16000000, 'x')"));
        refused(large.as(key).query("SELECT " + columns), 413, "payload_too_large");
        refused(large.query("SELECT zeroblob(16000000)"), 413, "payload_too_large");
        assertThat(large.as(key).query("SELECT 1").status()).isEqualTo(200);
    }

    @Test
    void aPageWithALargeValueIsReadWhenItIsCut() throws Exception {
        var page = ok(large.as(key).rows("main", "document", "cut", "16"));
        assertThat(page.path("rows")).hasSize(2);
        assertThat(page.at("/rows/0/words").asText()).isEqualTo("x".repeat(16));
        assertThat(refused(large.rows("main", "document"), 413, "payload_too_large")
                        .path("detail")
                        .asText())
                .contains("the column words", "with cut");
        Reply whole = large.get("/tables/main/document/rows/value?pk=%7B%22id%22%3A1%7D&column=words");
        assertThat(whole.body()).hasSize(LARGE).containsOnlyOnce("x".repeat(LARGE));
    }

    @Test
    void aTableWithLargeValuesIsExported() throws Exception {
        Reply lines = large.as(key).post("/export", Map.of("table", "document", "format", "ndjson"));
        assertThat(lines.status()).isEqualTo(200);
        String first = lines.body().lines().findFirst().orElseThrow();
        assertThat(first)
                .startsWith("{\"id\":1,\"name\":\"")
                .contains("\"words\":\"" + "x".repeat(LARGE) + "\",\"bytes\":\"\\\\x" + "00".repeat(LARGE) + "\"}");
        assertThat(lines.body().lines().skip(1))
                .containsExactly("{\"id\":2,\"name\":\"small\",\"words\":\"y\",\"bytes\":\"\\\\x01\"}");
        Reply sql = large.as(key)
                .post("/export", Map.of("table", "document", "format", "sql", "filters", "words.contains.x"));
        assertThat(sql.status()).isEqualTo(200);
        assertThat(sql.body()).contains("CAST(X'" + "78".repeat(LARGE) + "' AS TEXT), X'" + "00".repeat(LARGE) + "'");
        refused(
                large.as(key).post("/export", Map.of("sql", "SELECT * FROM document", "format", "csv")),
                413,
                "payload_too_large");
    }

    @Test
    void aRowWithALargeValueIsEdited() throws Exception {
        assertThat(large.edits(ConnectionClient.update("document", Map.of("id", 1), Map.of("name", "renamed")))
                        .status())
                .isEqualTo(200);
        assertThat(large.value("SELECT name FROM document WHERE id = 1").asText())
                .isEqualTo("renamed");
    }

    @Test
    void oneStatementOfACreatedKeyRunsAtATime() throws Exception {
        CompletableFuture<Reply> first =
                CompletableFuture.supplyAsync(() -> query(large.as(key), Map.of("sql", ENDLESS, "queryId", "first")));
        Awaiting.answer(
                () -> large.as(key).query(Map.of("sql", "SELECT 1", "timeoutMs", 300)),
                reply -> reply.status() == 504,
                "The second statement of the key does not wait");
        assertThat(large.query("SELECT 1").status())
                .as("The owner's is not kept")
                .isEqualTo(200);
        try (ApiClient another = console.with("databases:read", "databases:query")) {
            assertThat(large.as(another).query("SELECT 1").status()).isEqualTo(200);
        }
        refused(large.as(key).query("SELECT 1"), 503, "busy");
        assertThat(large.as(key).delete("/queries/first").status()).isEqualTo(204);
        refused(first.join(), 409, "cancelled");
        assertThat(large.as(key).query("SELECT 1").status()).isEqualTo(200);
    }

    private static Reply query(ConnectionClient connection, Map<String, ?> body) {
        try {
            return connection.query(body);
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    @Test
    void theDriversOwnCommandsReachNoFile() throws Exception {
        Path copy = console.newFile();
        Path state = console.home().resolve("state.db");
        for (String sql : new String[] {"backup to '" + copy + "'", "restore from '" + state + "'"}) {
            refused(large.query(Map.of("sql", sql, "confirm", true)), 400, "sql_error");
        }
        assertThat(Files.exists(copy)).isFalse();
        assertThat(large.value("SELECT count(*) FROM document").asInt()).isEqualTo(2);
    }
}

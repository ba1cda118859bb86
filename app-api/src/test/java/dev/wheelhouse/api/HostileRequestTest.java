package dev.wheelhouse.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.BodyRule;
import dev.wheelhouse.api.http.HttpMethod;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.RawHttp.RawAnswer;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.testing.Property;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Requests that nobody means well, against every route: a clear refusal, never an internal error, never a hang. */
class HostileRequestTest extends DatabaseApiTest {

    private static final List<String> WORDS = List.of(
            "",
            " ",
            "0",
            "-1",
            "1",
            "1000",
            "99999999999999999999",
            "1e999",
            "NaN",
            "null",
            "true",
            "{}",
            "[]",
            "[[",
            "{\"a\":1}",
            "\"",
            "'",
            ";",
            "$()",
            "`",
            "|",
            "&",
            "\n",
            "\r\n",
            "\t",
            ";$()`|&'\"\n",
            "\0",
            "a\0b",
            "\uFFFF",
            "\u202E",
            "🎉",
            "é",
            "%",
            "%00",
            "../..",
            "..%2f",
            "a/b",
            "x'; DROP TABLE t; --",
            "\" OR 1=1 --",
            "{{7*7}}",
            "${jndi:ldap://x}",
            "main",
            "public",
            "t",
            "id",
            "id.eq.1",
            "id.in.()",
            "or(",
            "not.",
            "-id",
            "id.desc.x",
            "WyJ4Il0",
            "db_00000000000000000000000000",
            "x".repeat(300),
            "é".repeat(150),
            "SELECT 1",
            "SELECT",
            "csv");

    private static final List<String> FIELDS = List.of(
            "name",
            "engine",
            "host",
            "port",
            "database",
            "user",
            "password",
            "path",
            "create",
            "serverId",
            "kind",
            "auth",
            "type",
            "privateKey",
            "passphrase",
            "hostKeyFingerprint",
            "fingerprint",
            "environment",
            "color",
            "readOnly",
            "ssl",
            "sslRootCertificate",
            "sql",
            "confirm",
            "queryId",
            "maxRows",
            "timeoutMs",
            "params",
            "edits",
            "table",
            "schema",
            "filters",
            "sort",
            "format",
            "analyze",
            "scopes",
            "expiresInDays",
            "unknown");

    private List<Route> routes;
    private String keyId;

    @BeforeAll
    void prepare() throws Exception {
        routes = ApiWiring.routes(console.core(), Clock.systemUTC()).stream()
                .filter(route -> !(route.access() instanceof Access.Open))
                .toList();
        for (Engine engine : Engine.values()) {
            on(engine).run("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)");
            on(engine).run("INSERT INTO t VALUES (1, 'x')");
        }
        keyId = console.owner().get("/api-keys").json().at("/0/id").asText();
    }

    private RawAnswer send(HttpMethod method, String path, String contentType, byte[] body) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        String type = contentType.isEmpty() ? "" : "Content-Type: " + contentType + "\r\n";
        request.writeBytes((method + " /api/v1" + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                        + console.ownerToken() + "\r\n" + type + "Content-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        request.writeBytes(body);
        return RawHttp.exchange(console.port(), request.toByteArray());
    }

    private RawAnswer post(String path, String json) throws IOException {
        return send(HttpMethod.POST, path, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    private static void clear(RawAnswer answer, String what, int... statuses) {
        assertThat(answer.status())
                .as("%s → %s", what, answer.body())
                .isIn(Arrays.stream(statuses).boxed().toList());
        assertThat(answer.body()).as(what).contains("\"code\":\"");
    }

    @Test
    void refusesBodiesThatAreNoJsonOfTheirRoute() throws Exception {
        String deep = "[".repeat(1000) + "]".repeat(1000);
        for (Route route : routes) {
            if (!(route.body() instanceof BodyRule.Json(boolean optional)) || optional) {
                continue;
            }
            String path = path(route, postgres.id(), "public", "t");
            for (String body : List.of(
                    "",
                    "{",
                    "nul",
                    "[]",
                    "1",
                    "\"x\"",
                    deep,
                    "{\"sql\":" + deep + "}",
                    "{\"x\":1}",
                    "{}{}",
                    "{\"name\":\"\\ud800\"}",
                    "{\"sql\":\"\\udfff\"}",
                    "{\"edits\":[{\"op\":\"insert\",\"table\":\"\\ud83d\"}]}")) {
                RawAnswer answer =
                        send(route.method(), path, "application/json", body.getBytes(StandardCharsets.UTF_8));
                clear(answer, route.method() + " " + path + " " + body, 400, 404, 409, 422);
            }
            byte[] broken = {'{', '"', 's', 'q', 'l', '"', ':', '"', (byte) 0xC3, '"', '}'};
            clear(send(route.method(), path, "application/json", broken), path, 400, 404);
        }
    }

    @Test
    void refusesTwoMebibytesOfSql() throws Exception {
        String body = JsonText.of("sql", "SELECT '" + "x".repeat(2_000_000) + "'");
        clear(post(postgres.path() + "/query", body), "2 MB", 413);
        clear(post(sqlite.path() + "/explain", body), "2 MB", 413);
    }

    @Test
    void refusesNulWherePostgresqlWouldStoreIt() throws Exception {
        refusedAt(postgres.query("SELECT 'a\0b'"), "sql");
        refusedAt(postgres.query(Map.of("sql", "SELECT :a", "params", Map.of("a", "x\0y"))), "params.a");
        refusedAt(postgres.edits(ConnectionClient.insert("t", Map.of("id", 9, "a", "x\0y"))), "edits[0].values.a");
        refusedAt(postgres.rows("public", "t", "filters", "a.eq.x\0y"), "query.filters");
        assertThat(sqlite.query("SELECT 'a' || char(0) || 'b' AS a").status()).isEqualTo(200);
    }

    @Test
    void takesLoneSurrogatesNowhere() throws Exception {
        for (ConnectionClient connection : List.of(postgres, sqlite)) {
            clear(post(connection.path() + "/query", "{\"sql\":\"SELECT '\\ud800'\"}"), "sql", 422);
            clear(
                    post(connection.path() + "/query", "{\"sql\":\"SELECT :a\",\"params\":{\"a\":\"\\ud800\"}}"),
                    "params",
                    422);
            clear(
                    post(
                            connection.path() + "/edits",
                            "{\"edits\":[{\"op\":\"insert\",\"table\":\"t\",\"values\":{\"a\":\"\\udc00\"}}]}"),
                    "values",
                    422);
            RawAnswer answer = send(HttpMethod.GET, connection.path() + "/tables/main/%ED%A0%80", "", new byte[0]);
            assertThat(answer.status()).isEqualTo(400);
        }
    }

    @Test
    void whatLooksLikeCodeIsText() throws Exception {
        String nasty = ";$()`|&'\"\n\\x";
        for (Engine engine : Engine.values()) {
            ConnectionClient connection = on(engine);
            String cast = engine == Engine.POSTGRESQL ? "::text" : "";
            assertThat(ok(connection.query(Map.of("sql", "SELECT :a" + cast + " AS a", "params", Map.of("a", nasty))))
                            .at("/rows/0/a")
                            .asText())
                    .isEqualTo(nasty);
            int id = 50;
            ok(connection.edits(ConnectionClient.insert("t", Map.of("id", id, "a", nasty))));
            assertThat(ok(connection.rows(
                                    engine.defaultSchema(),
                                    "t",
                                    "filters",
                                    "[{\"column\":\"a\",\"op\":\"eq\",\"value\":" + JsonText.of((Object) nasty) + "}]"))
                            .at("/rows/0/id")
                            .asInt())
                    .isEqualTo(id);
            ok(connection.edits(ConnectionClient.delete("t", Map.of("id", id, "a", nasty))));
            refused(connection.describe(nasty, nasty), 404, "not_found");
            refusedAt(connection.rows(engine.defaultSchema(), "t", "sort", nasty), "query.sort");
            refusedAt(connection.rows(engine.defaultSchema(), "t", "filters", nasty), "query.filters");
            refused(connection.delete("/queries/" + ConnectionClient.escape(nasty)), 404, "not_found");
            assertThat(ok(connection.get("/history?search=" + ConnectionClient.escape(nasty)))
                            .size())
                    .isLessThan(5);
        }
        Map<String, Object> fields = JsonText.merge(
                Map.of("name", nasty, "engine", "sqlite", "environment", "staging", "create", true),
                Map.of("path", console.newFile() + ";$()`|&'\"\n.db"));
        var made = console.owner().post("/db-connections", JsonText.of(fields));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        ConnectionClient odd =
                new ConnectionClient(console.owner(), made.json().path("id").asText());
        assertThat(odd.value("SELECT 7").asInt()).isEqualTo(7);
        ConnectionClient toBreak = console.addPostgres(database);
        for (String field : List.of("host", "database", "user", "password")) {
            var reply = console.owner().patch(toBreak.path(), JsonText.of(field, nasty));
            assertThat(reply.status()).as(field).isIn(200, 422);
        }
        assertThat(ok(toBreak.post("/test", Map.of())).path("ok").asBoolean()).isFalse();
    }

    private String path(Route route, String id, String schema, String table) {
        String template = route.template().text();
        String known = template.startsWith("/api-keys") ? keyId : id;
        return template.replace("{id}", known)
                .replace("{schema}", ConnectionClient.escape(schema))
                .replace("{table}", ConnectionClient.escape(table))
                .replace("{queryId}", "q")
                .replace("{runId}", "run_1");
    }

    @Test
    void aSweepOverEveryRouteFindsNoInternalError() {
        Property.holds(1200, random -> {
            Route route = routes.get(random.nextInt(routes.size()));
            String template = route.template().text();
            boolean ends = template.equals("/db-connections/{id}") && route.method() == HttpMethod.DELETE;
            boolean neverEnds = template.equals("/jobs/stream") || template.equals("/events/stream");
            if (ends || neverEnds) {
                return;
            }
            String path = randomPath(route, random) + randomQuery(route, random);
            byte[] body = randomBody(route, random);
            String type =
                    route.body() instanceof BodyRule.Text ? "text/plain" : body.length == 0 ? "" : "application/json";
            RawAnswer answer = send(route.method(), path, type, body);
            assertThat(answer.status())
                    .as("%s %s %s → %s", route.method(), path, new String(body, StandardCharsets.UTF_8), answer.body())
                    .isNotIn(0, 500);
            assertThat(answer.complete()).isTrue();
        });
        assertThat(console.home().resolve("state.db")).exists();
    }

    private String randomPath(Route route, Random random) {
        String id = random.nextInt(8) == 0 ? word(random) : random.nextBoolean() ? sqlite.id() : postgres.id();
        String path = path(route, "{id}", "{schema}", "{table}");
        return path.replace("{id}", ConnectionClient.escape(id.isEmpty() ? "x" : id))
                .replace("%7Bschema%7D", segment(random, random.nextBoolean() ? "main" : "public"))
                .replace("%7Btable%7D", segment(random, "t"));
    }

    private static String segment(Random random, String usual) {
        String word = random.nextInt(3) == 0 ? word(random) : usual;
        return ConnectionClient.escape(word.isEmpty() ? usual : word);
    }

    private static String randomQuery(Route route, Random random) {
        List<String> parts = new ArrayList<>();
        for (String name : route.queryParameters().stream().sorted().toList()) {
            if (random.nextInt(3) == 0) {
                parts.add(name + "=" + ConnectionClient.escape(word(random)));
            }
        }
        return parts.isEmpty() ? "" : "?" + String.join("&", parts);
    }

    private static byte[] randomBody(Route route, Random random) {
        String text = switch (route.body()) {
            case BodyRule.None() -> "";
            case BodyRule.Text _, BodyRule.Raw _ -> word(random);
            case BodyRule.Json _, BodyRule.JsonRpc _ -> object(random, 0);
        };
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String object(Random random, int depth) {
        StringBuilder object = new StringBuilder("{");
        int members = random.nextInt(5);
        for (int i = 0; i < members; i++) {
            String field = FIELDS.get(random.nextInt(FIELDS.size()));
            object.append(i == 0 ? "" : ",")
                    .append('"')
                    .append(field)
                    .append("\":")
                    .append(value(random, depth));
        }
        return object.append('}').toString();
    }

    private static String value(Random random, int depth) {
        return switch (random.nextInt(depth > 3 ? 5 : 8)) {
            case 0 -> Integer.toString(random.nextInt(2000) - 10);
            case 1 -> "99999999999999999999";
            case 2 -> random.nextBoolean() ? "null" : Boolean.toString(random.nextBoolean());
            case 3, 4 -> JsonText.of((Object) word(random));
            case 5 -> "[" + value(random, depth + 1) + "]";
            case 6 -> "[{\"op\":\"insert\",\"table\":\"t\",\"values\":" + object(random, depth + 1) + "}]";
            default -> object(random, depth + 1);
        };
    }

    private static String word(Random random) {
        return WORDS.get(random.nextInt(WORDS.size()));
    }

    @Test
    void aSweepOverTheStatementsOfTheSqlRoutesFindsNoInternalError() {
        List<String> pieces = List.of(
                "SELECT",
                "INSERT INTO t",
                "VALUES",
                "(",
                ")",
                "1",
                "'x'",
                "\"id\"",
                ",",
                ";",
                "FROM t",
                "WHERE id = 1",
                "BEGIN",
                "COMMIT",
                "ROLLBACK",
                "$$",
                "$1",
                ":a",
                "/*",
                "*/",
                "--",
                "\n",
                "NULL",
                "UNION",
                "WITH x AS",
                "EXPLAIN",
                "PRAGMA",
                "[",
                "]",
                "{d}",
                "?",
                "E'\\",
                "'",
                "\"",
                "`",
                "\\",
                "CAST",
                "::int",
                "DELETE",
                "SAVEPOINT a",
                "RELEASE a",
                "LIMIT",
                "random()",
                "ORDER BY 99",
                "x'0",
                "U&'\\",
                "🎉",
                "\u0001",
                "VACUUM",
                "COPY t",
                "TO STDOUT",
                "SHOW",
                "SET x = 1");
        Property.holds(500, random -> {
            StringBuilder sql = new StringBuilder();
            for (int i = random.nextInt(8); i >= 0; i--) {
                sql.append(pieces.get(random.nextInt(pieces.size()))).append(' ');
            }
            ConnectionClient connection = random.nextBoolean() ? sqlite : postgres;
            String text = sql.toString();
            RawAnswer answer = switch (random.nextInt(4)) {
                case 0 -> post(connection.path() + "/explain", JsonText.of("sql", text));
                case 1 -> post(connection.path() + "/export", JsonText.of("sql", text, "format", "json"));
                case 2 ->
                    post(
                            connection.path() + "/query",
                            JsonText.of(
                                    "sql",
                                    text,
                                    "params",
                                    random.nextBoolean() ? Map.of("a", 1) : List.of("x"),
                                    "timeoutMs",
                                    5000));
                default -> post(connection.path() + "/query", JsonText.of("sql", text, "timeoutMs", 5000));
            };
            assertThat(answer.status()).as("%s → %s", text, answer.body()).isNotIn(0, 500);
        });
    }
}

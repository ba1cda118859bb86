package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionApiTest extends DatabaseApiTest {

    private static final String SECRET = "correct horse battery staple";

    private Reply create(String name, Map<String, Object> more) throws IOException, InterruptedException {
        return console.owner()
                .post(
                        "/db-connections",
                        JsonText.of(JsonText.merge(
                                JsonText.merge(TestConsole.postgres(database), Map.of("name", name)), more)));
    }

    private Reply createSqlite(String path) throws IOException, InterruptedException {
        return console.owner()
                .post(
                        "/db-connections",
                        JsonText.of(
                                "name",
                                "file " + path.hashCode(),
                                "engine",
                                "sqlite",
                                "path",
                                path,
                                "environment",
                                "staging"));
    }

    private Reply patch(String path, String etag, String json) throws IOException, InterruptedException {
        return console.owner()
                .send("PATCH", path, json, Map.of("Content-Type", "application/merge-patch+json", "If-Match", etag));
    }

    @Test
    void createsWithLocationAndTagAndNeverShowsThePassword() throws Exception {
        Reply made = create("secretive", Map.of());
        assertThat(made.status()).isEqualTo(201);
        String id = made.json().path("id").asText();
        assertThat(id).matches("db_[0-9a-hjkmnp-tv-z]{26}");
        assertThat(made.header("Location")).isEqualTo("/api/v1/db-connections/" + id);
        assertThat(made.header("ETag")).isEqualTo("\"r1\"");
        Reply read = console.owner().get("/db-connections/" + id);
        assertThat(read.json()).isEqualTo(made.json());
        assertThat(read.header("ETag")).isEqualTo(made.header("ETag"));
        Reply patched = patch("/db-connections/" + id, made.header("ETag"), "{\"password\":\"another\"}");
        Reply list = console.owner().get("/db-connections");
        for (Reply each : List.of(made, read, patched, list)) {
            assertThat(each.body()).doesNotContain(SECRET, "another", "password");
        }
        assertThat(made.json().path("readOnly").asBoolean()).isFalse();
        assertThat(Instant.parse(made.json().path("createdAt").asText())).isNotNull();
    }

    @Test
    void fillsInTheDefaults() throws Exception {
        Reply made = console.owner()
                .post(
                        "/db-connections",
                        JsonText.of(
                                "name",
                                "plain",
                                "engine",
                                "postgresql",
                                "host",
                                "localhost",
                                "database",
                                "d",
                                "user",
                                "u",
                                "environment",
                                "staging"));
        assertThat(made.json().path("port").asInt()).isEqualTo(5432);
        assertThat(made.json().path("ssl").asText()).isEqualTo("prefer");
        assertThat(made.json().has("color")).isFalse();
    }

    @Test
    void listsNewestFirstPageByPage() throws Exception {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            made.addFirst(create("page " + i, Map.of()).json().path("id").asText());
        }
        List<String> seen = new ArrayList<>();
        String path = "/db-connections?limit=2";
        while (!path.isEmpty()) {
            Reply page = console.owner().get(path);
            page.json().forEach(each -> seen.add(each.path("id").asText()));
            String link = page.header("Link");
            path = link.isEmpty()
                    ? ""
                    : link.substring(link.indexOf('<') + 1, link.indexOf('>')).replaceFirst("^.*/api/v1", "");
        }
        assertThat(seen).startsWith(made.toArray(String[]::new)).doesNotHaveDuplicates();
        assertThat(seen).hasSize(console.owner().get("/db-connections").json().size());
        for (String bad : List.of("limit=0", "limit=201", "limit=x", "limit=1&limit=2", "cursor=%7Bx", "nothing=1")) {
            assertThat(console.owner().get("/db-connections?" + bad).status())
                    .as(bad)
                    .isIn(400, 422);
        }
    }

    @Test
    void patchesWhatItsReaderHasSeenOnly() throws Exception {
        Reply made = create("patched", Map.of("color", "#112233"));
        String path = made.header("Location").replace("/api/v1", "");
        Reply changed = patch(path, made.header("ETag"), "{\"color\":null,\"readOnly\":true,\"name\":\"renamed\"}");
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.header("ETag")).isEqualTo("\"r2\"");
        assertThat(changed.json().has("color")).isFalse();
        assertThat(changed.json().path("readOnly").asBoolean()).isTrue();
        assertThat(changed.json().path("host")).isEqualTo(made.json().path("host"));
        refused(patch(path, made.header("ETag"), "{\"name\":\"again\"}"), 412, "precondition_failed");
        refused(patch(path, "W/\"r2\"", "{\"name\":\"again\"}"), 412, "precondition_failed");
        refused(patch(path, "r2", "{\"name\":\"again\"}"), 400, "bad_request");
        assertThat(console.owner().get(path).json().path("name").asText()).isEqualTo("renamed");
        assertThat(console.owner().patch(path, "{\"name\":\"free\"}").status()).isEqualTo(200);
        assertThat(patch(path, "*", "{}").status()).isEqualTo(200);
    }

    @Test
    void aPatchMayNotBreakTheConnection() throws Exception {
        String path = create("held together", Map.of()).header("Location").replace("/api/v1", "");
        ApiClient owner = console.owner();
        refusedAt(owner.patch(path, "{\"name\":null}"), "name");
        refusedAt(owner.patch(path, "{\"host\":null}"), "host");
        refusedAt(owner.patch(path, "{\"environment\":null}"), "environment");
        refusedAt(owner.patch(path, "{\"engine\":\"sqlite\"}"), "engine");
        refusedAt(owner.patch(path, "{\"path\":\"/tmp/x\"}"), "path");
        refusedAt(owner.patch(path, "{\"port\":\"5432\"}"), "port");
        refused(owner.patch(path, "[]"), 422, "validation_failed");
    }

    @Test
    void aStoredPasswordDoesNotFollowAChangedAddress() throws Exception {
        Reply made = create("loyal", Map.of("ssl", "require"));
        String path = made.header("Location").replace("/api/v1", "");
        ApiClient owner = console.owner();
        Map<String, Object> changes = Map.of("host", "203.0.113.9", "port", 1, "user", "mallory", "ssl", "disable");
        for (Map.Entry<String, Object> each : changes.entrySet()) {
            refusedAt(owner.patch(path, JsonText.of(each.getKey(), each.getValue())), "password");
            Map<String, Object> trial = new HashMap<>(TestConsole.postgres(database));
            List.of("password", "environment").forEach(trial::remove);
            trial.put("ssl", "require");
            trial.put(each.getKey(), each.getValue());
            trial.put("connectionId", made.json().path("id").asText());
            refusedAt(owner.post("/db-connections/test", JsonText.of(trial)), "password");
        }
        ok(owner.patch(path, "{\"ssl\":\"verify-full\",\"database\":\"other\",\"name\":\"still loyal\"}"));
        ok(owner.patch(path, "{\"host\":\"localhost\",\"password\":\"another\"}"));
        ok(owner.patch(path, "{\"host\":\"127.0.0.1\",\"password\":null}"));
        ok(owner.patch(path, "{\"host\":\"localhost\"}"));
    }

    @Test
    void leavesNoFileBehindForAConnectionThatIsRefused(@TempDir Path folder) throws Exception {
        create("taken by another", Map.of());
        Path file = folder.resolve("new.db");
        Reply refused = console.owner()
                .post(
                        "/db-connections",
                        JsonText.of(
                                "name",
                                "taken by another",
                                "engine",
                                "sqlite",
                                "path",
                                file.toString(),
                                "create",
                                true,
                                "environment",
                                "staging"));
        refused(refused, 409, "already_exists");
        assertThat(file).doesNotExist();
    }

    @Test
    void refusesANameThatIsTaken() throws Exception {
        create("taken", Map.of());
        refused(create("taken", Map.of()), 409, "already_exists");
        String path = create("not taken", Map.of()).header("Location").replace("/api/v1", "");
        refused(console.owner().patch(path, "{\"name\":\"taken\"}"), 409, "already_exists");
    }

    @Test
    void deletesForGood() throws Exception {
        Reply made = create("short-lived", Map.of());
        String path = made.header("Location").replace("/api/v1", "");
        ApiClient owner = console.owner();
        assertThat(owner.send("DELETE", path, "", Map.of("If-Match", "\"r9\"")).status())
                .isEqualTo(412);
        assertThat(owner.post(path + "/query", "{\"sql\":\"SELECT 1\"}").status())
                .isEqualTo(200);
        assertThat(owner.send("DELETE", path, "", Map.of("If-Match", made.header("ETag")))
                        .status())
                .isEqualTo(204);
        refused(owner.get(path), 404, "not_found");
        refused(owner.delete(path), 404, "not_found");
        refused(owner.post(path + "/query", "{\"sql\":\"SELECT 1\"}"), 404, "not_found");
        assertThat(create("short-lived", Map.of()).status()).isEqualTo(201);
    }

    @Test
    void testTellsTheVersion() throws Exception {
        assertThat(ok(postgres.post("/test", Map.of())).path("serverVersion").asText())
                .startsWith("PostgreSQL ");
        assertThat(ok(sqlite.post("/test", Map.of())).path("serverVersion").asText())
                .startsWith("SQLite 3.");
    }

    @Test
    void testSaysWhyADatabaseDoesNotAnswerWithoutItsPassword() throws Exception {
        ConnectionClient wrong = console.addPostgres(database, Map.of("password", "wheelhouse"));
        JsonNode refusal = ok(wrong.post("/test", Map.of()));
        assertThat(refusal.path("ok").asBoolean()).isFalse();
        assertThat(refusal.path("error").asText())
                .contains("authentication failed")
                .doesNotContain("\"wheelhouse\"");
        ConnectionClient nobody = console.addPostgres(database, Map.of("port", 1));
        assertThat(ok(nobody.post("/test", Map.of())).path("ok").asBoolean()).isFalse();
        refused(nobody.query("SELECT 1"), 502, "upstream_failed");
        JsonNode loginRefused = refused(wrong.query("SELECT 1"), 502, "upstream_failed");
        assertThat(loginRefused.toString()).doesNotContain("password=");
        ConnectionClient missing = console.addPostgres(database, Map.of("database", "nowhere"));
        assertThat(ok(missing.post("/test", Map.of())).path("error").asText()).contains("nowhere");
        refused(missing.query("SELECT 1"), 502, "upstream_failed");
        assertThat(console.owner()
                        .patch(wrong.path(), JsonText.of("password", SECRET))
                        .status())
                .isEqualTo(200);
        assertThat(ok(wrong.post("/test", Map.of())).path("ok").asBoolean()).isTrue();
        assertThat(wrong.value("SELECT 1").asInt()).isEqualTo(1);
    }

    @Test
    void testSaysThatAFileIsGoneOrNoDatabase() throws Exception {
        Path file = console.newFile();
        ConnectionClient connection = console.addSqlite(file, Map.of());
        assertThat(Files.exists(file)).isTrue();
        assertThat(ok(connection.post("/test", Map.of())).path("ok").asBoolean())
                .isTrue();
        Files.delete(file);
        assertThat(ok(connection.post("/test", Map.of())).path("ok").asBoolean())
                .isFalse();
        refused(connection.query("SELECT 1"), 502, "upstream_failed");
        assertThat(Files.exists(file)).as("A query must not make a file").isFalse();
        Files.writeString(file, "This is a letter and no database. ".repeat(100));
        assertThat(ok(connection.post("/test", Map.of())).path("ok").asBoolean())
                .isFalse();
        refused(connection.query("SELECT * FROM sqlite_schema"), 502, "upstream_failed");
    }

    @Test
    void namesEveryFieldAtFault() throws Exception {
        ApiClient owner = console.owner();
        Reply empty = owner.post("/db-connections", "{}");
        assertThat(empty.json().path("errors").findValuesAsText("path")).contains("name", "engine", "environment");
        Reply bare = owner.post(
                "/db-connections", JsonText.of("name", "", "engine", "postgresql", "environment", "staging"));
        assertThat(bare.json().path("errors").findValuesAsText("path"))
                .containsExactlyInAnyOrder("name", "host", "database", "user");
        refusedAt(create("x", Map.of("port", 0)), "port");
        refusedAt(create("x", Map.of("port", 65536)), "port");
        refusedAt(create("x", Map.of("port", "5432")), "port");
        refusedAt(create("x", Map.of("color", "red")), "color");
        refusedAt(create("x", Map.of("host", "localhost/postgres?user=root")), "host");
        refusedAt(create("x", Map.of("environment", "test")), "environment");
        refusedAt(create("x", Map.of("engine", "oracle")), "engine");
        refusedAt(create("x", Map.of("readOnly", "yes")), "readOnly");
        refusedAt(create("x", Map.of("serverId", "srv_1")), "serverId");
        refusedAt(create("x", Map.of("passwort", "x")), "passwort");
        refusedAt(create("x", Map.of("path", "/tmp/x")), "path");
        refusedAt(create("x", Map.of("ssl", "verify-full", "sslRootCertificate", "no PEM")), "sslRootCertificate");
        refusedAt(create("x".repeat(101), Map.of()), "name");
        refusedAt(create("x", Map.of("password", "a\0b")), "password");
        refusedAt(create("a\0b", Map.of()), "name");
    }

    @Test
    void refusesPathsThatAreNoDatabaseToBe() throws Exception {
        refusedAt(createSqlite("relative.db"), "path");
        refusedAt(createSqlite(""), "path");
        refusedAt(createSqlite(console.home().resolveSibling(".").toString()), "path");
        refusedAt(createSqlite(console.newFile().toString()), "path");
        refusedAt(createSqlite("/tmp/a\0b"), "path");
        refusedAt(createSqlite("file:/tmp/x?mode=rwc"), "path");
        refusedAt(createSqlite(console.newFile().resolve("no/directory.db").toString()), "path");
    }

    @Test
    void neverWorksTheConsolesOwnFiles() throws Exception {
        Path home = console.home();
        Path link = home.resolveSibling("link.db");
        Files.createSymbolicLink(link, home.resolve("state.db"));
        Path door = home.resolveSibling("door");
        Files.createSymbolicLink(door, home);
        for (Path path : List.of(
                home.resolve("state.db"),
                home.resolve("local-token"),
                home.resolve("../" + home.getFileName() + "/state.db"),
                link,
                door.resolve("state.db"),
                door.resolve("new.db"))) {
            refusedAt(createSqlite(path.toString()), "path");
        }
        assertThat(Files.exists(home.resolve("new.db"))).isFalse();
    }

    @Test
    void aLinkBentAfterwardsLeadsNowhere() throws Exception {
        Path file = console.newFile();
        ConnectionClient connection = console.addSqlite(file, Map.of());
        assertThat(connection.value("SELECT 1").asInt()).isEqualTo(1);
        ConnectionClient fresh = console.addSqlite(console.newFile(), Map.of());
        Path other = Path.of(fresh.get("").json().path("path").asText());
        Files.delete(other);
        Files.createSymbolicLink(other, console.home().resolve("state.db"));
        Reply reply = fresh.query("SELECT count(*) FROM api_key");
        assertThat(reply.status()).as(reply.body()).isBetween(400, 499);
        assertThat(ok(fresh.post("/test", Map.of())).path("ok").asBoolean()).isFalse();
    }

    @Test
    void opensTheSampleOnceAndFindsItAgain() throws Exception {
        String body = JsonText.of(
                "directory", console.newFile().resolveSibling("sample").toString());
        Reply made = console.owner().post("/db-connections/sample", body);
        assertThat(made.status()).isEqualTo(201);
        String id = made.json().path("id").asText();
        assertThat(made.header("Location")).isEqualTo("/api/v1/db-connections/" + id);
        Reply again = console.owner().post("/db-connections/sample", body);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json()).isEqualTo(made.json());
        Reply rows = console.owner().get("/db-connections/" + id + "/tables/main/stores/rows?limit=200");
        assertThat(rows.json().path("rows")).hasSize(12);
        assertThat(console.owner()
                        .post("/db-connections/sample", "{\"directory\":\"here\"}")
                        .status())
                .isEqualTo(422);
    }

    @Test
    void triesADraftWithItsOwnPasswordOrTheStoredOneAndKeepsNothing() throws Exception {
        Map<String, Object> draft = new HashMap<>(TestConsole.postgres(database));
        draft.remove("environment");
        int before = console.owner().get("/db-connections?limit=200").json().size();
        JsonNode answered = tried(draft);
        assertThat(answered.path("ok").asBoolean()).isTrue();
        assertThat(answered.path("serverVersion").asText()).startsWith("PostgreSQL ");
        String stored = create("stored for a trial", Map.of()).json().path("id").asText();
        draft.remove("password");
        draft.put("connectionId", stored);
        assertThat(tried(draft).path("ok").asBoolean()).isTrue();
        draft.put("port", 1);
        draft.put("password", SECRET);
        JsonNode refused = tried(draft);
        assertThat(refused.path("ok").asBoolean()).isFalse();
        assertThat(refused.path("error").asText()).isNotEmpty().doesNotContain(SECRET);
        assertThat(console.owner().get("/db-connections?limit=200").json()).hasSize(before + 1);
        draft.put("host", "");
        assertThat(console.owner()
                        .post("/db-connections/test", JsonText.of(draft))
                        .status())
                .isEqualTo(422);
    }

    @Test
    void triesAFileThatIsNotThereWithoutMakingIt() throws Exception {
        Path file = console.newFile();
        JsonNode tried = tried(Map.of("engine", "sqlite", "path", file.toString(), "create", true));
        assertThat(tried.path("ok").asBoolean()).isTrue();
        assertThat(tried.has("serverVersion")).isFalse();
        assertThat(file).doesNotExist();
    }

    private JsonNode tried(Map<String, Object> draft) throws IOException, InterruptedException {
        Reply reply = console.owner().post("/db-connections/test", JsonText.of(draft));
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json();
    }
}

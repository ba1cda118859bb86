package dev.wheelhouse.api.backups;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.Real;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Dumps and copies of files over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DumpApiTest {

    private static final Set<String> ENDED = Set.of("succeeded", "failed", "cancelled");

    private TestConsole console;
    private Path directory;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        directory = folder.toRealPath();
        console = TestConsole.start(folder);
    }

    @AfterAll
    void stop() {
        console.close();
    }

    private Map<String, Object> fields(String type, ConnectionClient connection) {
        return Map.of(
                "type",
                type,
                "databaseId",
                connection.id(),
                "schedule",
                "0 3 * * *",
                "dest",
                Map.of(
                        "provider", "file",
                        "bucket", directory.resolve("store").toString(),
                        "accessKeyId", "none",
                        "secretAccessKey", "none"),
                "prefix",
                "files");
    }

    private Reply create(Map<String, ?> fields) throws Exception {
        return console.owner().post("/backup-configs", JsonText.of(fields));
    }

    private static void refused(Reply reply, int status, String code) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.json().path("code").asText()).as(reply.body()).isEqualTo(code);
    }

    private static void refusedAt(Reply reply, String path) {
        refused(reply, 422, "validation_failed");
        List<String> paths = new ArrayList<>();
        reply.json().path("errors").forEach(each -> paths.add(each.path("path").asText()));
        assertThat(paths).as(reply.body()).contains(path);
    }

    private static Map<String, Object> without(Map<String, Object> fields, String field) {
        Map<String, Object> less = new HashMap<>(fields);
        less.remove(field);
        return less;
    }

    @Test
    void namesTheFieldAtFaultAndSavesNothing() throws Exception {
        ConnectionClient file = console.addSqlite();
        ConnectionClient server = console.addPostgres(PostgresServer.shared().newDatabase());
        Map<String, Object> good = fields("sqlite", file);
        Reply pitr = create(JsonText.merge(good, Map.of("type", "pitr")));
        refusedAt(pitr, "type");
        assertThat(pitr.body()).contains("POST /backup-configs/pitr");
        refusedAt(create(JsonText.merge(good, Map.of("type", "tar"))), "type");
        refusedAt(create(without(good, "type")), "type");
        refusedAt(create(without(good, "databaseId")), "databaseId");
        refusedAt(create(JsonText.merge(good, Map.of("databaseId", "db_none"))), "databaseId");
        refusedAt(create(fields("sqlite", server)), "databaseId");
        refusedAt(create(fields("dump", file)), "databaseId");
        refusedAt(create(JsonText.merge(fields("dump", server), Map.of("serverId", "srv_none"))), "serverId");
        refusedAt(create(JsonText.merge(good, Map.of("schedule", "never"))), "schedule");
        refusedAt(create(JsonText.merge(good, Map.of("walSchedule", "* * * * *"))), "walSchedule");
        refusedAt(create(JsonText.merge(good, Map.of("login", Map.of("user", "x")))), "login");
        refusedAt(create(JsonText.merge(good, Map.of("rehearsalSql", "SELECT 1"))), "rehearsalSql");
        refusedAt(
                console.owner().post("/backup-configs/test", JsonText.of(JsonText.merge(good, Map.of("type", "x")))),
                "type");
        refusedAt(console.owner().post("/backup-configs/test", JsonText.of(without(good, "type"))), "serverId");
        assertThat(console.owner().get("/backup-configs?limit=200").json().findValuesAsText("databaseId"))
                .doesNotContain(file.id(), server.id());
    }

    @Test
    void keysOfLessMayNot() throws Exception {
        ConnectionClient file = console.addSqlite();
        String body = JsonText.of(fields("sqlite", file));
        refused(console.with("backups:read").post("/backup-configs", body), 403, "insufficient_scope");
        refused(console.with("backups:write").post("/backup-configs", body), 403, "insufficient_scope");
        Map<String, Object> elsewhere = JsonText.merge(fields("dump", file), Map.of("serverId", "srv_none"));
        Reply other = console.with("backups:write", "databases:admin").post("/backup-configs", JsonText.of(elsewhere));
        refused(other, 403, "insufficient_scope");
        assertThat(other.body()).contains("servers:exec");
    }

    private JsonNode ended(String path) throws Exception {
        return Awaiting.answer(
                () -> console.owner().get(path + "/runs").json().path(0),
                each -> ENDED.contains(each.path("status").asText()),
                "The copy did not end");
    }

    @Test
    void copiesAFileAndBringsItBack() throws Exception {
        ConnectionClient connection = console.addSqlite();
        connection.run("CREATE TABLE thing (name TEXT); INSERT INTO thing VALUES ('one'), ('two')");
        Map<String, Object> fields = fields("sqlite", connection);
        JsonNode test = console.owner()
                .post("/backup-configs/test", JsonText.of(fields))
                .json();
        assertThat(test.path("ok").asBoolean()).as("%s", test).isTrue();
        assertThat(test.path("state").asText()).isEqualTo("passed");
        Reply made = create(fields);
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        String path = "/backup-configs/" + made.json().path("id").asText();
        JsonNode run = ended(path);
        assertThat(run.path("status").asText()).as("%s", run).isEqualTo("succeeded");
        assertThat(run.path("kind").asText()).isEqualTo("logical");
        JsonNode config = Awaiting.answer(
                () -> console.owner().get(path).json(),
                each -> each.path("state").asText().equals("ready"),
                "It is not ready");
        assertThat(config.path("type").asText()).isEqualTo("sqlite");
        assertThat(config.path("walArchive").asBoolean()).isFalse();
        assertThat(List.of("lagBytes", "lastWalAt", "walSchedule", "loginUser", "retainedBytes"))
                .noneMatch(config::has);
        refused(console.owner().get(path + "/window"), 409, "state_invalid");
        refused(console.owner().post(path + "/rehearse", ""), 409, "state_invalid");
        refusedAt(console.owner().patch(path, "{\"walSchedule\":\"* * * * *\"}"), "walSchedule");
        assertThat(console.owner()
                        .patch(path, "{\"keepNewest\":5}")
                        .json()
                        .path("keepNewest")
                        .asInt())
                .isEqualTo(5);
        connection.run("DELETE FROM thing");
        String runPath = path + "/runs/" + run.path("id").asText();
        refusedAt(
                console.owner().post(runPath + "/restore", "{\"targetTime\":\"2026-01-01T00:00:00Z\"}"), "targetTime");
        Path back = Files.createDirectory(directory.resolve("back"));
        String body = JsonText.of(Map.of("targetDirectory", back.toString()));
        JsonNode plan = console.owner().post(path + "/plan", body).json();
        assertThat(plan.path("ok").asBoolean()).as("%s", plan).isTrue();
        assertThat(plan.path("state").asText()).isEqualTo("passed");
        assertThat(plan.path("runId").asText()).isEqualTo(run.path("id").asText());
        JsonNode restored = console.owner().post(runPath + "/restore", body).json();
        assertThat(restored.path("ok").asBoolean()).as("%s", restored).isTrue();
        ConnectionClient copy = console.addSqlite(Path.of(restored.path("path").asText()), Map.of("readOnly", true));
        assertThat(copy.value("SELECT count(*) FROM thing").asInt()).isEqualTo(2);
        JsonNode nowhere = console.owner()
                .post(
                        runPath + "/restore",
                        JsonText.of(Map.of(
                                "targetDirectory", directory.resolve("none").toString())))
                .json();
        assertThat(nowhere.path("ok").asBoolean()).isFalse();
        assertThat(nowhere.path("error").asText()).contains("is no directory");
        refused(console.owner().delete(path), 409, "state_invalid");
        Map<String, String> once = Map.of("Idempotency-Key", "show-it");
        Reply shown = console.owner().send("POST", path + "/recovery-text", "", once);
        String recoveryText = shown.json().path("recoveryText").asText();
        assertThat(recoveryText).startsWith("WH1-");
        Reply again = console.owner().send("POST", path + "/recovery-text", "", once);
        assertThat(again.json().path("secretShown").asBoolean()).isTrue();
        assertThat(again.body()).doesNotContain(recoveryText);
        assertThat(console.owner().delete(path + "?objects=delete").status()).isEqualTo(204);
    }

    @Test
    @Real
    void dumpsADatabaseAndBringsItBack() throws Exception {
        try (DebianPostgres server = DebianPostgres.start("fsync=off")) {
            PostgresDatabase database = server.newPowerfulDatabase();
            ConnectionClient connection = console.addPostgres(database);
            connection.run("CREATE TABLE thing AS SELECT g FROM generate_series(1, 1000) g");
            Map<String, Object> fields = JsonText.merge(fields("dump", connection), Map.of("serverId", "local"));
            JsonNode test = console.owner()
                    .post("/backup-configs/test", JsonText.of(fields))
                    .json();
            assertThat(test.path("ok").asBoolean()).as("%s", test).isTrue();
            assertThat(test.path("checks").findValuesAsText("name")).contains("pg_dump", "pg_restore", "login");
            Reply made = create(fields);
            assertThat(made.status()).as(made.body()).isEqualTo(201);
            String path = "/backup-configs/" + made.json().path("id").asText();
            JsonNode run = ended(path);
            assertThat(run.path("status").asText()).as("%s", run).isEqualTo("succeeded");
            String runPath = path + "/runs/" + run.path("id").asText();
            assertThat(console.owner().get(runPath + "/log").body())
                    .contains("The backup is complete")
                    .doesNotContain(database.password());
            connection.run("DROP TABLE thing");
            refusedAt(console.owner().post(runPath + "/restore", "{\"targetDirectory\":\"/srv\"}"), "targetDirectory");
            JsonNode restored = console.owner().post(runPath + "/restore", "").json();
            assertThat(restored.path("ok").asBoolean()).as("%s", restored).isTrue();
            ConnectionClient back = console.addPostgres(
                    database, Map.of("database", restored.path("database").asText()));
            assertThat(back.value("SELECT count(*) FROM thing").asInt()).isEqualTo(1000);
            assertThat(console.owner().delete(path + "?objects=delete").status())
                    .isEqualTo(204);
        }
    }
}

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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Backups over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BackupApiTest {

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

    private Map<String, Object> fields(ConnectionClient connection) {
        return Map.of(
                "serverId",
                "local",
                "databaseId",
                connection.id(),
                "schedule",
                "0 3 * * *",
                "dest",
                dest(Map.of()),
                "prefix",
                connection.id());
    }

    private Map<String, Object> dest(Map<String, Object> other) {
        return JsonText.merge(
                Map.of(
                        "provider", "file",
                        "bucket", directory.resolve("store").toString(),
                        "accessKeyId", "none",
                        "secretAccessKey", "none"),
                other);
    }

    private Reply create(Map<String, ?> fields) throws Exception {
        return console.owner().post("/backup-configs/pitr", JsonText.of(fields));
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

    @Test
    void namesTheFieldAtFaultAndSavesNothing() throws Exception {
        ConnectionClient connection =
                console.addPostgres(PostgresServer.shared().newPowerfulDatabase());
        Map<String, Object> good = fields(connection);
        refusedAt(create(JsonText.merge(good, Map.of("schedule", "never"))), "schedule");
        refusedAt(create(JsonText.merge(good, Map.of("walSchedule", "never"))), "walSchedule");
        refusedAt(create(JsonText.merge(good, Map.of("timeZone", "Mars/Base"))), "timeZone");
        refusedAt(create(JsonText.merge(good, Map.of("keepNewest", 0))), "keepNewest");
        refusedAt(create(JsonText.merge(good, Map.of("keepNewest", 1001))), "keepNewest");
        refusedAt(create(JsonText.merge(good, Map.of("retentionDays", 3651))), "retentionDays");
        refusedAt(create(JsonText.merge(good, Map.of("prefix", "a/../b"))), "prefix");
        refusedAt(create(JsonText.merge(good, Map.of("serverId", "srv_none"))), "serverId");
        refusedAt(create(JsonText.merge(good, Map.of("databaseId", "db_none"))), "databaseId");
        refusedAt(create(JsonText.merge(good, Map.of("dest", dest(Map.of("provider", "tape"))))), "dest.provider");
        refusedAt(create(JsonText.merge(good, Map.of("dest", dest(Map.of("bucket", "store"))))), "dest.bucket");
        refusedAt(
                create(JsonText.merge(
                        good,
                        Map.of("dest", dest(Map.of("bucket", console.home().toString()))))),
                "dest.bucket");
        Path cluster = Files.createDirectories(directory.resolve("cluster/base"));
        Files.createFile(cluster.resolveSibling("PG_VERSION"));
        Path linking = Files.createDirectory(directory.resolve("linking"));
        Files.createSymbolicLink(linking.resolve("cluster"), cluster);
        Files.createSymbolicLink(linking.resolve("home"), console.home());
        for (Path each :
                List.of(cluster, cluster.getParent(), cluster.resolve("not/there"), linking.resolve("cluster"))) {
            refusedAt(
                    create(JsonText.merge(good, Map.of("dest", dest(Map.of("bucket", each.toString()))))),
                    "dest.bucket");
        }
        Files.createSymbolicLink(linking.resolve("later"), cluster.resolve("made/later"));
        for (String prefix : List.of("cluster", "cluster/shop", "home", "home/shop", "later", "later/shop")) {
            refusedAt(
                    create(JsonText.merge(
                            good, Map.of("prefix", prefix, "dest", dest(Map.of("bucket", linking.toString()))))),
                    "prefix");
        }
        refusedAt(
                create(JsonText.merge(good, Map.of("dest", dest(Map.of("secretAccessKey", " "))))),
                "dest.secretAccessKey");
        // The tests' own server does not wait for its disk.
        refusedAt(create(good), "databaseId");
        Reply test = console.owner().post("/backup-configs/test", JsonText.of(good));
        assertThat(test.status()).isEqualTo(200);
        assertThat(test.json().path("ok").asBoolean()).isFalse();
        assertThat(test.json().path("state").asText()).isEqualTo("failed");
        assertThat(test.json().path("checks"))
                .extracting(each -> each.path("name").asText() + " "
                        + each.path("ok").asBoolean() + " " + each.path("state").asText())
                .containsExactly(
                        "version true passed",
                        "settings false failed",
                        "retention true advice",
                        "destination true passed");
        assertThat(test.body()).contains("fsync is off");
        assertThat(console.owner().get("/backup-configs").json()).isEmpty();
        assertThat(connection.value("SELECT count(*) FROM pg_replication_slots").asInt())
                .isZero();
    }

    @Test
    void adoptsNothingWhereNothingLies() throws Exception {
        Map<String, Object> place = Map.of("serverId", "local", "dest", dest(Map.of()), "prefix", "nothing");
        refusedAt(adopt(place), "prefix");
        refusedAt(adopt(JsonText.merge(place, Map.of("systemIdentifier", "seven"))), "systemIdentifier");
        refusedAt(adopt(JsonText.merge(place, Map.of("recoveryText", "WH1-0"))), "recoveryText");
        refusedAt(adopt(JsonText.merge(place, Map.of("serverId", "srv_none"))), "serverId");
        refusedAt(adopt(JsonText.merge(place, Map.of("dest", dest(Map.of("bucket", "store"))))), "dest.bucket");
        refused(
                console.with("backups:write").post("/backup-configs/adopt", JsonText.of(place)),
                403,
                "insufficient_scope");
        assertThat(console.owner().get("/backup-configs").json()).isEmpty();
    }

    private Reply adopt(Map<String, ?> fields) throws Exception {
        return console.owner().post("/backup-configs/adopt", JsonText.of(fields));
    }

    @Test
    void keysOfLessMayNot() throws Exception {
        ConnectionClient connection =
                console.addPostgres(PostgresServer.shared().newPowerfulDatabase());
        String body = JsonText.of(fields(connection));
        refused(console.with("backups:read").post("/backup-configs/pitr", body), 403, "insufficient_scope");
        refused(console.with("backups:write").post("/backup-configs/pitr", body), 403, "insufficient_scope");
        refused(
                console.with("backups:write").post("/backup-configs/bkp_1/runs/run_1/restore", ""),
                403,
                "insufficient_scope");
        refused(console.owner().get("/backup-configs/bkp_none"), 404, "not_found");
        refused(console.owner().get("/backup-configs/bkp_none/window"), 404, "not_found");
    }

    private void changesWhatMayChangeAlone(String path, PostgresDatabase database)
            throws IOException, InterruptedException {
        JsonNode changed = console.owner()
                .patch(
                        path,
                        JsonText.of(Map.of(
                                "schedule", "30 4 * * *",
                                "walSchedule", "*/5 * * * *",
                                "timeZone", "Europe/Zurich",
                                "keepNewest", 5,
                                "retentionDays", 30)))
                .json();
        assertThat(changed.path("schedule").asText()).isEqualTo("30 4 * * *");
        assertThat(changed.path("walSchedule").asText()).isEqualTo("*/5 * * * *");
        assertThat(changed.path("timeZone").asText()).isEqualTo("Europe/Zurich");
        assertThat(changed.path("keepNewest").asInt()).isEqualTo(5);
        assertThat(changed.path("retentionDays").asInt()).isEqualTo(30);
        assertThat(console.owner().patch(path, "{\"walSchedule\":null}").json().has("walSchedule"))
                .isFalse();
        refusedAt(console.owner().patch(path, "{\"keepNewest\":0}"), "keepNewest");
        refusedAt(console.owner().patch(path, "{\"timeZone\":\"Mars/Base\"}"), "timeZone");
        refusedAt(console.owner().patch(path, "{\"prefix\":\"other\"}"), "prefix");
        refusedAt(console.owner().patch(path, "{\"dest\":{\"bucket\":\"/other\"}}"), "dest.bucket");
        refusedAt(console.owner().patch(path, "{\"dest\":{\"provider\":\"s3\"}}"), "dest.provider");
        refusedAt(console.owner().patch(path, "{\"login\":{\"user\":\"nobody_here\"}}"), "login.password");
        JsonNode own = console.owner()
                .patch(
                        path,
                        JsonText.of(Map.of("login", Map.of("user", database.user(), "password", database.password()))))
                .json();
        assertThat(own.path("loginUser").asText()).isEqualTo(database.user());
        assertThat(console.owner().patch(path, "{\"login\":null}").json().has("loginUser"))
                .isFalse();
        refused(console.owner().get(path + "/runs/run_none"), 404, "not_found");
        refused(console.owner().post(path + "/runs/run_none/restore", ""), 404, "not_found");
    }

    private void tellsHowItIs(String path, JsonNode run) throws Exception {
        JsonNode backup = Awaiting.answer(
                () -> console.owner().get(path).json(),
                each -> each.hasNonNull("retainedBytes")
                        && each.path("state").asText().equals("streaming"),
                "It does not say what the server keeps");
        JsonNode last = backup.path("lastRun");
        assertThat(last.path("id").asText()).isEqualTo(run.path("id").asText());
        assertThat(last.path("status").asText()).isEqualTo("succeeded");
        assertThat(last.path("sizeBytes").asLong())
                .isEqualTo(run.path("sizeBytes").asLong())
                .isPositive();
        assertThat(last.path("finishedAt").asText())
                .isEqualTo(run.path("finishedAt").asText());
        assertThat(Instant.parse(backup.path("lastWalAt").asText()))
                .isAfter(Instant.parse(run.path("finishedAt").asText()));
        assertThat(backup.path("lagBytes").isIntegralNumber()).isTrue();
        assertThat(backup.path("lagBytes").asLong()).isBetween(0L, 1L << 30);
        assertThat(backup.path("retainedBytes").asLong()).isBetween(0L, 1L << 30);
    }

    private JsonNode runs(String path) throws IOException, InterruptedException {
        return console.owner().get(path + "/runs").json();
    }

    @Test
    @Real
    void backsUpAndRestores() throws Exception {
        try (DebianPostgres server = DebianPostgres.start()) {
            PostgresDatabase database = server.newPowerfulDatabase();
            ConnectionClient connection = console.addPostgres(database);
            connection.run("CREATE TABLE thing AS SELECT g FROM generate_series(1, 1000) g");
            Map<String, Object> fields = fields(connection);
            assertThat(console.owner()
                            .post("/backup-configs/test", JsonText.of(fields))
                            .json()
                            .path("ok")
                            .asBoolean())
                    .isTrue();
            Reply made = create(fields);
            assertThat(made.status()).as(made.body()).isEqualTo(201);
            assertThat(made.body()).doesNotContain("secretAccessKey");
            String path = "/backup-configs/" + made.json().path("id").asText();
            refused(console.owner().post(path + "/base-backup", ""), 409, "already_running");
            refused(create(fields), 422, "validation_failed");
            JsonNode run = Awaiting.answer(
                    () -> runs(path).path(0),
                    each -> ENDED.contains(each.path("status").asText()),
                    "The base did not end");
            assertThat(run.path("status").asText()).as("%s", run).isEqualTo("succeeded");
            String runPath = path + "/runs/" + run.path("id").asText();
            changesWhatMayChangeAlone(path, database);
            String there =
                    "/db-connections/" + connection.get("").json().path("id").asText();
            Reply stopping = console.owner().patch(there, "{\"password\":\"another\"}");
            refused(stopping, 409, "in_use");
            assertThat(stopping.json().path("detail").asText())
                    .contains(made.json().path("id").asText());
            assertThat(console.owner().get(runPath + "/log").body()).contains("The base is complete");
            Instant before = Instant.parse(connection
                    .value("SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')")
                    .asText());
            connection.run("DROP TABLE thing");
            Awaiting.answer(
                    () -> console.owner().get(path + "/window").json(),
                    window -> window.hasNonNull("latest")
                            && !Instant.parse(window.path("latest").asText()).isBefore(before),
                    "The WAL did not arrive");
            tellsHowItIs(path, run);
            Path target = server.dataDirectory().resolveSibling("back");
            String body = JsonText.of(
                    Map.of("targetTime", before.toString(), "targetDirectory", target.toString(), "start", true));
            JsonNode plan = console.owner().post(path + "/plan", body).json();
            assertThat(plan.path("ok").asBoolean()).as("%s", plan).isTrue();
            Reply restored = console.owner().post(runPath + "/restore", body);
            assertThat(restored.json().path("ok").asBoolean())
                    .as(restored.body())
                    .isTrue();
            ConnectionClient back = console.addPostgres(
                    database, Map.of("port", restored.json().path("port").asInt()));
            assertThat(back.value("SELECT count(*) FROM thing").asInt()).isEqualTo(1000);
            JsonNode again = console.owner().post(runPath + "/restore", body).json();
            assertThat(again.path("ok").asBoolean()).isFalse();
            assertThat(again.path("error").asText()).contains("is not empty");
            JsonNode late = console.owner()
                    .post(runPath + "/restore", "{\"targetTime\":\"2100-01-01T00:00:00Z\"}")
                    .json();
            assertThat(late.path("error").asText()).contains("can be restored");
            assertThat(console.owner()
                            .patch(runPath, "{\"keep\":true}")
                            .json()
                            .path("keep")
                            .asBoolean())
                    .isTrue();
            refused(console.owner().delete(connection.path()), 409, "in_use");
            refused(console.owner().delete(path + "?objects=some"), 422, "validation_failed");
            assertThat(console.owner().delete(path + "?objects=delete").status())
                    .isEqualTo(204);
            Awaiting.answer(
                    () -> connection
                            .value("SELECT count(*) FROM pg_replication_slots")
                            .asInt(),
                    slots -> slots == 0,
                    "The slot was not dropped");
            long pid = Long.parseLong(
                    Files.readAllLines(target.resolve("postmaster.pid")).getFirst());
            ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
            console.owner().delete(back.path());
            postmaster.destroy();
            postmaster.onExit().get(30, TimeUnit.SECONDS);
        }
    }
}

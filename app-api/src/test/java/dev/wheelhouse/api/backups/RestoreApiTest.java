package dev.wheelhouse.api.backups;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.Real;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A restore over HTTP by callers who would rather have its job. */
@Real
@Timeout(180)
class RestoreApiTest {

    @Test
    void answersWithTheJobWhereTheCallerPrefersThat(@TempDir Path folder) throws Exception {
        try (DebianPostgres server = DebianPostgres.start();
                TestConsole console = TestConsole.start(folder)) {
            ConnectionClient connection = console.addPostgres(server.newPowerfulDatabase());
            Map<String, Object> dest = Map.of(
                    "provider", "file",
                    "bucket", folder.toRealPath().resolve("store").toString(),
                    "accessKeyId", "none",
                    "secretAccessKey", "none");
            Map<String, Object> fields =
                    Map.of("serverId", "local", "databaseId", connection.id(), "schedule", "0 3 * * *", "dest", dest);
            Reply made = console.owner().post("/backup-configs/pitr", JsonText.of(fields));
            assertThat(made.status()).as(made.body()).isEqualTo(201);
            String path = "/backup-configs/" + made.json().path("id").asText();
            JsonNode run = Awaiting.answer(
                    () -> console.owner().get(path + "/runs").json().path(0),
                    each -> each.path("status").asText().equals("succeeded"),
                    "The base did not end");
            String restore = path + "/runs/" + run.path("id").asText() + "/restore";

            Path target = server.dataDirectory().resolveSibling("back");
            Map<String, Object> body = Map.of("targetDirectory", target.toString());
            Reply refused = console.owner().post(restore, JsonText.of(JsonText.merge(body, Map.of("runAs", "root"))));
            assertThat(refused.status()).as(refused.body()).isEqualTo(422);
            assertThat(refused.json().at("/errors/0/path").asText()).isEqualTo("runAs");
            Reply nowhere =
                    console.owner().post(restore, JsonText.of(JsonText.merge(body, Map.of("serverId", "srv_none"))));
            assertThat(nowhere.status()).as(nowhere.body()).isEqualTo(422);
            assertThat(nowhere.json().at("/errors/0/path").asText()).isEqualTo("serverId");
            JsonNode unknown = async(console, restore, JsonText.merge(body, Map.of("runAs", "nobody-of-that-name")))
                    .json();
            assertThat(unknown.path("ok").asBoolean(true)).as("%s", unknown).isFalse();
            assertThat(unknown.path("error").asText()).startsWith("runAs");
            assertThat(target).doesNotExist();

            Reply accepted = async(console, restore, JsonText.merge(body, Map.of("serverId", "local")));
            assertThat(accepted.status()).as(accepted.body()).isEqualTo(202);
            assertThat(accepted.header("Preference-Applied")).isEqualTo("respond-async");
            assertThat(accepted.header("Location"))
                    .isEqualTo("/api/v1/jobs/" + accepted.json().path("id").asText());
            assertThat(accepted.json().path("kind").asText()).isEqualTo("restore");
            JsonNode ended = connection.as(console.owner()).endOf(accepted);
            assertThat(ended.path("status").asText()).as("%s", ended).isEqualTo("succeeded");
            assertThat(ended.at("/result/directory").asText()).isEqualTo(target.toString());
            assertThat(ended.at("/result/serverId").asText()).startsWith("srv_");
            assertThat(target.resolve("PG_VERSION")).exists();
            opens(console, restore, server.dataDirectory().resolveSibling("opened"));
            verifiesAndRehearses(console, connection, path, run.path("id").asText());
        }
    }

    private static void opens(TestConsole console, String restore, Path target) throws Exception {
        Reply opened =
                console.owner().post(restore, JsonText.of(Map.of("open", true, "targetDirectory", target.toString())));
        assertThat(opened.json().path("ok").asBoolean()).as(opened.body()).isTrue();
        String path = "/db-connections/" + opened.json().path("connectionId").asText();
        assertThat(console.owner().get(path).json().path("readOnly").asBoolean())
                .isTrue();
        assertThat(console.owner()
                        .post(path + "/query", JsonText.of(Map.of("sql", "SELECT 'read' AS it")))
                        .body())
                .contains("read");
        assertThat(console.owner().delete(path).status()).isEqualTo(204);
        Awaiting.until("the end of the cluster", () -> !Files.exists(target));
    }

    private static void verifiesAndRehearses(
            TestConsole console, ConnectionClient connection, String path, String runId) throws Exception {
        Reply verify = console.owner().post(path + "/runs/" + runId + "/verify", "");
        assertThat(verify.status()).as(verify.body()).isEqualTo(202);
        JsonNode verified = connection.as(console.owner()).endOf(verify);
        assertThat(verified.path("status").asText()).as("%s", verified).isEqualTo("succeeded");
        Awaiting.answer(
                () -> console.owner().get(path + "/runs/" + runId).json(),
                each -> each.path("verification").asText().equals("passed"),
                "It is not verified");
        Reply rehearse = console.owner().post(path + "/rehearse", "");
        assertThat(rehearse.status()).as(rehearse.body()).isEqualTo(202);
        JsonNode rehearsal = Awaiting.answer(
                () -> console.owner().get(path + "/rehearsals").json().path(0),
                each -> each.hasNonNull("finishedAt"),
                "The rehearsal did not end");
        assertThat(rehearsal.path("status").asText()).as("%s", rehearsal).isEqualTo("succeeded");
        assertThat(rehearsal.path("recoveryMillis").asLong()).isPositive();
        assertThat(rehearsal.path("jobId").asText())
                .isEqualTo(rehearse.json().path("id").asText());
        assertThat(console.owner().get(path).json().at("/lastRehearsal/id").asText())
                .isEqualTo(rehearsal.path("id").asText());
        Reply patched = console.owner()
                .patch(path, JsonText.of(Map.of("rehearsalSchedule", "0 6 * * 0", "rehearsalSql", "SELECT true")));
        assertThat(patched.json().path("rehearsalSchedule").asText())
                .as(patched.body())
                .isEqualTo("0 6 * * 0");
    }

    private static Reply async(TestConsole console, String path, Map<String, ?> body) throws Exception {
        return console.owner()
                .send(
                        "POST",
                        path,
                        JsonText.of(body),
                        Map.of("Content-Type", "application/json", "Prefer", "respond-async"));
    }
}

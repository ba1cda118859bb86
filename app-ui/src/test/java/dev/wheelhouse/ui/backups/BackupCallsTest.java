package dev.wheelhouse.ui.backups;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.Console;
import dev.wheelhouse.core.backups.AdoptionDraft;
import dev.wheelhouse.core.backups.BackupDraft;
import dev.wheelhouse.core.backups.BackupPatch;
import dev.wheelhouse.core.backups.DestinationDraft;
import dev.wheelhouse.core.backups.RestoreRequest;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.ui.backups.list.BackupCalls;
import dev.wheelhouse.ui.testing.CopiedLines;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class BackupCallsTest {

    @TempDir
    private Path directory;

    @Test
    @Real
    void everyLineOfTheseScreensIsAnswered() throws Exception {
        try (DebianPostgres server = DebianPostgres.start();
                Console console = CopiedLines.console(directory.resolve("home"))) {
            CopiedLines lines = new CopiedLines(console);
            BackupDraft draft = draft(connection(console, server.newPowerfulDatabase()), null);
            JsonNode tested = lines.answered(BackupCalls.test(draft));
            assertThat(tested.path("ok").asBoolean()).isTrue();
            assertThat(tested.path("checks").findValuesAsText("command"))
                    .contains("CREATE ROLE wheelhouse_replication LOGIN REPLICATION PASSWORD '…';");
            String id = lines.answered(BackupCalls.create(draft)).path("id").asText();
            lines.answered(BackupCalls.list());
            lines.answered(BackupCalls.get(id));
            assertThat(lines.answered(BackupCalls.recoveryText(id))
                            .path("recoveryText")
                            .asText())
                    .isNotEmpty();
            JsonNode run = Awaiting.answer(
                    () -> lines.answered(BackupCalls.runs(id)).path(0),
                    each -> each.hasNonNull("finishedAt"),
                    "the end of the run");
            String runId = run.path("id").asText();
            lines.answered(BackupCalls.log(id, runId));
            lines.answered(BackupCalls.window(id));
            lines.answered(BackupCalls.setKeep(id, runId, true));
            RestoreRequest request =
                    new RestoreRequest(null, "0/1", null, "local", "/nowhere/it's", false, false, null);
            lines.answered(BackupCalls.plan(id, null, request));
            lines.answered(BackupCalls.plan(id, runId, request));
            assertThat(lines.answered(BackupCalls.restore(id, runId, request))
                            .path("ok")
                            .asBoolean(true))
                    .isFalse();
            lines.answered(BackupCalls.verify(id, runId));
            lines.answered(BackupCalls.startBase(id));
            BackupPatch patch = new BackupPatch(
                    "@weekly", "*/5 * * * *", "Europe/Zurich", 3, 30, null, "none", "x", null, null, null);
            assertThat(lines.answered(BackupCalls.update(id, patch))
                            .path("walSchedule")
                            .asText())
                    .isEqualTo("*/5 * * * *");
            assertThat(lines.answered(BackupCalls.setEnabled(id, false))
                            .path("enabled")
                            .asBoolean(true))
                    .isFalse();
            lines.answered(BackupCalls.deleteRun(id, runId));
            lines.answered(BackupCalls.delete(id, true));
        }
    }

    @Test
    void namesNoSecret() throws Exception {
        try (Console console = CopiedLines.console(directory.resolve("home"))) {
            CopiedLines lines = new CopiedLines(console);
            BackupPatch keyOnly =
                    new BackupPatch(null, null, null, null, null, null, "AKIANEW", null, null, null, null);
            assertThat(lines.takenApart(BackupCalls.update("bkp_1", keyOnly)).body())
                    .isEqualTo("{\"dest\":{\"accessKeyId\":\"AKIANEW\"}}");
            BackupPatch role = loginOf("replicator", "hidden too");
            assertThat(lines.text(BackupCalls.update("bkp_1", role)))
                    .contains("replicator")
                    .doesNotContain("hidden");
            assertThat(lines.takenApart(BackupCalls.update("bkp_1", loginOf(null, null)))
                            .body())
                    .isEqualTo("{\"login\":null}");
            BackupDraft draft = draft("db_1", new ReplicationLogin("replicator", "hidden too"));
            assertThat(lines.takenApart(BackupCalls.create(draft)).body()).contains("\"secretAccessKey\":\"none\"");
            assertThat(lines.text(BackupCalls.create(draft))).doesNotContain("hidden");
            AdoptionDraft adoption = new AdoptionDraft("local", null, draft.dest(), "it", "7", "hidden");
            assertThat(lines.text(BackupCalls.adopt(adoption))).doesNotContain("hidden");
            assertThat(lines.takenApart(BackupCalls.adopt(adoption)).body())
                    .contains("\"systemIdentifier\":\"7\"", "\"recoveryText\":");
            assertThat(lines.takenApart(BackupCalls.create(draft)).body())
                    .contains("\"user\":\"replicator\"", "quo\\\"te");
        }
    }

    private static BackupPatch loginOf(@Nullable String user, @Nullable String password) {
        return new BackupPatch(
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                new BackupPatch.LoginChange(user, password));
    }

    private BackupDraft draft(String connectionId, @Nullable ReplicationLogin login) {
        return new BackupDraft(
                "local",
                connectionId,
                "0 3 * * *",
                null,
                "UTC",
                2,
                14,
                new DestinationDraft(
                        "file", directory.resolve("store").toAbsolutePath().toString(), "none", "hidden", null, null),
                "it",
                login,
                null,
                null,
                null,
                true);
    }

    private static String connection(Console console, PostgresDatabase database) {
        ConnectionDraft draft = new ConnectionDraft(
                "shop",
                Engine.POSTGRESQL,
                database.host(),
                database.port(),
                database.database(),
                database.user(),
                null,
                null,
                null,
                Environment.PRODUCTION,
                null,
                null,
                SslMode.DISABLE,
                null);
        return console.core()
                .databases()
                .connections()
                .create(console.core().access().windowCaller("req_test"), draft, database.password())
                .id();
    }
}

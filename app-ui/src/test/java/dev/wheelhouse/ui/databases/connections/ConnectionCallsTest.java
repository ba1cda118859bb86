package dev.wheelhouse.ui.databases.connections;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.api.Console;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.databases.history.HistoryViewModel;
import dev.wheelhouse.ui.overview.OverviewViewModel;
import dev.wheelhouse.ui.testing.CopiedLines;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Every copied line, taken apart by a shell as it would be, and sent to a console. */
@DisabledOnOs(OS.WINDOWS)
@SuppressWarnings("NullAway.Init")
class ConnectionCallsTest {

    @TempDir
    private Path directory;

    private Console console;
    private CopiedLines lines;

    @BeforeEach
    void start() throws IOException {
        console = CopiedLines.console(directory.resolve("home"));
        lines = new CopiedLines(console);
    }

    @AfterEach
    void stop() {
        console.close();
    }

    @Test
    void everyLineOfTheseScreensIsAnswered() throws Exception {
        String sample = answered(ConnectionCalls.openSample()).path("id").asText();
        answered(OverviewViewModel.firstCall());
        answered(ConnectionCalls.list());
        answered(ConnectionCalls.get(sample));
        assertThat(answered(ConnectionCalls.test(sample)).path("ok").asBoolean())
                .isTrue();
        assertThat(answered(ConnectionCalls.tables(sample))).hasSize(13);
        assertThat(answered(ConnectionCalls.rows(sample, "main", "stores")).path("rows"))
                .hasSize(12);
        run(sample, "CREATE TABLE \"it's a/b ünïcode?\" (id INTEGER PRIMARY KEY)");
        answered(ConnectionCalls.rows(sample, "main", "it's a/b ünïcode?"));
        answered(ConnectionCalls.history(sample));
        assertThat(answered(ConnectionCalls.testDraft(postgres("x"), true, null))
                        .path("ok")
                        .asBoolean())
                .isFalse();
        String made = answered(ConnectionCalls.create(postgres("it's mine"), true))
                .path("id")
                .asText();
        answered(ConnectionCalls.testDraft(postgres("x"), false, made));
        answered(ConnectionCalls.update(made, postgres("renamed"), new SecretChange.Keep()));
        answered(ConnectionCalls.update(made, postgres("renamed"), new SecretChange.Replace("typed")));
        assertThat(answered(ConnectionCalls.update(made, postgres("renamed"), new SecretChange.Replace(null)))
                        .path("name")
                        .asText())
                .isEqualTo("renamed");
        answered(ConnectionCalls.update(
                sample,
                new ConnectionDraft(
                        "file",
                        Engine.SQLITE,
                        null,
                        null,
                        null,
                        null,
                        directory.resolve("new.db").toString(),
                        true,
                        null,
                        Environment.STAGING,
                        null,
                        true,
                        null,
                        null),
                new SecretChange.Keep()));
        answered(ConnectionCalls.delete(made));
    }

    @Test
    void whatRanCanBeRunAgain() throws Exception {
        var databases = console.core().databases();
        FakeWorkbench workbench = new FakeWorkbench(
                new SameThreadBackground(), () -> console.core().access().windowCaller("req_test"));
        ConnectionList list = new ConnectionList(databases.connections(), workbench, Clock.systemUTC());
        String sample = answered(ConnectionCalls.openSample()).path("id").asText();
        run(sample, "SELECT 'it''s'\n-- \"quoted\" $HOME `x`\n, 1");
        HistoryViewModel history = new HistoryViewModel(databases.history(), list, workbench);
        history.onShow();
        CurlCommand again =
                Objects.requireNonNull(history.againCall(history.entries().getFirst()));
        assertThat(answered(again).path("rowCount").asInt()).isEqualTo(1);
        history.searchProperty().set("it's & \"more\"");
        history.connectionProperty().set(sample);
        history.outcomeProperty().set("succeeded");
        answered(history.listCall());
        history.onHide();
    }

    @Test
    void theShellReadsThePasswordFromItsVariable() throws Exception {
        CurlCommand create = ConnectionCalls.create(postgres("shop"), true);
        CopiedLines.Sent sent = lines.takenApart(create);
        assertThat(new ObjectMapper().readTree(sent.body()).path("password").asText())
                .isEqualTo(CopiedLines.PASSWORD);
        assertThat(lines.text(create)).doesNotContain(CopiedLines.PASSWORD).contains("$DB_PASSWORD");
        assertThat(lines.text(ConnectionCalls.create(postgres("shop"), false))).doesNotContain("assword");
    }

    private static ConnectionDraft postgres(String name) {
        return new ConnectionDraft(
                name,
                Engine.POSTGRESQL,
                "127.0.0.1",
                1,
                "shop",
                "ada",
                null,
                null,
                null,
                Environment.PRODUCTION,
                null,
                false,
                SslMode.DISABLE,
                null);
    }

    private void run(String connectionId, String sql) {
        DatabaseConnection connection = console.core()
                .databases()
                .connections()
                .get(console.core().access().windowCaller("req_test"), connectionId);
        console.core()
                .databases()
                .queries()
                .run(
                        console.core().access().windowCaller("req_test"),
                        connection.id(),
                        new QueryRequest(sql, false, null, 100, 5_000, null));
    }

    private JsonNode answered(CurlCommand command) throws IOException, InterruptedException {
        return lines.answered(command);
    }
}

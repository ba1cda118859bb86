package dev.wheelhouse.ui.databases.connections;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.api.Console;
import dev.wheelhouse.core.LaunchOptions;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.databases.connections.PasswordChange;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.curl.CurlText;
import dev.wheelhouse.ui.databases.history.HistoryViewModel;
import dev.wheelhouse.ui.overview.OverviewViewModel;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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

    private static final String PASSWORD = "quo\"te \\ back'slash $HOME";

    @TempDir
    private Path directory;

    private Console console;
    private CurlText text;

    @BeforeEach
    void start() throws IOException {
        console = Console.start(
                new LaunchOptions(true, directory.resolve("home"), 0, null, false),
                Clock.systemUTC(),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        text = new CurlText(
                "http://127.0.0.1:" + console.port(), console.core().access().localTokenFile());
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
        answered(ConnectionCalls.update(made, postgres("renamed"), new PasswordChange.Keep()));
        answered(ConnectionCalls.update(made, postgres("renamed"), new PasswordChange.Replace("typed")));
        assertThat(answered(ConnectionCalls.update(made, postgres("renamed"), new PasswordChange.Replace(null)))
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
                new PasswordChange.Keep()));
        answered(ConnectionCalls.delete(made));
    }

    @Test
    void whatRanCanBeRunAgain() throws Exception {
        var databases = console.core().databases();
        FakeWorkbench workbench = new FakeWorkbench(
                new SameThreadBackground(), () -> console.core().access().windowCaller("req_test"));
        ConnectionList list = new ConnectionList(databases.connections(), workbench);
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
        Sent sent = takenApart(create);
        assertThat(new ObjectMapper().readTree(sent.body()).path("password").asText())
                .isEqualTo(PASSWORD);
        assertThat(text.of(create)).doesNotContain(PASSWORD).contains("$DB_PASSWORD");
        assertThat(text.of(ConnectionCalls.create(postgres("shop"), false))).doesNotContain("assword");
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
        Sent sent = takenApart(command);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(sent.url()))
                .method(
                        sent.method(),
                        sent.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofString(sent.body()));
        sent.headers().forEach(request::header);
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            assertThat(response.statusCode() / 100)
                    .as(text.of(command) + " → " + response.body())
                    .isEqualTo(2);
            return new ObjectMapper().readTree(response.body().isEmpty() ? "null" : response.body());
        }
    }

    /** What curl would send. */
    private record Sent(
            String method,
            String url,
            Map<String, String> headers,
            @Nullable String body) {}

    private Sent takenApart(CurlCommand command) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", "curl() { printf '%s\\0' \"$@\"; }; " + text.of(command));
        shell.environment().put(ConnectionCalls.PASSWORD_VARIABLE, PASSWORD);
        Process process = shell.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String heard = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        String method = "";
        String url = "";
        String body = null;
        Map<String, String> headers = new LinkedHashMap<>();
        var words = List.of(heard.split("\0", -1)).iterator();
        while (words.hasNext()) {
            String word = words.next();
            switch (word) {
                case "-sS", "" -> {}
                case "-X" -> method = words.next();
                case "-H" -> {
                    String header = words.next();
                    int colon = header.indexOf(": ");
                    headers.put(header.substring(0, colon), header.substring(colon + 2));
                }
                case "--data-raw" -> body = words.next();
                default -> url = word;
            }
        }
        return new Sent(method.isEmpty() ? (body == null ? "GET" : "POST") : method, url, headers, body);
    }
}

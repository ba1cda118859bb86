package dev.wheelhouse.api.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.Tree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Every operation that takes a secret is called, rightly and wrongly; nothing that is told of it afterwards holds it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisabledOnOs(OS.WINDOWS)
class SecretsToldApiTest {

    private static final String SECRET = "hunter2-is-no-secret";
    /** In a command line, which whoever may read schedules or apps reads whole, and nobody else. */
    private static final String IN_COMMAND = "hunter3-is-no-secret";

    private final Queue<String> log = new ConcurrentLinkedQueue<>();
    private final Handler listening = new Handler() {
        private final Formatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord record) {
            log.add(formatter.format(record));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private TestConsole console;
    private ConnectionClient postgres;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        listening.setLevel(Level.ALL);
        Logger.getLogger("").addHandler(listening);
        console = TestConsole.start(directory);
        postgres = console.addPostgres(PostgresServer.shared().newDatabase());
    }

    @AfterAll
    void stop() {
        console.close();
        Logger.getLogger("").removeHandler(listening);
    }

    private List<String> sendEverything() throws Exception {
        ApiClient owner = console.owner();
        PostgresDatabase database = PostgresServer.shared().newDatabase();
        Map<String, Object> wrong = JsonText.merge(TestConsole.postgres(database), Map.of("password", SECRET));
        List<Reply> replies = new ArrayList<>();
        Reply connection = owner.post("/db-connections", JsonText.of(JsonText.merge(wrong, Map.of("name", "wrong"))));
        String path = "/db-connections/" + connection.json().path("id").asText();
        replies.add(connection);
        Map<String, Object> draft = new TreeMap<>(wrong);
        draft.remove("environment");
        replies.add(owner.post("/db-connections/test", JsonText.of(draft)));
        replies.add(owner.post(path + "/test", ""));
        replies.add(owner.post(path + "/query", JsonText.of("sql", "SELECT 1")));
        replies.add(owner.get(path + "/tables"));
        replies.add(owner.patch(path, JsonText.of("password", SECRET + "!", "environment", "staging")));
        replies.add(owner.patch(path, JsonText.of("password", SECRET, "port", "x")));
        replies.add(owner.post("/db-connections", JsonText.of("url", "postgres://a:" + SECRET + "@nowhere.invalid/x")));
        replies.add(owner.post("/db-connections", "{\"name\": \"x\", \"password\": \"" + SECRET + "\", "));
        replies.add(owner.delete(path));

        Map<String, Object> server = Map.of("name", "far", "kind", "ssh", "host", "127.0.0.1", "port", 1, "user", "u");
        for (Map<String, Object> auth : List.<Map<String, Object>>of(
                Map.of("type", "password", "password", SECRET),
                Map.of(
                        "type",
                        "key",
                        "privateKey",
                        "-----BEGIN OPENSSH PRIVATE KEY-----\n" + SECRET,
                        "passphrase",
                        SECRET),
                Map.of("type", SECRET, "password", 7))) {
            Map<String, Object> fields = JsonText.merge(server, Map.of("auth", auth));
            Reply made = owner.post("/servers", JsonText.of(fields));
            fields.keySet().removeAll(List.of("name", "kind"));
            replies.add(owner.post("/servers/test", JsonText.of(fields)));
            replies.add(made);
            if (made.status() == 201) {
                String its = "/servers/" + made.json().path("id").asText();
                replies.add(owner.post(its + "/test", ""));
                replies.add(owner.patch(its, JsonText.of("auth", Map.of("type", "password", "password", SECRET))));
                replies.add(owner.delete(its));
            }
        }
        replies.add(owner.put(
                "/servers/local/metrics/source",
                JsonText.of("baseUrl", "https://metrics.example.com", "labels", Map.of(), "token", SECRET)));
        replies.add(owner.get("/servers/local/metrics/source"));

        Map<String, Object> git =
                Map.of("kind", "gitea", "name", "git", "baseUrl", "https://1.1.1.1:1", "token", SECRET);
        Reply kept = owner.post("/vcs-connections", JsonText.of(git));
        assertThat(kept.status()).as(kept.body()).isEqualTo(201);
        String gitPath = "/vcs-connections/" + kept.json().path("id").asText();
        replies.add(kept);
        replies.add(owner.post("/vcs-connections", JsonText.of(git)));
        replies.add(owner.post("/vcs-connections", JsonText.of(JsonText.merge(git, Map.of("token", SECRET + " x")))));
        replies.add(owner.patch(gitPath, JsonText.of("token", SECRET + "?")));
        replies.add(owner.patch(gitPath, JsonText.of("token", List.of(SECRET))));
        replies.add(owner.get(gitPath));

        Map<String, Object> app = Map.of(
                "name",
                "secretive",
                "serverId",
                "local",
                "runtime",
                "process",
                "restart",
                "never",
                "command",
                List.of("/bin/false", IN_COMMAND),
                "environment",
                Map.of("PASSWORD", SECRET));
        Reply made = owner.post("/apps", JsonText.of(app));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        String its = "/apps/" + made.json().path("id").asText();
        replies.add(owner.post(its + "/start", ""));
        replies.add(owner.patch(its, JsonText.of("environment", Map.of("PASSWORD", SECRET + "?"))));
        replies.add(owner.patch(its, JsonText.of("environment", Map.of("PASSWORD", List.of(SECRET)))));
        replies.add(owner.post(its + "/stop", ""));
        replies.add(owner.delete(its));

        Reply schedule = owner.post(
                "/schedules",
                JsonText.of(
                        "name",
                        "s",
                        "serverId",
                        "local",
                        "command",
                        "false --password=" + IN_COMMAND,
                        "cron",
                        "0 0 29 2 *"));
        assertThat(schedule.status()).as(schedule.body()).isEqualTo(201);
        String runs = "/schedules/" + schedule.json().path("id").asText();
        Reply run = owner.post(runs + "/run", "");
        replies.add(run);
        Reply tried = owner.post(
                "/schedules/test", JsonText.of("serverId", "local", "command", "false --password=" + IN_COMMAND));
        replies.add(tried);
        Awaiting.answer(
                () -> owner.get("/jobs/" + tried.json().path("id").asText()).json(),
                each -> each.has("finishedAt"),
                "It does not end");
        Awaiting.answer(
                () -> owner.get(runs + "/runs/" + run.json().path("id").asText())
                        .json(),
                each -> each.has("finishedAt"),
                "It does not end");
        owner.patch(runs, JsonText.of("command", "true --password=" + IN_COMMAND));

        for (String sql : List.of(
                "ALTER ROLE nobody PASSWORD '" + SECRET + "'",
                "SELECT 'postgres://a:" + SECRET + "@h/d'",
                "CREATE SUBSCRIPTION s CONNECTION 'password=" + SECRET + "' PUBLICATION p")) {
            postgres.query(Map.of("sql", sql, "confirm", true));
            postgres.post("/explain", Map.of("sql", sql));
            postgres.post("/export", Map.of("sql", sql, "format", "csv"));
            Reply script = postgres.script(sql, "confirm", "true");
            if (script.status() == 202) {
                postgres.endOf(script);
            }
        }
        Reply key = owner.post("/api-keys", JsonText.of("name", "one", "scopes", List.of("databases:read")));
        String token = key.json().path("token").asText();
        for (String line : List.of(
                "GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token + "\u0001\r\n",
                "GET /api/v1/me?token=" + token + " HTTP/1.1\r\nHost: localhost\r\n",
                "GET /api/v1/" + token + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token + "x\r\n")) {
            RawHttp.exchange(console.port(), line + "Connection: close\r\n\r\n");
        }
        List<String> told = replies.stream().map(Reply::body).toList();
        assertThat(told).noneMatch(each -> each.contains(token.substring(10)));
        List<String> all = new ArrayList<>(told);
        all.add("token: " + token);
        return all;
    }

    @Test
    @Timeout(120) // Every operation is called.
    void nothingTellsASecret() throws Exception {
        List<String> answers = sendEverything();
        String token = answers.getLast().substring("token: ".length());
        assertThat(answers).noneMatch(each -> each.contains(SECRET));
        List<String> told = new ArrayList<>();
        ApiClient owner = console.owner();
        told.add(owner.get("/events?limit=200").body());
        assertThat(told.getFirst()).contains("app.created", "schedule.tested", "server.created");
        told.add(owner.get("/jobs?limit=200").body());
        told.add(postgres.get("/history?limit=200").body());
        told.add(owner.get("/db-connections/history?limit=200").body());
        for (String list : List.of("/servers", "/apps", "/schedules", "/db-connections", "/api-keys", "/me")) {
            told.add(owner.get(list).body());
        }
        told.add(String.join("", log));
        for (String each : told) {
            assertThat(each).doesNotContain(SECRET).doesNotContain(token.substring(10));
        }
        try (ApiClient less = console.with(
                "events:read", "servers:read", "databases:read", "databases:query", "metrics:read", "logs:read")) {
            for (String path : List.of("/events?limit=200", "/jobs?limit=200", "/db-connections/history?limit=200")) {
                assertThat(less.get(path).body()).as(path).doesNotContain(IN_COMMAND);
            }
        }
        assertThat(String.join("", log)).doesNotContain(IN_COMMAND);
        assertThat(Tree.contents(console.home()))
                .isNotEmpty()
                .allSatisfy((file, content) ->
                        assertThat(content.contains(SECRET)).as("%s", file).isFalse());
    }
}

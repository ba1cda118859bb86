package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.platform.host.ssh.CutProxy;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The console's own state goes away under it and comes back. */
@Timeout(180) // Consoles or servers are started and ended, beside others.
class StoreAwayTest {

    /** So long is the state away. */
    private static final int AWAY_SECONDS = LongRun.of(6, 60);

    private static final int CLIENTS = 200;

    @Test
    void whatRunsGoesOnAndWhatHappenedMeanwhileIsToldAfterwards(@TempDir Path directory) throws Exception {
        int port = PostgresServer.shared().port();
        try (CutProxy cable = new CutProxy(port);
                TestConsole console = TestConsole.start(
                        directory, StateKind.newSharedUrl().replace(":" + port, ":" + cable.port()))) {
            ApiClient owner = console.owner();
            String lives = startApp(owner, "lives");
            String dies = startApp(owner, "dies");
            Awaiting.until(
                    "Everything is watched",
                    () -> sampledAt(owner) > 0 && looksRunning(owner, lives) && looksRunning(owner, dies));
            long pid = pid(owner, lives);
            ProcessHandle victim = ProcessHandle.of(pid(owner, dies)).orElseThrow();
            String schedule = "/schedules/"
                    + made(
                            owner,
                            "/schedules",
                            Map.of(
                                    "name",
                                    "s",
                                    "serverId",
                                    "local",
                                    "command",
                                    "sleep 3; echo done",
                                    "cron",
                                    "@yearly"));
            String run = schedule + "/runs/"
                    + owner.post(schedule + "/run", "").json().path("id").asText();
            Awaiting.answer(() -> status(owner, run), "running"::equals, "The run begins");

            cable.cut();
            victim.destroyForcibly();
            Awaiting.answer(() -> health(owner), "degraded"::equals, "The state is away");
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(AWAY_SECONDS);
            Awaiting.until("The time passes", () -> {
                assertThat(health(owner)).isEqualTo("degraded");
                Reply refused = owner.get("/apps");
                assertThat(refused.status()).as(refused.body()).isEqualTo(503);
                assertThat(refused.json().path("code").asText()).isEqualTo("store_unavailable");
                assertThat(refused.header("Retry-After")).isEqualTo("5");
                return System.nanoTime() > end;
            });
            cable.heal();
            long healed = System.currentTimeMillis();

            Awaiting.answer(() -> health(owner), "ok"::equals, "The state is there again");
            Awaiting.answer(
                    () -> owner.get(run).json(),
                    each -> each.path("status").asText().equals("succeeded"),
                    "The run is said to have succeeded");
            assertThat(owner.get(run + "/log").body()).isEqualTo("done\n");
            Awaiting.until("It measures", () -> sampledAt(owner) > healed);
            Awaiting.answer(
                    () -> kinds(owner, dies), kinds -> kinds.contains("app.crashed"), "The crash has its event");
            assertThat(kinds(owner, lives)).containsExactlyInAnyOrder("app.created", "app.started");
            assertThat(pid(owner, lives)).isEqualTo(pid);
            assertThat(owner.get("/events?limit=100").json().findValuesAsText("kind"))
                    .doesNotContain("server.unreachable", "schedule.failed");
            owner.delete("/apps/" + lives);
            owner.delete("/apps/" + dies);
        }
    }

    /** Others may read meanwhile, and nobody changes anything. */
    @Test
    void aStateThatAnotherProgramHoldsIsDegraded(@TempDir Path directory) throws Exception {
        try (TestConsole console = TestConsole.start(directory);
                Connection other = DriverManager.getConnection(
                        "jdbc:sqlite:" + console.home().resolve("state.db"));
                Statement statement = other.createStatement()) {
            ApiClient owner = console.owner();
            assertThat(health(owner)).isEqualTo("ok");
            statement.execute("BEGIN IMMEDIATE");
            Reply refused = owner.post("/api-keys", "{\"name\":\"meanwhile\"}");
            assertThat(refused.status()).as(refused.body()).isEqualTo(503);
            JsonNode degraded = owner.get("/health").json();
            assertThat(degraded.path("status").asText()).isEqualTo("degraded");
            assertThat(degraded.path("reason").asText()).isNotBlank();
            assertThat(owner.get("/api-keys").status()).isEqualTo(200);
            statement.execute("ROLLBACK");
            Awaiting.answer(() -> health(owner), "ok"::equals, "The state can be changed again");
            assertThat(owner.get("/health").json().has("reason")).isFalse();
        }
    }

    @Test
    void whatManyClientsSendAgainIsDoneOnce(@TempDir Path directory) throws Exception {
        int port = PostgresServer.shared().port();
        try (CutProxy cable = new CutProxy(port);
                TestConsole console =
                        TestConsole.start(directory, StateKind.newSharedUrl().replace(":" + port, ":" + cable.port()));
                Crowd crowd = new Crowd()) {
            ApiClient owner = console.owner();
            Map<String, Integer> statuses = new ConcurrentHashMap<>();
            AtomicInteger refused = new AtomicInteger();
            AtomicBoolean goOn = new AtomicBoolean(true);
            List<Future<Integer>> clients = crowd.start(CLIENTS, number -> {
                int made = 0;
                while (goOn.get() || made == 0) {
                    String name = "made-" + number + "-" + made;
                    statuses.put(name, makeOnce(owner, name, refused));
                    made++;
                }
                return made;
            });
            Awaiting.answer(statuses::size, count -> count >= CLIENTS, "Keys are made");

            cable.cut();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(AWAY_SECONDS);
            Awaiting.answer(() -> health(owner), "degraded"::equals, "The state is away");
            int before = refused.get();
            Awaiting.until("The time passes", () -> {
                assertThat(health(owner)).isEqualTo("degraded");
                return System.nanoTime() > end;
            });
            assertThat(refused.get()).as("refused at once").isGreaterThan(before + CLIENTS);
            cable.heal();
            Awaiting.answer(() -> health(owner), "ok"::equals, "The state is there again");
            goOn.set(false);
            for (Future<Integer> each : clients) {
                Crowd.result(each);
            }

            Map<String, Integer> found = namesOfKeys(owner);
            assertThat(found.values()).containsOnly(1);
            assertThat(found.keySet()).isEqualTo(statuses.keySet());
            assertThat(statuses.values()).isSubsetOf(201, 409).contains(201);
        }
    }

    /** Makes a key, sent until it is known to be made: 201, or 409 when only its answer was lost. */
    private static int makeOnce(ApiClient owner, String name, AtomicInteger refused)
            throws IOException, InterruptedException {
        while (true) {
            Reply reply = owner.send(
                    "POST",
                    "/api-keys",
                    JsonText.of("name", name),
                    Map.of("Content-Type", "application/json", "Idempotency-Key", name));
            String code = reply.json().path("code").asText();
            if (reply.status() == 201 || code.equals("conflict")) {
                return reply.status();
            }
            assertThat(code).as(reply.body()).isIn("store_unavailable", "busy", "idempotency_in_progress");
            refused.incrementAndGet();
            Awaiting.moment(200);
        }
    }

    private static Map<String, Integer> namesOfKeys(ApiClient owner) throws IOException, InterruptedException {
        Map<String, Integer> found = new HashMap<>();
        String page = "/api-keys?limit=200";
        while (!page.isEmpty()) {
            Reply reply = owner.get(page);
            reply.json().forEach(each -> {
                String name = each.path("name").asText();
                if (name.startsWith("made-")) {
                    found.merge(name, 1, Integer::sum);
                }
            });
            String link = reply.header("Link");
            page = link.isEmpty() ? "" : link.substring(link.indexOf("/api-keys"), link.indexOf('>'));
        }
        return found;
    }

    private String startApp(ApiClient owner, String name) throws IOException, InterruptedException {
        String id = made(
                owner,
                "/apps",
                Map.of("name", name, "serverId", "local", "runtime", "process", "command", List.of("sleep", "1000")));
        owner.post("/apps/" + id + "/start", "");
        return id;
    }

    private static String made(ApiClient owner, String path, Map<String, Object> fields)
            throws IOException, InterruptedException {
        Reply made = owner.post(path, JsonText.of(fields));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.json().path("id").asText();
    }

    private static boolean looksRunning(ApiClient owner, String app) throws IOException, InterruptedException {
        return owner.get("/apps/" + app + "/status").json().path("running").asBoolean();
    }

    private static long pid(ApiClient owner, String app) throws IOException, InterruptedException {
        return owner.get("/apps/" + app + "/status")
                .json()
                .at("/instances/0/pid")
                .asLong();
    }

    private static String status(ApiClient owner, String run) throws IOException, InterruptedException {
        return owner.get(run).json().path("status").asText();
    }

    private static List<String> kinds(ApiClient owner, String subject) throws IOException, InterruptedException {
        return owner.get("/events?subject=" + subject).json().findValuesAsText("kind");
    }

    /** When the server was measured last, milliseconds since 1970; 0 for never. */
    private static long sampledAt(ApiClient owner) throws IOException, InterruptedException {
        return StreamSupport.stream(owner.get("/servers/local/metrics").json().spliterator(), false)
                .mapToLong(each -> each.path("ts").asLong())
                .max()
                .orElse(0);
    }

    private static String health(ApiClient client) throws IOException, InterruptedException {
        Reply health = client.get("/health");
        assertThat(health.status()).isEqualTo(200);
        return health.json().path("status").asText();
    }
}

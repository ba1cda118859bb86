package dev.wheelhouse.api.apps;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.Awaiting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AppApiTest {

    private TestConsole console;
    private int names;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        console = TestConsole.start(directory);
    }

    @AfterAll
    void stop() {
        console.close();
    }

    private Map<String, Object> process(Object... command) {
        names++;
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", "app-" + names);
        fields.put("serverId", "local");
        fields.put("runtime", "process");
        fields.put("command", List.of(command));
        return fields;
    }

    private Reply post(Map<String, Object> fields) throws Exception {
        return console.owner().post("/apps", JsonText.of(fields));
    }

    private String made(Map<String, Object> fields) throws Exception {
        Reply reply = post(fields);
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        String id = reply.json().path("id").asText();
        assertThat(reply.header("Location")).isEqualTo("/api/v1/apps/" + id);
        return "/apps/" + id;
    }

    private static String at(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(422);
        return reply.json().at("/errors/0/path").asText();
    }

    @Test
    void startsStopsAndTellsHowAnAppIs() throws Exception {
        String app = made(process("sh", "-c", "exec sleep 1000"));
        assertThat(console.owner().get(app).json().at("/status/running").asBoolean())
                .isFalse();
        Reply started = console.owner().post(app + "/start", "");
        assertThat(started.status()).as(started.body()).isEqualTo(200);
        assertThat(started.json().path("running").asBoolean()).isTrue();
        long pid = started.json().at("/instances/0/pid").asLong();
        assertThat(pid).isPositive();
        assertThat(console.owner()
                        .post(app + "/start", "")
                        .json()
                        .at("/instances/0/pid")
                        .asLong())
                .isEqualTo(pid);
        JsonNode status = Awaiting.answer(
                () -> console.owner().get(app + "/status").json(),
                now -> now.has("cpuPercent"),
                "There is no processor use");
        assertThat(status.path("memUsage").asText()).contains(" / ");
        assertThat(status.path("memPercent").asDouble()).isBetween(0.0, 100.0);
        assertThat(console.owner().get("/apps").json().findValuesAsText("state"))
                .contains("running");
        assertThat(console.owner()
                        .post(app + "/restart", "")
                        .json()
                        .at("/instances/0/pid")
                        .asLong())
                .isNotEqualTo(pid);
        assertThat(console.owner()
                        .post(app + "/stop", "")
                        .json()
                        .path("running")
                        .asBoolean())
                .isFalse();
        assertThat(console.owner().delete(app).status()).isEqualTo(204);
        assertThat(console.owner().get(app).status()).isEqualTo(404);
    }

    @Test
    void tellsWhyAnAppDidNotStayUp() throws Exception {
        String app = made(process("sh", "-c", "echo the port is taken >&2; exit 3"));
        Reply reply = console.owner().post(app + "/start", "");
        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.json().path("code").asText()).isEqualTo("state_invalid");
        assertThat(console.owner().get(app + "/status").json().path("running").asBoolean())
                .isFalse();
        console.owner().delete(app);
    }

    @Test
    void neverGivesValuesOfTheEnvironmentBack() throws Exception {
        Map<String, Object> fields = process("sleep", "1000");
        fields.put("environment", Map.of("TOKEN", "s3cret-1", "PORT", "8080"));
        Reply created = post(fields);
        String app = "/apps/" + created.json().path("id").asText();
        Reply changed = console.owner()
                .patch(
                        app,
                        "{\"environment\": {\"PORT\": null, \"DEBUG\": \"s3cret-2\"}, \"restart\": \"on-failure\"}");
        assertThat(changed.status()).as(changed.body()).isEqualTo(200);
        assertThat(changed.json().path("environmentNames")).hasToString("[\"DEBUG\",\"TOKEN\"]");
        assertThat(changed.json().path("restart").asText()).isEqualTo("on-failure");
        Reply kept = console.owner().patch(app, "{\"directory\": \"/tmp\"}");
        assertThat(kept.json().path("environmentNames")).hasSize(2);
        assertThat(kept.json().path("command").path(1).asText()).isEqualTo("1000");
        for (Reply each : List.of(
                created,
                changed,
                kept,
                console.owner().get(app),
                console.owner().get("/apps"),
                console.owner().get("/events?subject=" + app.substring("/apps/".length())))) {
            assertThat(each.body()).doesNotContain("s3cret").doesNotContain("8080");
        }
        assertThat(console.owner().patch(app, "{\"environment\": null}").json().path("environmentNames"))
                .isEmpty();
        console.owner().delete(app);
    }

    @Test
    void changesAnAppOnlyAsItWasRead() throws Exception {
        String app = made(process("true"));
        String tag = console.owner().get(app).header("ETag");
        assertThat(console.owner()
                        .send("PATCH", app, "{\"restart\":\"always\"}", headers(tag))
                        .status())
                .isEqualTo(200);
        assertThat(console.owner()
                        .send("PATCH", app, "{\"restart\":\"never\"}", headers(tag))
                        .status())
                .isEqualTo(412);
        assertThat(console.owner()
                        .send("DELETE", app, "", Map.of("If-Match", tag))
                        .status())
                .isEqualTo(412);
        assertThat(console.owner().delete(app + "?forget=true").status()).isEqualTo(204);
    }

    @Test
    void patchesThatComeAtOnceAreAllMade() throws Exception {
        String app = made(process("true"));
        List<FutureTask<Reply>> patches = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String patch = JsonText.of(Map.of("environment", Map.of("NAME_" + i, "x")));
            patches.add(new FutureTask<>(() ->
                    console.owner().send("PATCH", app, patch, Map.of("Content-Type", "application/merge-patch+json"))));
        }
        patches.forEach(each -> Thread.ofVirtual().start(each));
        for (FutureTask<Reply> each : patches) {
            assertThat(each.get().status()).as(each.get().body()).isEqualTo(200);
        }
        assertThat(console.owner().get(app).body())
                .contains(IntStream.range(0, 12)
                        .mapToObj(i -> "\"NAME_" + i + "\"")
                        .toList());
    }

    private static Map<String, String> headers(String tag) {
        return Map.of("If-Match", tag, "Content-Type", "application/merge-patch+json");
    }

    @ParameterizedTest
    @CsvSource({
        "serverId, '\"srv_none\"', serverId",
        "serverId, null, serverId",
        "runtime, '\"systemd\"', runtime",
        "restart, '\"sometimes\"', restart",
        "name, '\"No Name\"', name",
        "name, null, name",
        "unit, '\"x.service\"', unit",
        "image, '\"x\"', image",
        "command, '[]', command",
        "command, '\"sleep 1\"', command",
        "command, '[1]', command[0]",
        "directory, '\"relative\"', directory",
        "environment, '{\"1A\": \"x\"}', environment.1A",
        "nothing, '1', nothing"
    })
    void namesTheFieldAtFault(String field, String value, String path) throws Exception {
        String app = made(process("true"));
        assertThat(at(console.owner().patch(app, "{\"" + field + "\": " + value + "}")))
                .startsWith(path);
        assertThat(console.owner().get(app).json().path("command")).hasSize(1);
        console.owner().delete(app + "?forget=true");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$(touch /tmp/x)",
                "`id`",
                "; rm -rf /",
                "a\nb",
                "' || true '",
                "\" && x",
                "-e",
                "--help",
                "🎉 é",
                "../../etc",
                "%n%s",
                "${jndi:ldap://x}"
            })
    void takesTextForWhatItIs(String hostile) throws Exception {
        Map<String, Object> fields = process("printf", "%s", hostile);
        fields.put("environment", Map.of("HOSTILE", hostile));
        String app = made(fields);
        assertThat(console.owner().get(app).json().path("command").path(2).asText())
                .isEqualTo(hostile);
        console.owner().delete(app + "?forget=true");
        assertThat(at(post(
                        Map.of("name", hostile, "serverId", "local", "runtime", "process", "command", List.of("x")))))
                .isEqualTo("name");
        assertThat(at(post(Map.of("name", "x", "serverId", "local", "runtime", "systemd", "unit", hostile + "/"))))
                .isEqualTo("unit");
        assertThat(at(post(Map.of("name", "x", "serverId", hostile, "runtime", "systemd", "unit", "y"))))
                .isEqualTo("serverId");
    }

    @Test
    void storesAUnitWithItsSuffixOnce() throws Exception {
        Reply made = post(Map.of("name", "web", "serverId", "local", "runtime", "systemd", "unit", "nginx"));
        assertThat(made.json().path("unit").asText()).isEqualTo("nginx.service");
        assertThat(made.json().has("environmentNames")).isFalse();
        assertThat(made.json().has("command")).isFalse();
        assertThat(post(Map.of("name", "web", "serverId", "local", "runtime", "systemd", "unit", "x"))
                        .status())
                .isEqualTo(409);
        console.owner().delete("/apps/" + made.json().path("id").asText() + "?forget=true");
    }

    @Test
    void asksForAMetricAndARuntimeThatThereAre() throws Exception {
        String app = made(process("true"));
        String series = app + "/metrics/series?metric=";
        Reply cpu = console.owner().get(series + "cpu&range=1h");
        assertThat(cpu.status()).isEqualTo(200);
        assertThat(cpu.json().path("unit").asText()).isEqualTo("percent");
        assertThat(at(console.owner().get(series + "load1&range=1h"))).isEqualTo("query.metric");
        assertThat(at(console.owner().get(series + "x&range=1h"))).isEqualTo("query.metric");
        assertThat(at(console.owner().get(series + "cpu&range=2h"))).isEqualTo("query.range");
        String discovered = "/servers/local/discovered-apps";
        assertThat(console.owner().get(discovered + "?runtime=systemd").status())
                .isEqualTo(200);
        assertThat(at(console.owner().get(discovered))).isEqualTo("query.runtime");
        assertThat(at(console.owner().get(discovered + "?runtime=SYSTEMD"))).isEqualTo("query.runtime");
        assertThat(at(console.owner().delete(app + "?forget=maybe"))).isEqualTo("query.forget");
        console.owner().delete(app + "?forget=true");
    }

    @Test
    void needsTheScopeOfTheServerToo() throws Exception {
        try (var client = console.with("apps:write", "apps:read")) {
            Reply reply = client.post("/apps", JsonText.of(process("true")));
            assertThat(reply.status()).isEqualTo(403);
            assertThat(reply.json().path("detail").asText()).contains("servers:exec");
        }
    }
}

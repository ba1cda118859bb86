package dev.wheelhouse.api.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.Awaiting;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Schedules and their runs over HTTP, on the machine of the test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisabledOnOs(OS.WINDOWS)
class ScheduleApiTest {

    private static final Set<String> ENDED =
            Set.of("succeeded", "failed", "timed_out", "cancelled", "skipped", "missed");

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

    private Map<String, Object> fields(String command) {
        names++;
        // Never due while the test runs.
        return Map.of("name", "s-" + names, "serverId", "local", "command", command, "cron", "0 0 29 2 *");
    }

    private Reply create(Map<String, ?> fields) throws Exception {
        return console.owner().post("/schedules", JsonText.of(fields));
    }

    private String created(Map<String, ?> fields) throws Exception {
        Reply reply = create(fields);
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return "/schedules/" + reply.json().path("id").asText();
    }

    private JsonNode ran(String path) throws Exception {
        Reply started = console.owner().post(path + "/run", "");
        assertThat(started.status()).as(started.body()).isEqualTo(202);
        assertThat(started.json().path("status").asText()).isEqualTo("queued");
        return ended(path + "/runs/" + started.json().path("id").asText());
    }

    private JsonNode ended(String runPath) throws Exception {
        return Awaiting.answer(
                () -> console.owner().get(runPath).json(),
                run -> ENDED.contains(run.path("status").asText()),
                "The run did not end");
    }

    private static void refused(Reply reply, int status, String code) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.json().path("code").asText()).as(reply.body()).isEqualTo(code);
    }

    private static void refusedAt(Reply reply, String path) {
        refused(reply, 422, "validation_failed");
        assertThat(reply.json().at("/errors/0/path").asText()).as(reply.body()).isEqualTo(path);
    }

    @Test
    void addsReadsChangesAndForgets() throws Exception {
        String path = created(fields("true"));
        Reply read = console.owner().get(path);
        assertThat(read.json().path("words").asText()).isNotEmpty();
        assertThat(read.json().path("timeZone").asText()).isEqualTo("UTC");
        assertThat(read.json().path("overlap").asText()).isEqualTo("skip");
        assertThat(read.json().path("nextDueAt").asText()).endsWith("-02-29T00:00:00.000Z");
        assertThat(read.json().path("serverId").asText()).startsWith("srv_");

        Reply changed = console.owner().patch(path, "{\"timeZone\":\"Europe/Zurich\",\"enabled\":false}");
        assertThat(changed.status()).as(changed.body()).isEqualTo(200);
        assertThat(changed.json().has("nextDueAt")).isFalse();
        refused(
                console.owner().send("DELETE", path, "", Map.of("If-Match", read.header("ETag"))),
                412,
                "precondition_failed");
        assertThat(console.owner().delete(path).status()).isEqualTo(204);
        refused(console.owner().get(path), 404, "not_found");
    }

    @Test
    void namesTheFieldAtFault() throws Exception {
        Map<String, Object> good = fields("true");
        refusedAt(create(JsonText.merge(good, Map.of("cron", "0 0 30 2 *"))), "cron");
        refusedAt(create(JsonText.merge(good, Map.of("timeZone", "Mars/Base"))), "timeZone");
        refusedAt(create(JsonText.merge(good, Map.of("command", " "))), "command");
        refusedAt(create(JsonText.merge(good, Map.of("serverId", "srv_none"))), "serverId");
        refusedAt(create(JsonText.merge(good, Map.of("timeoutSeconds", 0))), "timeoutSeconds");
        created(good);
        refused(create(good), 409, "already_exists");
        refusedAt(console.owner().get("/schedules/preview?cron=never"), "cron");
    }

    @Test
    void triesACommandBeforeItBecomesASchedule() throws Exception {
        Map<String, Object> command = Map.of("serverId", "local", "command", "echo tried; exit 4");
        Reply begun = console.owner().post("/schedules/test", JsonText.of(command));
        assertThat(begun.status()).as(begun.body()).isEqualTo(202);
        String path = "/jobs/" + begun.json().path("id").asText();
        JsonNode job = Awaiting.answer(
                () -> console.owner().get(path).json(),
                each -> ENDED.contains(each.path("status").asText()),
                "The job did not end");
        assertThat(job.path("status").asText()).isEqualTo("failed");
        assertThat(job.at("/result/exitCode").asInt()).isEqualTo(4);
        assertThat(console.owner().get(path + "/log").body()).isEqualTo("tried\n");
        refusedAt(console.owner().post("/schedules/test", "{\"serverId\":\"local\",\"command\":\" \"}"), "command");
        refusedAt(
                console.owner().post("/schedules/test", "{\"serverId\":\"srv_none\",\"command\":\"true\"}"),
                "serverId");
    }

    @Test
    void runsNowAndTellsWhatCameOfIt() throws Exception {
        String path = created(fields("echo out; echo err >&2; exit 3"));

        JsonNode run = ran(path);

        assertThat(run.path("status").asText()).isEqualTo("failed");
        assertThat(run.path("exitCode").asInt()).isEqualTo(3);
        assertThat(run.path("outputTail").asText()).contains("out").contains("err");
        Reply log = console.owner().get(path + "/runs/" + run.path("id").asText() + "/log");
        assertThat(log.body()).contains("out").contains("err");
        String job = "/jobs/" + run.path("jobId").asText();
        JsonNode told = console.owner().get(job).json();
        assertThat(told.path("kind").asText()).isEqualTo("schedule_run");
        assertThat(told.path("status").asText()).isEqualTo("failed");
        assertThat(told.at("/result/exitCode").asInt()).isEqualTo(3);
        assertThat(console.owner().get(job + "/log").body()).contains("out");
        assertThat(console.owner().get(path).json().at("/lastRun/status").asText())
                .isEqualTo("failed");
        assertThat(console.owner().get(path + "/runs").json()).hasSize(1);
    }

    @Test
    void keepsTheEndOfALongOutputInTheRunAndAllOfItInTheLog() throws Exception {
        String path = created(fields("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); echo \"line $i\"; done"));

        JsonNode run = ran(path);

        assertThat(run.path("status").asText()).isEqualTo("succeeded");
        assertThat(run.path("outputTail").asText()).endsWith("line 20000\n");
        Reply log = console.owner().get(path + "/runs/" + run.path("id").asText() + "/log");
        assertThat(log.body().lines())
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 20_000)
                        .mapToObj(number -> "line " + number)
                        .toList());
    }

    @Test
    void showsWhatARunWritesWhileItRuns() throws Exception {
        String path = created(fields("echo begun; sleep 60"));
        String run = path + "/runs/"
                + console.owner().post(path + "/run", "").json().path("id").asText();

        JsonNode running = Awaiting.answer(
                () -> console.owner().get(run).json(),
                each -> each.path("outputTail").asText().contains("begun"),
                "Its output is not shown");

        assertThat(running.path("status").asText()).isEqualTo("running");
        assertThat(console.owner().delete(run).status()).isEqualTo(204);
        assertThat(ended(run).path("status").asText()).isEqualTo("cancelled");
    }

    @Test
    void cancelsARunAndRefusesASecondBesideIt() throws Exception {
        String path = created(fields("sleep 60"));
        String run = path + "/runs/"
                + console.owner().post(path + "/run", "").json().path("id").asText();
        refused(console.owner().post(path + "/run", ""), 409, "already_running");
        Awaiting.answer(
                () -> console.owner().get(run).json(),
                each -> each.path("status").asText().equals("running"),
                "It did not begin");
        refused(console.owner().delete(path), 409, "in_use");
        refused(console.owner().send("DELETE", run, "", Map.of("If-Match", "\"queued\"")), 412, "precondition_failed");
        Reply read = console.owner().get(run);
        String job = "/jobs/" + read.json().path("jobId").asText();
        refused(
                console.owner().send("DELETE", job, "", Map.of("If-Match", "\"succeeded\"")),
                412,
                "precondition_failed");
        assertThat(console.owner().get(job).header("ETag")).isEqualTo("\"running\"");

        assertThat(console.owner()
                        .send("DELETE", run, "", Map.of("If-Match", read.header("ETag")))
                        .status())
                .isEqualTo(204);

        assertThat(ended(run).path("status").asText()).isEqualTo("cancelled");
        refused(console.owner().delete(run), 409, "state_invalid");
        assertThat(console.owner().delete(path).status()).isEqualTo(204);
    }

    @Test
    void everyRouteRefusesWhatIsNotThere() throws Exception {
        String path = created(fields("true"));
        for (String base : new String[] {"/schedules/sch_none", path + "/runs/run_none"}) {
            refused(console.owner().get(base), 404, "not_found");
            refused(console.owner().delete(base), 404, "not_found");
        }
        refused(console.owner().patch("/schedules/sch_none", "{}"), 404, "not_found");
        refused(console.owner().post("/schedules/sch_none/run", ""), 404, "not_found");
        refused(console.owner().get("/schedules/sch_none/runs"), 404, "not_found");
        refused(console.owner().get("/schedules/sch_none/runs/run_none/log"), 404, "not_found");
        refused(console.owner().get(path + "/runs/run_none/log"), 404, "not_found");
        String other = created(fields("true"));
        String run = "/runs/" + ran(other).path("id").asText();
        refused(console.owner().get(path + run), 404, "not_found");
        assertThat(console.owner().get(other + run).status()).isEqualTo(200);
    }

    @Test
    void refusesAPatchThatIsWrongAndANameThatIsTaken() throws Exception {
        Map<String, Object> first = fields("true");
        created(first);
        String path = created(fields("true"));
        refusedAt(console.owner().patch(path, "{\"cron\":\"61 * * * *\"}"), "cron");
        refusedAt(console.owner().patch(path, "{\"timeZone\":\"Nowhere\"}"), "timeZone");
        refusedAt(console.owner().patch(path, "{\"command\":\"\"}"), "command");
        refusedAt(console.owner().patch(path, "{\"overlap\":\"never\"}"), "overlap");
        refused(console.owner().patch(path, JsonText.of(Map.of("name", first.get("name")))), 409, "already_exists");
        refusedAt(console.owner().get("/schedules/preview?cron=@daily&count=101"), "query.count");
        refusedAt(console.owner().get("/schedules/preview?cron=@daily&timeZone=Nowhere"), "timeZone");
        refusedAt(console.owner().get(path + "/runs?limit=0"), "query.limit");
    }

    @Test
    void twoPatchesOfDifferentFieldsAtOnceBothHold() throws Exception {
        String path = created(fields("true"));
        for (int round = 1; round <= 40; round++) {
            String command = "echo " + round;
            int seconds = 60 + round;
            AtOnce.run(2, number -> () -> {
                String patch = number == 0
                        ? JsonText.of(Map.of("command", command))
                        : JsonText.of(Map.of("timeoutSeconds", seconds));
                Reply changed = console.owner().patch(path, patch);
                assertThat(changed.status()).as(changed.body()).isEqualTo(200);
                return changed;
            });
            JsonNode now = console.owner().get(path).json();
            assertThat(now.path("command").asText()).isEqualTo(command);
            assertThat(now.path("timeoutSeconds").asInt()).isEqualTo(seconds);
        }
    }

    @Test
    void previewsPausesAndResumes() throws Exception {
        JsonNode preview = console.owner()
                .get("/schedules/preview?cron=30%202%20*%20*%201-5&timeZone=Europe/Zurich&count=3")
                .json();
        assertThat(preview.path("words").asText()).isEqualTo("at 02:30 on Monday to Friday");
        assertThat(preview.path("next")).hasSize(3);

        assertThat(console.owner()
                        .post("/schedules/pause", "")
                        .json()
                        .path("paused")
                        .asBoolean())
                .isTrue();
        JsonNode paused = console.owner().get("/schedules/pause").json();
        assertThat(paused.path("paused").asBoolean()).isTrue();
        assertThat(paused.has("pausedAt")).isTrue();
        assertThat(console.owner()
                        .post("/schedules/resume", "")
                        .json()
                        .path("paused")
                        .asBoolean())
                .isFalse();
        assertThat(console.owner().get("/schedules/pause").json().path("paused").asBoolean(true))
                .isFalse();
    }
}

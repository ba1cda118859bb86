package dev.wheelhouse.api.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Long work over HTTP: listed, followed, read, cancelled; made by trying commands. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisabledOnOs(OS.WINDOWS)
class JobApiTest {

    private TestConsole console;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        console = TestConsole.start(directory);
    }

    @AfterAll
    void stop() {
        console.close();
    }

    private String begin(String command) throws Exception {
        Reply begun =
                console.owner().post("/schedules/test", JsonText.of(Map.of("serverId", "local", "command", command)));
        assertThat(begun.status()).as(begun.body()).isEqualTo(202);
        return begun.json().path("id").asText();
    }

    private JsonNode awaitStatus(String id, String status) throws Exception {
        return Awaiting.answer(
                () -> console.owner().get("/jobs/" + id).json(),
                job -> job.path("status").asText().equals(status),
                "The job is not " + status);
    }

    private static void refused(Reply reply, int status, String code) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.json().path("code").asText()).as(reply.body()).isEqualTo(code);
    }

    @Test
    void tellsHowAJobStandsAndWhatItWrote() throws Exception {
        String id = begin("echo one; echo two");
        JsonNode job = awaitStatus(id, "succeeded");
        assertThat(job.path("kind").asText()).isEqualTo("schedule_test");
        assertThat(job.at("/result/exitCode").asInt(-1)).isZero();
        Reply log = console.owner().get("/jobs/" + id + "/log");
        assertThat(log.header("Content-Type")).startsWith("text/plain");
        assertThat(log.body()).isEqualTo("one\ntwo\n");
        assertThat(console.owner().get("/jobs?limit=1").json()).hasSize(1);
    }

    @Test
    void cancelsOnce() throws Exception {
        String id = begin("echo begun; sleep 60");
        Awaiting.answer(
                () -> console.owner().get("/jobs/" + id + "/log").body(), "begun\n"::equals, "Nothing was written");
        assertThat(console.owner().delete("/jobs/" + id).status()).isEqualTo(204);
        awaitStatus(id, "cancelled");
        refused(console.owner().delete("/jobs/" + id), 409, "state_invalid");
    }

    @Test
    void refusesWhatIsNotThereAndWhoMayNotSeeIt() throws Exception {
        for (String path : new String[] {"/jobs/job_none", "/jobs/job_none/log"}) {
            refused(console.owner().get(path), 404, "not_found");
        }
        refused(console.owner().delete("/jobs/job_none"), 404, "not_found");
        refused(console.owner().get("/jobs?limit=0"), 422, "validation_failed");
        String id = begin("true");
        try (ApiClient weak = console.with("events:read")) {
            refused(weak.get("/jobs/" + id), 403, "insufficient_scope");
            refused(weak.get("/jobs/" + id + "/log"), 403, "insufficient_scope");
            assertThat(weak.get("/jobs").json()).isEmpty();
        }
    }

    private RawHttp stream(String more) throws IOException {
        return new RawHttp(console.port())
                .send("GET /api/v1/jobs/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                        + console.ownerToken() + "\r\n" + more + "\r\n");
    }

    private static String readUntil(RawHttp stream, String words) throws IOException {
        InputStream in = stream.socket().getInputStream();
        StringBuilder text = new StringBuilder();
        byte[] buffer = new byte[4096];
        while (text.indexOf(words) < 0) {
            int read = in.read(buffer);
            assertThat(read).as(text.toString()).isPositive();
            text.append(new String(buffer, 0, read, StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    @Test
    void followsJobsAndGoesOnWhereItStopped() throws Exception {
        Path go = console.home().resolveSibling("go");
        String id;
        String last;
        try (RawHttp stream = stream("")) {
            assertThat(readUntil(stream, "\r\n\r\n")).contains("text/event-stream");
            id = begin("while [ ! -e '" + go + "' ]; do sleep 0.05; done");
            String seen = readUntil(stream, "\"running\"");
            assertThat(seen).contains("event: job").contains(id);
            Matcher ids = Pattern.compile("id: (\\S+)").matcher(seen);
            assertThat(ids.find()).isTrue();
            last = ids.group(1);
        }
        Files.createFile(go);
        awaitStatus(id, "succeeded");

        try (RawHttp stream = stream("Last-Event-ID: " + last + "\r\n")) {
            assertThat(readUntil(stream, "\"succeeded\"")).contains(id).doesNotContain("event: gap");
        }
    }

    @Test
    void tellsWhoComesBackTooLateToListAnew() throws Exception {
        try (RawHttp stream = stream("Last-Event-ID: before.7\r\n")) {
            assertThat(readUntil(stream, "event: gap")).contains("text/event-stream");
        }
    }
}

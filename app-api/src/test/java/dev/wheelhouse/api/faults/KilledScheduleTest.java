package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.faults.Client.Reply;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a console says over HTTP of schedules that it was not there for. */
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
class KilledScheduleTest {

    @TempDir
    private Path directory;

    @Test
    void aRunOfAKilledConsoleFailsAndSaysWhy() throws Exception {
        Path home = directory.resolve("home");
        String schedule;
        String run;
        try (ConsoleProcess console = ConsoleProcess.start(home);
                Client client = console.client()) {
            schedule = create(client, "long", "echo begun; sleep 100", "0 0 29 2 *");
            Reply started = client.post("/schedules/" + schedule + "/run", "");
            assertThat(started.status()).as(started.body()).isEqualTo(202);
            run = "/schedules/" + schedule + "/runs/"
                    + started.json().path("id").asText();
            Awaiting.until("the run begins", () -> client.get(run).body().contains("begun"));
            console.kill();
        }
        try (ConsoleProcess again = ConsoleProcess.start(home);
                Client client = again.client()) {
            Awaiting.until("the run ends", () -> client.get(run).json().has("finishedAt"));
            JsonNode ended = client.get(run).json();
            assertThat(ended.path("status").asText()).isEqualTo("failed");
            assertThat(ended.toString()).contains("The console stopped while it ran");
            Awaiting.until("its event", () -> events(client, "schedule.failed", schedule) == 1);
        }
    }

    @Test
    void aDueTimeThatNobodyWasThereForIsMissedAndTheNextOneRuns() throws Exception {
        Path home = directory.resolve("home");
        SettableClock clock = new SettableClock();
        String schedule;
        try (RunningConsole console = RunningConsole.start(home, clock)) {
            schedule = create(console.client(), "hourly", "true", "0 * * * *");
        }
        // Past the minute of grace.
        clock.jump(untilTheHour(clock).plusSeconds(90));
        try (RunningConsole console = RunningConsole.start(home, clock)) {
            Client client = console.client();
            Awaiting.until(
                    "the due time is missed", () -> statuses(client, schedule).contains("missed"));
            Awaiting.until("its event", () -> events(client, "schedule.missed", schedule) == 1);
            clock.jump(untilTheHour(clock));
            Awaiting.until("the next one runs", () -> statuses(client, schedule).contains("succeeded"));
        }
    }

    private static Duration untilTheHour(SettableClock clock) {
        Instant now = clock.instant();
        return Duration.between(now, now.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS));
    }

    private static String create(Client client, String name, String command, String cron)
            throws IOException, InterruptedException {
        Reply reply = client.post(
                "/schedules", JsonText.of(Map.of("name", name, "serverId", "local", "command", command, "cron", cron)));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return reply.json().path("id").asText();
    }

    private static List<String> statuses(Client client, String schedule) throws IOException, InterruptedException {
        return client.get("/schedules/" + schedule + "/runs").json().findValuesAsText("status");
    }

    private static int events(Client client, String kind, String schedule) throws IOException, InterruptedException {
        return client.get("/events?kind=" + kind + "&subject=" + schedule)
                .json()
                .size();
    }
}

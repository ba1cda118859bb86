package dev.wheelhouse.ui.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.Console;
import dev.wheelhouse.core.schedules.MissedPolicy;
import dev.wheelhouse.core.schedules.Overlap;
import dev.wheelhouse.core.schedules.ScheduleDraft;
import dev.wheelhouse.ui.schedules.list.ScheduleCalls;
import dev.wheelhouse.ui.testing.CopiedLines;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@SuppressWarnings("NullAway.Init")
class ScheduleCallsTest {

    @TempDir
    private Path directory;

    @Test
    void everyLineOfTheseScreensIsAnswered() throws Exception {
        try (Console console = CopiedLines.console(directory.resolve("home"))) {
            CopiedLines lines = new CopiedLines(console);
            ScheduleDraft draft = new ScheduleDraft(
                    "say-hello",
                    "local",
                    "printf '%s' \"hello 'there'\"; sleep 60",
                    "0 0 29 2 *",
                    "Europe/Zurich",
                    true,
                    600L,
                    Overlap.QUEUE,
                    MissedPolicy.RUN_ONCE);
            JsonNode made = lines.answered(ScheduleCalls.create(draft));
            String id = made.path("id").asText();
            assertThat(made.path("command").asText()).isEqualTo(draft.command());
            lines.answered(ScheduleCalls.list());
            lines.answered(ScheduleCalls.get(id));
            lines.answered(ScheduleCalls.update(id, draft));
            assertThat(lines.answered(ScheduleCalls.setEnabled(id, false))
                            .path("enabled")
                            .asBoolean())
                    .isFalse();
            lines.answered(ScheduleCalls.pauseAll());
            lines.answered(ScheduleCalls.resumeAll());
            String run = lines.answered(ScheduleCalls.runNow(id)).path("id").asText();
            lines.answered(ScheduleCalls.runs(id));
            lines.answered(ScheduleCalls.run(id, run));
            lines.answered(ScheduleCalls.log(id, run));
            lines.answered(ScheduleCalls.cancelRun(id, run));
            lines.answered(ScheduleCalls.test(draft));
        }
    }
}

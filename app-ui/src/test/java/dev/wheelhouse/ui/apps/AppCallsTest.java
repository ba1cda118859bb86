package dev.wheelhouse.ui.apps;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.Console;
import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.ui.apps.list.AppCalls;
import dev.wheelhouse.ui.testing.CopiedLines;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@SuppressWarnings("NullAway.Init")
class AppCallsTest {

    @TempDir
    private Path directory;

    private static AppDraft draft(@Nullable String in, Map<String, @Nullable String> environment) {
        return new AppDraft(
                "sleeper",
                "local",
                RuntimeKind.PROCESS,
                RestartPolicy.ON_FAILURE,
                List.of("/bin/sleep", "600"),
                in,
                environment,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    @Test
    void everyLineOfTheseScreensIsAnswered() throws Exception {
        try (Console console = CopiedLines.console(directory.resolve("home"))) {
            CopiedLines lines = new CopiedLines(console);
            Map<String, @Nullable String> typed = new HashMap<>(Map.of("TOKEN", "secret"));
            assertThat(lines.text(AppCalls.create(draft("/tmp", typed)))).doesNotContain("secret");
            String id = lines.answered(AppCalls.create(draft("/tmp", typed)))
                    .path("id")
                    .asText();
            assertThat(lines.answered(AppCalls.start(id)).path("running").asBoolean())
                    .isTrue();
            assertThat(lines.answered(AppCalls.restart(id)).path("running").asBoolean())
                    .isTrue();
            lines.answered(AppCalls.status(id));
            lines.answered(AppCalls.get(id));
            lines.answered(AppCalls.list());
            lines.answered(AppCalls.events(id));
            lines.answered(AppCalls.series(id, Metric.CPU, MetricRange.HOURS_1));
            assertThat(lines.answered(AppCalls.stop(id)).path("running").asBoolean())
                    .isFalse();
            changes(console, lines, id);
            lines.answered(AppCalls.delete(id));
        }
    }

    /** A patch keeps what is sealed, and takes away what the form no longer has. */
    private static void changes(Console console, CopiedLines lines, String id) throws Exception {
        Caller caller = console.core().access().windowCaller("req_test");
        App stored = console.core().apps().service().get(caller, id);
        Map<String, @Nullable String> sealed = new HashMap<>();
        sealed.put("TOKEN", null);
        JsonNode kept = lines.answered(AppCalls.update(stored, draft(null, sealed)));
        assertThat(kept.has("directory")).isFalse();
        App after = console.core().apps().service().get(caller, id);
        assertThat(console.core().apps().service().environmentNames(after)).containsExactly("TOKEN");
        lines.answered(AppCalls.update(after, draft(null, Map.of())));
        App bare = console.core().apps().service().get(caller, id);
        assertThat(console.core().apps().service().environmentNames(bare)).isEmpty();
    }
}

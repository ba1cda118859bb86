package dev.wheelhouse.core.apps.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What apps as processes must do on any host. The host's machine is the test's own. */
abstract class ProcessRules {

    private static final Pattern STAMPED =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ (stdout|stderr) F .*");

    @TempDir
    private Path state;

    private final List<App> made = new ArrayList<>();
    private ProcessRuntime runtime;
    private int next;

    abstract Host host();

    @BeforeEach
    void makeRuntime() {
        runtime = new ProcessRuntime(ProcessRuntime.LOG_FILE_BYTES, Map.of("XDG_STATE_HOME", state.toString()));
    }

    @AfterEach
    void removeApps() {
        made.forEach(each -> runtime.remove(host(), each));
    }

    private App app(RestartPolicy restart, String... command) {
        return app(restart, null, Map.of(), command);
    }

    private App app(
            RestartPolicy restart, @Nullable String directory, Map<String, String> environment, String... command) {
        String id = "app_test%d%s".formatted(next++, Long.toString(System.nanoTime(), 36));
        AppSpec spec = new AppSpec.Process(List.of(command), directory, environment);
        App app = new App(id, "org_1", "worker", "srv_1", spec, restart, Instant.EPOCH, 1);
        made.add(app);
        return app;
    }

    private App sh(RestartPolicy restart, String script) {
        return app(restart, "sh", "-c", script);
    }

    private Instance look(App app) {
        return runtime.look(host(), List.of(app)).get(app.id()).instances().getFirst();
    }

    private Path directory(App app) {
        return state.resolve("wheelhouse/apps").resolve(app.id());
    }

    private List<String> log(App app, String stream) throws Exception {
        Path file = directory(app).resolve(stream + ".log");
        if (!Files.exists(file)) {
            return List.of();
        }
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).allMatch(line -> STAMPED.matcher(line).matches());
        return lines.stream().map(line -> line.split(" ", 4)[3]).toList();
    }

    private AppException refused(App app) {
        AppException refused = catchThrowableOfType(AppException.class, () -> runtime.start(host(), app));
        assertThat(refused).isNotNull();
        assertThat(refused.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
        return refused;
    }

    private static boolean isAlive(long pid) {
        return Files.exists(Path.of("/proc/" + pid));
    }

    @Test
    void runsWithItsArgumentsEnvironmentAndDirectoryAsTheyAre() throws Exception {
        String nasty = "it's \"$HOME\" `id` \\ ; & | * ü\nsecond";
        App app = app(
                RestartPolicy.NEVER,
                "/usr",
                Map.of("GREETING", nasty, "PATH", "/bin:/usr/bin"),
                "sh",
                "-c",
                "printf '%s|%s|%s\\n"
                        + "' \"$1\" \"$GREETING\" \"$PWD\"; echo careful >&2; printf unfinished; sleep 600 & wait",
                "sh",
                nasty);
        runtime.start(host(), app);
        Instance running = look(app);
        assertThat(running.running()).isTrue();
        assertThat(running.pid()).isPositive();
        assertThat(running.identity()).isNotEmpty();
        assertThat(running.use()).isNotNull();
        assertThat(running.use().memoryBytes())
                .isBetween(100_000L, running.use().memoryLimitBytes());
        assertThat(String.join("\n", log(app, "stdout").isEmpty() ? List.of() : List.of("lines")))
                .isEqualTo("lines");
        runtime.start(host(), app);
        assertThat(look(app).identity()).isEqualTo(running.identity());

        runtime.stop(host(), app);
        assertThat(look(app).running()).isFalse();
        assertThat(isAlive(running.pid())).isFalse();
        List<String> lines = log(app, "stdout");
        assertThat(lines)
                .containsExactly(nasty.split("\n")[0], "second|" + nasty.split("\n")[0], "second|/usr", "unfinished");
        assertThat(log(app, "stderr")).contains("careful");
    }
}

package dev.wheelhouse.core.platform.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.JavaProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InheritedEnvironmentTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"PATH", "HOME", "SHELL", "LANG", "LC_TIME", "TZ", "TMPDIR", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
    void aCommandHasWhatALogInHas(String variable) {
        assertThat(InheritedEnvironment.has(variable, false)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AWS_SECRET_ACCESS_KEY",
                "SSH_AUTH_SOCK",
                "PGPASSWORD",
                "PGOPTIONS",
                "CREDENTIALS_DIRECTORY",
                "NOTIFY_SOCKET",
                "WHEELHOUSE_STORE",
                "JAVA_TOOL_OPTIONS",
                "LD_PRELOAD",
                "path",
                "SYSTEMROOT"
            })
    void aCommandHasNothingElseOfTheConsole(String variable) {
        assertThat(InheritedEnvironment.has(variable, false)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Path", "SystemRoot", "ProgramFiles(x86)", "TEMP"})
    void onWindowsACommandHasWhatProgramsStartWith(String variable) {
        assertThat(InheritedEnvironment.has(variable, true)).isTrue();
        assertThat(InheritedEnvironment.has("AWS_SECRET_ACCESS_KEY", true)).isFalse();
    }

    /** A console whose own environment has secrets. */
    public static final class Shell {

        private Shell() {}

        public static void main(String[] arguments) {
            try (Workers workers = new Workers();
                    LocalHost host = new LocalHost(workers)) {
                HostCommand command = HostCommand.of("env").withEnvironment(Map.of("GIVEN", "yes"));
                System.out.print(host.run(command).stdoutText());
            }
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void isAllThatACommandOnThisMachineIsStartedWith() throws IOException, InterruptedException {
        ProcessBuilder console = JavaProcess.plain().of(Shell.class).redirectError(ProcessBuilder.Redirect.INHERIT);
        console.environment().clear();
        console.environment()
                .putAll(Map.of(
                        "PATH", System.getenv("PATH"),
                        "LC_ALL", "C",
                        "AWS_SECRET_ACCESS_KEY", "s3cret",
                        "SSH_AUTH_SOCK", "/tmp/agent",
                        "GIVEN", "no"));
        Process started = console.start();
        List<String> lines;
        try (InputStream out = started.getInputStream()) {
            lines = new String(out.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }

        assertThat(started.waitFor()).isZero();
        assertThat(lines).containsExactlyInAnyOrder("PATH=" + System.getenv("PATH"), "LC_ALL=C", "GIVEN=yes");
    }
}

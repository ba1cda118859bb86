package dev.wheelhouse.core.platform.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.wheelhouse.core.testing.UnixDatagrams;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Against a socket as systemd has it. */
@EnabledOnOs(OS.LINUX)
class ServiceNotifierTest {

    @TempDir
    private Path directory;

    @Test
    void tellsASocketInTheFileSystem() {
        tells(directory.resolve("notify").toString());
    }

    @Test
    void tellsAnAbstractSocket() {
        tells("@wheelhouse-notify-" + ProcessHandle.current().pid());
    }

    private static void tells(String address) {
        try (UnixDatagrams systemd = UnixDatagrams.at(address)) {
            ServiceNotifier notifier = ServiceNotifier.of(Map.of("NOTIFY_SOCKET", address));
            assertThat(notifier.isListenedTo()).isTrue();
            notifier.starting("Waiting:\n the  store is away", 60);
            assertThat(systemd.receive()).isEqualTo("EXTEND_TIMEOUT_USEC=60000000\nSTATUS=Waiting: the store is away");
            notifier.ready("Answers at http://127.0.0.1:7465");
            assertThat(systemd.receive()).isEqualTo("READY=1\nSTATUS=Answers at http://127.0.0.1:7465");
            notifier.stopping();
            assertThat(systemd.receive()).startsWith("STOPPING=1\n");
        }
    }

    @Test
    void doesNothingWhereNobodyListens() {
        for (Map<String, String> each : List.of(Map.<String, String>of(), Map.of("NOTIFY_SOCKET", ""))) {
            ServiceNotifier notifier = ServiceNotifier.of(each);
            assertThat(notifier.isListenedTo()).isFalse();
            assertThatCode(() -> notifier.ready("Here")).doesNotThrowAnyException();
        }
    }

    @Test
    void goesOnWhenItCannotBeTold() {
        for (String each : List.of(directory.resolve("nobody").toString(), "vsock:2:1234", "/" + "long".repeat(40))) {
            assertThatCode(() ->
                            ServiceNotifier.of(Map.of("NOTIFY_SOCKET", each)).ready("Here"))
                    .as(each)
                    .doesNotThrowAnyException();
        }
    }
}

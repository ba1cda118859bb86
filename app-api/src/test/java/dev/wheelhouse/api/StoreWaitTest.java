package dev.wheelhouse.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.service.ServiceNotifier;
import dev.wheelhouse.core.testing.UnixDatagrams;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class StoreWaitTest {

    private final AppException away =
            new AppException(PlatformError.STATE_INVALID, "The state store cannot be read: refused.");

    @Test
    void endsAtOnceWhereNobodyWaits() {
        StoreWait wait = new StoreWait(ServiceNotifier.of(Map.of()), Duration.ofDays(1));
        assertThat(wait.isWaitedFor(away)).isFalse();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void triesAgainUnderSystemdAndTellsItEachTime(@TempDir Path directory) {
        String address = directory.resolve("notify").toString();
        try (UnixDatagrams systemd = UnixDatagrams.at(address)) {
            StoreWait wait = new StoreWait(ServiceNotifier.of(Map.of("NOTIFY_SOCKET", address)), Duration.ZERO);
            for (int tries = 0; tries < 2; tries++) {
                assertThat(wait.isWaitedFor(away)).isTrue();
                assertThat(systemd.receive())
                        .startsWith("EXTEND_TIMEOUT_USEC=60000000\n")
                        .endsWith("STATUS=Waiting for the state: The state store cannot be read: refused.");
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void givesTheStateThatIsBackTheTimeOfAWholeStart(@TempDir Path directory) {
        String address = directory.resolve("notify").toString();
        try (UnixDatagrams systemd = UnixDatagrams.at(address)) {
            new StoreWait(ServiceNotifier.of(Map.of("NOTIFY_SOCKET", address)), Duration.ZERO).ended();
            assertThat(systemd.receive()).isEqualTo("EXTEND_TIMEOUT_USEC=600000000\nSTATUS=Opening the state");
        }
    }
}

package dev.wheelhouse.core.platform.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SystemServiceTest {

    private static final Map<String, String> OF_A_UNIT =
            Map.of("SYSTEMD_EXEC_PID", "42", "INVOCATION_ID", "267b330679e04d25812874d8a91d42ad");

    @TempDir
    private Path directory;

    @Test
    void isOneThatTheMachinesSystemdStartedItself() {
        assertThat(SystemService.isOne(OF_A_UNIT, 42)).isTrue();
    }

    @Test
    void isNoneThatAServiceStarted() {
        assertThat(SystemService.isOne(OF_A_UNIT, 43)).isFalse();
        assertThat(SystemService.isOne(Map.of(), 42)).isFalse();
    }

    @Test
    void isNoneOfAUsersOwnManager() {
        assertThat(SystemService.isOne(with("MANAGERPID", "7"), 42)).isFalse();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aServiceTellsEverybodyWhereItAnswersUntilItEnds() throws IOException {
        ServiceAddress address = ServiceAddress.of(with("RUNTIME_DIRECTORY", directory.toString()), 42);
        assertThat(ServiceAddress.find(directory)).isEmpty();
        address.tell("http://127.0.0.1:1");
        address.tell("https://wheelhouse.example:7465");
        assertThat(ServiceAddress.find(directory)).contains("https://wheelhouse.example:7465");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("address"))))
                .isEqualTo("rw-r--r--");
        address.remove();
        assertThat(ServiceAddress.find(directory)).isEmpty();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aConsoleThatIsNoServiceTellsNothing() throws IOException {
        ServiceAddress.of(Map.of("RUNTIME_DIRECTORY", directory.toString()), 42).tell("http://127.0.0.1:1");
        assertThat(directory).isEmptyDirectory();
    }

    private static Map<String, String> with(String name, String value) {
        Map<String, String> all = new HashMap<>(OF_A_UNIT);
        all.put(name, value);
        return all;
    }
}

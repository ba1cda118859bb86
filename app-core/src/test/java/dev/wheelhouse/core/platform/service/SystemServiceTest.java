package dev.wheelhouse.core.platform.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.JavaProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

    /** A service that tells where it answers, says so, and goes on until it is killed. */
    public static final class Service {

        private Service() {}

        public static void main(String[] arguments) throws IOException {
            Map<String, String> unit = Map.of("SYSTEMD_EXEC_PID", "42", "RUNTIME_DIRECTORY", arguments[0]);
            ServiceAddress.of(unit, 42).tell("http://127.0.0.1:7465");
            System.out.println("told");
            System.in.transferTo(System.out);
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    @Timeout(120)
    void theAddressOfAServiceThatWasKilledIsNotBelieved() throws IOException, InterruptedException {
        Process service = JavaProcess.plain()
                .of(Service.class, directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = service.inputReader()) {
            assertThat(out.readLine()).isEqualTo("told");
            for (int look = 0; look < 2; look++) {
                assertThat(ServiceAddress.find(directory)).contains("http://127.0.0.1:7465");
            }
        } finally {
            service.destroyForcibly().waitFor();
        }
        assertThat(directory.resolve("address")).content().isEqualTo("http://127.0.0.1:7465\n");
        assertThat(ServiceAddress.find(directory)).isEmpty();

        ServiceAddress next = ServiceAddress.of(with("RUNTIME_DIRECTORY", directory.toString()), 42);
        next.tell("http://127.0.0.1:2");
        assertThat(ServiceAddress.find(directory)).contains("http://127.0.0.1:2");
        next.remove();
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

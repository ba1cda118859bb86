package dev.wheelhouse.core.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AppValidationTest {

    private String name = "api";
    private RuntimeKind runtime = RuntimeKind.PROCESS;
    private @Nullable List<String> command;
    private @Nullable String directory;
    private @Nullable Map<String, @Nullable String> environment;
    private @Nullable String unit;
    private @Nullable String image;
    private @Nullable List<String> ports;
    private @Nullable List<String> volumes;
    private @Nullable Long memory;
    private @Nullable String engine;
    private @Nullable Integer replicas;
    private @Nullable List<String> adopted;

    private AppSpec check() {
        AppDraft draft = new AppDraft(
                name,
                "srv_1",
                runtime,
                null,
                command,
                directory,
                environment,
                unit,
                image,
                ports,
                volumes,
                memory,
                engine,
                replicas,
                adopted);
        return AppValidation.check(draft, Map.of("KEPT", "secret"));
    }

    private List<String> faults() {
        AppException refused = catchThrowableOfType(AppException.class, this::check);
        assertThat(refused).isNotNull();
        return ((FieldProblems) refused.details())
                .errors().stream().map(FieldProblem::path).toList();
    }

    private void container() {
        runtime = RuntimeKind.CONTAINER;
        image = "nginx:1.27";
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Api", "-a", "a b", "a/b", "../a", "$(id)", "a\n", "ü"})
    void refusesNamesThatAreNone(String bad) {
        name = bad;
        command = List.of("true");
        assertThat(faults()).containsExactly("name");
    }

    @Test
    void namesEveryFieldOfAnotherRuntime() {
        command = List.of("true");
        unit = "a.service";
        image = "nginx";
        ports = List.of();
        volumes = List.of();
        memory = 1L;
        engine = "/run/x.sock";
        replicas = 1;
        adopted = List.of();
        assertThat(faults())
                .containsExactlyInAnyOrder(
                        "unit", "image", "ports", "volumes", "memoryLimitBytes", "engine", "replicas", "adopted");
        runtime = RuntimeKind.SYSTEMD;
        directory = "/srv";
        environment = Map.of();
        assertThat(faults()).contains("command", "directory", "environment");
        runtime = RuntimeKind.CONTAINER;
        assertThat(faults()).contains("unit", "directory");
    }

    @Test
    void aProcessNeedsAProgramAndAnAbsoluteDirectory() {
        directory = "srv";
        assertThat(faults()).containsExactly("command", "directory");
        command = List.of(" ", "x");
        directory = null;
        assertThat(faults()).containsExactly("command");
        command = List.of("sh", "a\0b");
        assertThat(faults()).containsExactly("command[1]");
        command = Collections.nCopies(300, "x");
        assertThat(faults()).containsExactly("command");
        command = List.of("x".repeat(70_000));
        assertThat(faults()).containsExactly("command");
        command = List.of("sh", "-c", "$(anything) 'is' fine\n");
        assertThat(check()).isInstanceOf(AppSpec.Process.class);
    }

    @Test
    void keepsReplacesAndChecksTheEnvironment() {
        command = List.of("true");
        assertThat(AppEnvironment.of(check())).isEqualTo(Map.of("KEPT", "secret"));
        environment = new HashMap<>();
        environment.put("KEPT", null);
        environment.put("NEW", "");
        assertThat(AppEnvironment.of(check())).isEqualTo(Map.of("KEPT", "secret", "NEW", ""));
        environment = new HashMap<>();
        environment.put("1A", "x");
        environment.put("UID", "x");
        environment.put("A=B", "x");
        environment.put("OTHER", null);
        environment.put("NUL", "\0");
        environment.put("GOOD", "x");
        assertThat(faults())
                .containsExactlyInAnyOrder(
                        "environment.1A", "environment.UID", "environment.A=B", "environment.OTHER", "environment.NUL");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"80", "8080:80", "127.0.0.1:8080:80/tcp", "[::1]:53:53/udp", "8000-8010:80-90", "0.0.0.0::80"})
    void takesPortsAsTheEngineDoes(String port) {
        container();
        ports = List.of(port);
        assertThat(check()).isInstanceOf(AppSpec.Container.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "70000", "a:80", "80:", "8080:80/http", "8000-8010:80-85", "90-80", "1:2:3:4"})
    void refusesPortsThatAreNone(String port) {
        container();
        ports = List.of("80", port);
        assertThat(faults()).containsOnly("ports[1]");
    }

    @Test
    void severalCopiesCannotShareOnePort() {
        container();
        replicas = 3;
        ports = List.of("8080:80");
        assertThat(faults()).containsExactly("ports[0]");
        ports = List.of("8080-8082:80", "90");
        assertThat(check()).isInstanceOf(AppSpec.Container.class);
    }

    @ParameterizedTest
    @CsvSource({
        "/srv:/data,true",
        "/srv:/data:ro,true",
        "name:/data,true",
        "data,false",
        "a b:/c,false",
        "../x:/y,false"
    })
    void checksVolumes(String volume, boolean good) {
        container();
        volumes = List.of(volume);
        if (good) {
            assertThat(check()).isInstanceOf(AppSpec.Container.class);
        } else {
            assertThat(faults()).containsExactly("volumes[0]");
        }
    }

    @Test
    void checksWhatElseContainersHave() {
        runtime = RuntimeKind.CONTAINER;
        memory = 6_291_455L;
        replicas = 51;
        engine = "run/docker.sock";
        adopted = List.of("a", "a", "-b");
        assertThat(faults())
                .containsExactlyInAnyOrder(
                        "image", "memoryLimitBytes", "replicas", "engine", "adopted[1]", "adopted[2]");
        image = "--privileged";
        assertThat(faults()).contains("image");
        container();
        memory = 6_291_456L;
        replicas = 50;
        engine = "/run/user/1000/podman/podman.sock";
        adopted = null;
        assertThat(check()).isInstanceOf(AppSpec.Container.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nginx/x.service", "-H.service", "a b.service", "ng\nx.service"})
    void refusesUnitsThatAreNone(String bad) {
        runtime = RuntimeKind.SYSTEMD;
        unit = bad;
        assertThat(faults()).containsExactly("unit");
    }
}

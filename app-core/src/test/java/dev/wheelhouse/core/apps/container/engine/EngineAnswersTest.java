package dev.wheelhouse.core.apps.container.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.testing.Outputs.Output;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers as Docker 20.10 and Podman 4.3 give them, cut to what matters. */
class EngineAnswersTest {

    private static JsonNode json(String text) {
        try {
            return JsonMapper.builder().build().readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void readsWhatAContainerTakesAsDockerStatsDoes() {
        ContainerUse use = ContainerUse.from(json("""
            {"read":"2026-11-22T02:10:03.686894536Z",
             "cpu_stats":{"cpu_usage":{"total_usage":122784091},"system_cpu_usage":15781956517127},
             "precpu_stats":{"cpu_usage":{"total_usage":0}},
             "memory_stats":{"usage":5000000,"limit":25325268992,"stats":{"inactive_file":1500000}}}
            """));

        assertThat(use.cpuNanos()).isEqualTo(122_784_091);
        assertThat(use.memoryBytes()).isEqualTo(3_500_000);
        assertThat(use.memoryLimitBytes()).isEqualTo(25_325_268_992L);
        assertThat(use.readAt()).isEqualTo(Instant.parse("2026-11-22T02:10:03.686894536Z"));
    }

    @Test
    void takesTheOlderControlGroupsOwnName() {
        assertThat(ContainerUse.from(json("""
            {"memory_stats":{"usage":5000,"stats":{"inactive_file":1,"total_inactive_file":2000}}}
            """)).memoryBytes()).isEqualTo(3000);
    }

    @Test
    void keepsTheUsageWhereTheCacheIsNotToldOrMakesNoSense() {
        assertThat(ContainerUse.from(json("{\"memory_stats\":{\"usage\":5000}}"))
                        .memoryBytes())
                .isEqualTo(5000);
        assertThat(ContainerUse.from(json("{\"memory_stats\":{\"usage\":5000,\"stats\":{\"inactive_file\":9000}}}"))
                        .memoryBytes())
                .isEqualTo(5000);
        assertThat(ContainerUse.from(json("{}")).memoryBytes()).isZero();
    }

    @Test
    void readsAContainerOfTheList() {
        ListedContainer listed = ListedContainer.from(json("""
            {"Id":"71bab8146bb7","Names":["/other/alias","/shop-web-1"],"Image":"nginx:1.27","State":"running",
             "Status":"Up 5 minutes","Labels":{"com.docker.compose.service":"web"},
             "Ports":[{"IP":"0.0.0.0","PrivatePort":80,"PublicPort":8080,"Type":"tcp"},
                      {"IP":"::","PrivatePort":80,"PublicPort":8080,"Type":"tcp"},
                      {"PrivatePort":443,"Type":"tcp"}]}
            """));

        assertThat(listed.name()).isEqualTo("shop-web-1");
        assertThat(listed.isRunning()).isTrue();
        assertThat(listed.label("com.docker.compose.service")).isEqualTo("web");
        assertThat(listed.label("none")).isEmpty();
        assertThat(listed.ports()).containsExactly("0.0.0.0:8080:80/tcp", "443/tcp", "[::]:8080:80/tcp");
    }

    @Test
    void tellsAContainerThatNeverRanFromOneThatEnded() {
        InspectedContainer fresh = InspectedContainer.from(json("""
            {"Id":"a","Name":"/api","State":{"Status":"created","Running":false,"Pid":0,
             "StartedAt":"0001-01-01T00:00:00Z","FinishedAt":"0001-01-01T00:00:00Z"},"Config":{"Labels":null}}
            """));
        assertThat(fresh.identity()).isEmpty();
        assertThat(fresh.startedAt()).isNull();
        assertThat(fresh.pid()).isNull();
        assertThat(fresh.labels()).isEmpty();

        InspectedContainer ended = InspectedContainer.from(json("""
            {"Id":"a","Name":"/api","RestartCount":4,"HostConfig":{"Memory":16777216},
             "State":{"Status":"exited","Running":false,"OOMKilled":true,"ExitCode":137,
             "StartedAt":"2026-11-22T02:13:33.860116182Z","FinishedAt":"2026-11-22T02:13:34Z"}}
            """));
        assertThat(ended.identity()).isEqualTo("a@2026-11-22T02:13:33.860116182Z");
        assertThat(ended.exitCode()).isEqualTo(137);
        assertThat(ended.outOfMemory()).isTrue();
        assertThat(ended.restarts()).isEqualTo(4);
        assertThat(ended.memoryLimitBytes()).isEqualTo(16L << 20);
    }

    private static JsonNode part(Output podman, String name) {
        return json(CommandResult.sections(podman.text()).getOrDefault(name, ""));
    }

    /** A container that runs with a limit, one that ended with 3, and one that was only made, with a port. */
    @ParameterizedTest
    @MethodSource("dev.wheelhouse.core.testing.Outputs#podman")
    void readsEveryPodman(Output podman) {
        List<ListedContainer> listed = new ArrayList<>();
        part(podman, "list").forEach(each -> listed.add(ListedContainer.from(each)));
        assertThat(listed).extracting(ListedContainer::name).containsExactlyInAnyOrder("runs", "ended", "created");
        assertThat(listed).allSatisfy(each -> assertThat(each.image()).isEqualTo("localhost/seen:latest"));
        assertThat(listed)
                .filteredOn(each -> each.name().equals("runs"))
                .first()
                .satisfies(each -> {
                    assertThat(each.state()).isEqualTo("running");
                    assertThat(each.labels()).containsEntry("app", "shop");
                });
        assertThat(listed)
                .filteredOn(each -> each.name().equals("created"))
                .first()
                .extracting(ListedContainer::ports)
                .isEqualTo(List.of("127.0.0.1:8080:80/tcp"));
        InspectedContainer runs = InspectedContainer.from(part(podman, "runs"));
        assertThat(runs.running()).isTrue();
        assertThat(runs.pid()).isPositive();
        assertThat(runs.command()).containsExactly("sleep", "600");
        assertThat(runs.startedAt()).isAfter(Instant.parse("2026-11-01T00:00:00Z"));
        InspectedContainer ended = InspectedContainer.from(part(podman, "ended"));
        assertThat(ended.running()).isFalse();
        assertThat(ended.exitCode()).isEqualTo(3);
        assertThat(ended.finishedAt()).isAfterOrEqualTo(ended.startedAt());
        InspectedContainer created = InspectedContainer.from(part(podman, "created"));
        assertThat(created.startedAt()).isNull();
        assertThat(created.pid()).isNull();
        ContainerUse use = ContainerUse.from(part(podman, "use"));
        assertThat(use.cpuNanos()).isPositive();
        assertThat(use.readAt()).isAfter(Instant.parse("2026-11-01T00:00:00Z"));
    }
}

package dev.wheelhouse.core.apps.container.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import org.junit.jupiter.api.Test;

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
}

package dev.wheelhouse.core.apps.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.platform.error.AppException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ContainerPlanTest {

    private static App app(String name, RestartPolicy restart, int replicas, @Nullable Long memory) {
        AppSpec.Container spec = new AppSpec.Container(
                "nginx:1.27",
                List.of("nginx", "-g", "daemon off;"),
                List.of("127.0.0.1:8080:80", "443"),
                Map.of("B", "2", "A", "1"),
                List.of("/srv:/data:ro"),
                memory,
                null,
                replicas,
                null);
        return new App("app_1", "org_1", name, "srv_1", spec, restart, Instant.EPOCH, 1);
    }

    @Test
    void tellsTheEngineEverything() {
        String body =
                new ContainerPlan(app("api", RestartPolicy.ALWAYS, 1, 64L << 20)).body(new ProcessLimits(4096, -1));

        assertThat(body)
                .contains("\"Image\":\"nginx:1.27\"")
                .contains("\"Cmd\":[\"nginx\",\"-g\",\"daemon off;\"]")
                .contains("\"Env\":[\"A=1\",\"B=2\"]")
                .contains("\"ExposedPorts\":{\"443/tcp\":{},\"80/tcp\":{}}")
                .contains("\"443/tcp\":[{\"HostIp\":\"\",\"HostPort\":\"\"}]")
                .contains("\"80/tcp\":[{\"HostIp\":\"127.0.0.1\",\"HostPort\":\"8080\"}]")
                .contains("\"Binds\":[\"/srv:/data:ro\"]")
                .contains("\"Memory\":67108864")
                .contains("\"RestartPolicy\":{\"Name\":\"unless-stopped\"}")
                .contains("{\"Hard\":4096,\"Name\":\"nofile\",\"Soft\":4096}")
                .contains("{\"Hard\":-1,\"Name\":\"nproc\",\"Soft\":-1}")
                .contains("\"dev.wheelhouse.app\":\"app_1\"");
    }

    @Test
    void numbersCopiesAndWhatEnginesTakeNoNameOf() {
        assertThat(new ContainerPlan(app("api", RestartPolicy.NEVER, 1, null)).names())
                .containsExactly("api");
        assertThat(new ContainerPlan(app("api", RestartPolicy.NEVER, 3, null)).names())
                .containsExactly("api-1", "api-2", "api-3");
        assertThat(new ContainerPlan(app("x", RestartPolicy.NEVER, 1, null)).names())
                .containsExactly("x-1");
    }

    @Test
    void hashesWhatAContainerIsMadeFromAndNothingElse() {
        String hash = new ContainerPlan(app("api", RestartPolicy.NEVER, 1, null)).specHash();

        assertThat(new ContainerPlan(app("renamed", RestartPolicy.NEVER, 4, null)).specHash())
                .isEqualTo(hash);
        assertThat(new ContainerPlan(app("api", RestartPolicy.ALWAYS, 1, null)).specHash())
                .isNotEqualTo(hash);
        assertThat(new ContainerPlan(app("api", RestartPolicy.NEVER, 1, 1L << 30)).specHash())
                .isNotEqualTo(hash);
    }

    @Test
    void readsPortsAsDockerDoes() {
        assertThat(PortMapping.parse("[::1]:53:5353/udp")).containsExactly(new PortMapping("::1", "53", 5353, "udp"));
        assertThat(PortMapping.parse("8000-8001:80-81"))
                .containsExactly(new PortMapping("", "8000", 80, "tcp"), new PortMapping("", "8001", 81, "tcp"));
        assertThat(PortMapping.parse("8000-8009:80")).containsExactly(new PortMapping("", "8000-8009", 80, "tcp"));
        assertThat(PortMapping.parse("80-81"))
                .containsExactly(new PortMapping("", "", 80, "tcp"), new PortMapping("", "", 81, "tcp"));
        assertThat(catchThrowableOfType(AppException.class, () -> PortMapping.parse("http")))
                .hasMessageStartingWith("ports:");
    }

    @Test
    void asksForNoMoreThanTheServerHas() {
        String limits = """
            Limit                     Soft Limit           Hard Limit           Units
            Max processes             96551                96551                processes
            Max open files            1024                 20000                files
            32768
            """;

        assertThat(ProcessLimits.parse(limits)).isEqualTo(new ProcessLimits(20_000, 32_768));
        assertThat(ProcessLimits.parse(limits.replace("96551", "unlimited")))
                .isEqualTo(new ProcessLimits(20_000, 32_768));
        assertThat(ProcessLimits.parse(limits.replace("20000", "1048576")))
                .isEqualTo(new ProcessLimits(65_536, 32_768));
        assertThat(ProcessLimits.parse("")).isEqualTo(new ProcessLimits(65_536, -1));
    }

    @Test
    void readsTheTimeSinceBoot() {
        assertThat(ServerTime.parse("15781.95 30000.01\n")).isEqualTo(15_781_950_000_000L);
    }
}

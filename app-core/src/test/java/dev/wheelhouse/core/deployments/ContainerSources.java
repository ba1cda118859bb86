package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.container.Podman;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Apps of containers and what they are built from. */
final class ContainerSources {

    /** Serves the file {@code version}; the first process of a container ends by a signal only where it handles that. */
    static final String SERVES = """
        CMD ["sh", "-c", "trap 'exit 0' TERM; busybox httpd -p 8080 -h /www; while :; do sleep 0.1; done"]
        """;

    private ContainerSources() {}

    static App app(DeployingConsole console, Podman podman, String image, List<String> command, List<String> ports) {
        return console.apps()
                .service()
                .create(
                        console.caller(),
                        new AppDraft(
                                "shop",
                                DeployingConsole.HOME,
                                RuntimeKind.CONTAINER,
                                RestartPolicy.NEVER,
                                command,
                                null,
                                Map.of("API_KEY", "open-sesame-42"),
                                null,
                                image,
                                ports,
                                null,
                                null,
                                podman.socket(),
                                null,
                                null));
    }

    static SourceDraft source(
            @Nullable HealthCheck check, List<String> preDeploy, List<String> postDeploy, String... switchCommand) {
        return new SourceDraft(
                null,
                null,
                null,
                "/srv/git/shop.git",
                null,
                null,
                null,
                null,
                new BuildPlan(null, "Dockerfile", null),
                preDeploy,
                postDeploy,
                check,
                2,
                null,
                null,
                List.of(switchCommand),
                null);
    }

    /** @param serves the Dockerfile's last lines */
    static Map<String, String> files(String version, String serves) {
        return Map.of(
                "version",
                version,
                "Dockerfile",
                "FROM " + Podman.IMAGE + "\nCOPY version /www/version\nRUN echo building $API_KEY version " + version
                        + "\n" + serves);
    }
}

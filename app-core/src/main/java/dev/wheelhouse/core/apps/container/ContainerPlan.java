package dev.wheelhouse.core.apps.container;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.platform.json.Json;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Which containers an app shall have: their names, and what the engine is asked to create. Pure. */
final class ContainerPlan {

    /** Whose containers they are: the app's id. */
    static final String APP_LABEL = "dev.wheelhouse.app";

    /** What they were made from; another value means that they have to be made anew. */
    static final String SPEC_LABEL = "dev.wheelhouse.spec";

    /** The deployment whose release they were made for. */
    static final String RELEASE_LABEL = "dev.wheelhouse.release";

    /** Whether the app ran before that release was started beside it: {@code true} or {@code false}. */
    static final String SERVED_LABEL = "dev.wheelhouse.served";

    /** The app that a container runs one command for; it is none of the app's own, which people start and stop. */
    static final String ONCE_LABEL = "dev.wheelhouse.once";

    /** Behind the name of a container that is to take another one's place. No app's name has capitals. */
    static final String NEXT = ".NEXT";

    private final App app;
    private final AppSpec.Container spec;

    ContainerPlan(App app) {
        this.app = app;
        this.spec = spec(app);
    }

    static AppSpec.Container spec(App app) {
        return (AppSpec.Container) app.spec();
    }

    /** The app's own name when there is one, numbered when there are more. */
    List<String> names() {
        // Engines take no name of one letter.
        if (spec.replicas() == 1 && app.name().length() > 1) {
            return List.of(app.name());
        }
        return IntStream.rangeClosed(1, spec.replicas())
                .mapToObj(each -> app.name() + "-" + each)
                .toList();
    }

    /** The same as long as nothing that a container is made from changes. */
    String specHash() {
        return HexFormat.of().formatHex(Sha256.of(Json.write(described(Map.of()))), 0, 16);
    }

    /** What the engine's ContainerCreate takes. */
    String body(ProcessLimits limits) {
        Map<String, Object> body = described(Map.of("Ulimits", limits.ulimits()));
        body.put("Labels", labels(Map.of()));
        return Json.write(body);
    }

    /**
     * As {@link #body}, of a container of a release.
     *
     * @param served whether the app runs now
     */
    String bodyOf(String releaseId, ProcessLimits limits, boolean served) {
        Map<String, Object> body = described(Map.of("Ulimits", limits.ulimits()));
        body.put("Labels", labels(Map.of(RELEASE_LABEL, releaseId, SERVED_LABEL, Boolean.toString(served))));
        return Json.write(body);
    }

    /** A container that runs one command, once, with all that the app's have but their ports. */
    String bodyOf(ProcessLimits limits, List<String> command) {
        Map<String, Object> body = described(Map.of("Ulimits", limits.ulimits()));
        body.put("Entrypoint", command);
        body.put("Cmd", List.of());
        body.put("HostConfig", hostConfig(Map.of(), Map.of("Ulimits", limits.ulimits()), RestartPolicy.NEVER));
        body.put("Labels", Map.of(ONCE_LABEL, app.id()));
        return Json.write(body);
    }

    private Map<String, String> labels(Map<String, String> more) {
        Map<String, String> labels = new TreeMap<>(more);
        labels.put(APP_LABEL, app.id());
        labels.put(SPEC_LABEL, specHash());
        return labels;
    }

    /** Whether two of its containers cannot run at once, since they would have the same port of the server. */
    boolean hasFixedPort() {
        return spec.ports().stream()
                .flatMap(each -> PortMapping.parse(each).stream())
                .anyMatch(each -> !each.outside().isEmpty());
    }

    private Map<String, Object> described(Map<String, Object> more) {
        Map<String, Object> body = new TreeMap<>();
        body.put("Image", spec.image());
        if (!spec.command().isEmpty()) {
            body.put("Cmd", spec.command());
        }
        List<String> environment = new ArrayList<>();
        new TreeMap<>(spec.environment()).forEach((name, value) -> environment.add(name + "=" + value));
        body.put("Env", environment);
        Map<String, List<Map<String, String>>> ports = ports();
        Map<String, Object> exposed = new TreeMap<>();
        ports.keySet().forEach(each -> exposed.put(each, Map.of()));
        body.put("ExposedPorts", exposed);
        body.put("HostConfig", hostConfig(ports, more, app.restart()));
        return body;
    }

    private Map<String, Object> hostConfig(
            Map<String, List<Map<String, String>>> ports, Map<String, Object> more, RestartPolicy restart) {
        Map<String, Object> config = new TreeMap<>(more);
        config.put("PortBindings", ports);
        config.put("Binds", spec.volumes());
        config.put("RestartPolicy", Map.of("Name", restartName(restart)));
        Long memory = spec.memoryLimitBytes();
        if (memory != null) {
            config.put("Memory", memory);
        }
        return config;
    }

    private Map<String, List<Map<String, String>>> ports() {
        Map<String, List<Map<String, String>>> ports = new TreeMap<>();
        for (String each : new TreeSet<>(spec.ports())) {
            for (PortMapping port : PortMapping.parse(each)) {
                ports.computeIfAbsent(port.insideName(), _ -> new ArrayList<>())
                        .add(new TreeMap<>(Map.of("HostIp", port.address(), "HostPort", port.outside())));
            }
        }
        return ports;
    }

    /**
     * The engine starts it again, so that it also does while the console is away. Not {@code always}: that would start
     * what a person stopped when the engine starts the next time.
     */
    private static String restartName(RestartPolicy policy) {
        return switch (policy) {
            case NEVER -> "no";
            case ON_FAILURE -> "on-failure";
            case ALWAYS -> "unless-stopped";
        };
    }
}

package dev.wheelhouse.core.apps.container.engine;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** Finds the engines of servers where they usually listen. Thread-safe. */
public final class Engines {

    /** Prints the sockets of the usual places that are there: the user's own choice, Docker, Podman, and both rootless. */
    private static final String WHERE = """
        r=${XDG_RUNTIME_DIR:-/run/user/$(id -u)}
        for s in "${DOCKER_HOST#unix://}" /var/run/docker.sock /run/docker.sock /run/podman/podman.sock \
          "$r/docker.sock" "$r/podman/podman.sock" "$HOME/.docker/run/docker.sock"; do
          [ -S "$s" ] && echo "$s"
        done
        :
        """;

    private static final Duration LIMIT = Duration.ofSeconds(15);

    private final Workers workers;
    private final Map<Host, String> remembered = Collections.synchronizedMap(new WeakHashMap<>());

    public Engines(Workers workers) {
        this.workers = workers;
    }

    /**
     * The engine at a socket, or the first one that answers.
     *
     * @param socket on the server; null for the one that is found there
     * @throws AppException as {@link Engine}; {@code state_invalid} when none answers
     */
    public Engine get(Host host, @Nullable String socket) {
        if (socket != null) {
            return Engine.open(host, socket, workers);
        }
        String known = remembered.get(host);
        if (known != null) {
            try {
                return Engine.open(host, known, workers);
            } catch (AppException _) {
                // Another may answer by now; if none does, the search says why.
                remembered.remove(host);
            }
        }
        AppException failure = null;
        for (String each : sockets(host)) {
            try {
                Engine engine = Engine.open(host, each, workers);
                remembered.put(host, each);
                return engine;
            } catch (AppException e) {
                failure = failure == null ? e : failure;
            }
        }
        throw failure == null ? EngineFailures.noEngine() : failure;
    }

    /** Every engine that answers, the one of {@link #get} first. */
    public List<Engine> all(Host host) {
        List<Engine> all = new ArrayList<>();
        for (String each : sockets(host)) {
            try {
                all.add(Engine.open(host, each, workers));
            } catch (AppException _) {
                // Not one that can be used.
            }
        }
        return all;
    }

    private static List<String> sockets(Host host) {
        List<String> found = host.run(HostCommand.of("sh", "-c", WHERE).within(LIMIT))
                .stdoutText()
                .lines()
                .filter(each -> each.startsWith("/"))
                .distinct()
                .toList();
        // Not two names for one socket: /var/run is a link to /run almost everywhere.
        return found.stream().filter(each -> !found.contains("/var" + each)).toList();
    }
}

package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.AppStatus.State;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.platform.text.ByteSize;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns what was seen of an app into its status. */
final class StatusOf {

    private static final double ALL = 100.0;

    private StatusOf() {}

    /** Of an app that cannot be looked at. */
    static AppStatus unknown(String reason, @Nullable Instant at) {
        return new AppStatus(false, State.UNKNOWN, null, null, null, null, null, List.of(), 0, reason, null, at);
    }

    /**
     * @param cpu of all copies together; null while it is not known
     * @param lastCrash null for none
     * @param at by the console's clock
     */
    static AppStatus seen(
            App app,
            AppState state,
            AppSnapshot snapshot,
            @Nullable Double cpu,
            @Nullable Crash lastCrash,
            Instant at) {
        if (snapshot.trouble() != null) {
            return unknown(snapshot.trouble(), at);
        }
        List<Instance> instances = snapshot.instances().stream()
                .sorted(Comparator.comparing(Instance::name))
                .toList();
        List<Instance.Use> uses = instances.stream()
                .filter(Instance::running)
                .map(Instance::use)
                .filter(Objects::nonNull)
                .toList();
        boolean running = snapshot.isRunning();
        Long memory = null;
        Long limit = null;
        if (running && !uses.isEmpty()) {
            memory = uses.stream().mapToLong(Instance.Use::memoryBytes).sum();
            limit = limit(app.spec(), uses);
        }
        return new AppStatus(
                running,
                state(app, state, snapshot),
                running ? cpu : null,
                memory == null || limit == null || limit == 0 ? null : memory * ALL / limit,
                memory == null || limit == null ? null : ByteSize.usage(memory, limit),
                memory,
                limit,
                instances,
                state.restartsIn(snapshot),
                detail(instances),
                lastCrash,
                at);
    }

    /** Copies with limits of their own have them together; without one all of them share the server's memory. */
    private static long limit(AppSpec spec, List<Instance.Use> uses) {
        boolean own = spec instanceof AppSpec.Container it && it.memoryLimitBytes() != null;
        return own
                ? uses.stream().mapToLong(Instance.Use::memoryLimitBytes).sum()
                : uses.stream().mapToLong(Instance.Use::memoryLimitBytes).max().orElse(0);
    }

    private static State state(App app, AppState state, AppSnapshot snapshot) {
        if (snapshot.isRunning()) {
            return !isWhole(app, snapshot) ? State.DEGRADED : state.failed() ? State.RESTARTING : State.RUNNING;
        }
        // Systemd forgets a unit that ended well, but that it did.
        boolean ran =
                snapshot.instances().stream().anyMatch(each -> !each.identity().isEmpty() || each.exitCode() != null);
        if (!state.isWantedRunning() || (!ran && !state.failed())) {
            return State.STOPPED;
        }
        if (snapshot.isUnderWay()) {
            return State.RESTARTING;
        }
        boolean failed =
                snapshot.instances().isEmpty() || snapshot.instances().stream().anyMatch(StatusOf::hasFailed);
        if (!isAdopted(app) && willRestart(app.restart(), failed)) {
            return State.RESTARTING;
        }
        return failed ? State.CRASHED : State.EXITED;
    }

    /** Whether every copy that there should be runs. */
    static boolean isWhole(App app, AppSnapshot snapshot) {
        long running = snapshot.instances().stream().filter(Instance::running).count();
        int expected = app.spec() instanceof AppSpec.Container it ? it.replicas() : 1;
        return running > 0 && running >= Math.max(expected, snapshot.instances().size());
    }

    /** Whoever made it has told its engine whether to start it again. */
    private static boolean isAdopted(App app) {
        return app.spec() instanceof AppSpec.Container it && it.adopted() != null;
    }

    private static boolean willRestart(RestartPolicy policy, boolean failed) {
        return switch (policy) {
            case NEVER -> false;
            case ON_FAILURE -> failed;
            case ALWAYS -> true;
        };
    }

    /** One whose end nobody saw did not end well. */
    static boolean hasFailed(Instance instance) {
        return !instance.running() && (instance.exitCode() == null || instance.exitCode() != 0);
    }

    private static String detail(List<Instance> instances) {
        return instances.stream()
                .filter(each -> !each.detail().isEmpty())
                .map(each -> instances.size() == 1 ? each.detail() : each.name() + ": " + each.detail())
                .distinct()
                .collect(Collectors.joining("; "));
    }
}

package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.apps.runtime.Sight;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Looks at the apps of one kind on one server, again and again, on a virtual thread of its own: a server or an engine that
 * hangs holds up no other. Thread-safe.
 */
final class GroupWatch {

    private static final Duration HANGS = Duration.ofSeconds(15);
    private static final Duration SHORTEST = Duration.ofMillis(50);

    /** What every group works with. */
    record Parts(
            AppRecords records,
            AppPlaces places,
            TrackedApps tracked,
            AppObserver observer,
            AppOperations operations,
            Workers workers,
            LongSupplier nanos) {}

    private final JdbcAppStore.Group group;
    private final AppRuntime runtime;
    private final Parts parts;
    private final Supplier<Duration> interval;
    private final Loop loop;
    private long soonest;

    GroupWatch(JdbcAppStore.Group group, AppRuntime runtime, Parts parts, Supplier<Duration> interval) {
        this.group = group;
        this.runtime = runtime;
        this.parts = parts;
        this.interval = interval;
        this.loop = new Loop("Watching the apps on " + group.serverId(), interval.get(), this::turn);
    }

    /** Works until {@link #stop} or an interrupt. */
    void run() {
        loop.run(Duration.ZERO);
    }

    private Duration turn() {
        soonest = Long.MAX_VALUE;
        look();
        return Duration.ofNanos(Math.min(interval.get().toNanos(), Math.max(soonest, SHORTEST.toNanos())));
    }

    /** Looks once. */
    void look() {
        AppRecords.Loaded loaded = parts.records().load(group);
        if (loaded.apps().isEmpty()) {
            return;
        }
        Map<String, Long> generations = new HashMap<>();
        loaded.apps()
                .forEach(each ->
                        generations.put(each.id(), parts.tracked().of(each).generation()));
        ScheduledFuture<?> alarm =
                parts.workers().after(HANGS, () -> cannotLook(loaded, "It has not answered for 15 s."));
        Map<String, Sight> sights;
        try {
            Host host = parts.places().host(loaded.apps().getFirst());
            sights = runtime.look(host, loaded.apps());
        } catch (AppException e) {
            alarm.cancel(false);
            cannotLook(loaded, String.valueOf(e.getMessage()));
            return;
        } finally {
            alarm.cancel(false);
        }
        for (App each : loaded.apps()) {
            Sight sight = Sight.ofOne(each, () -> sights);
            AppState state = loaded.states().getOrDefault(each.id(), AppState.NEW);
            take(each, state, sight, generations.getOrDefault(each.id(), 0L));
        }
    }

    private void cannotLook(AppRecords.Loaded loaded, String reason) {
        for (App each : loaded.apps()) {
            parts.observer().cannotLook(parts.tracked().of(each), reason);
        }
    }

    private void take(App app, AppState before, Sight sight, long generation) {
        Tracked tracked = parts.tracked().of(app);
        // Whoever starts or stops it now tells what comes of it.
        if (!tracked.lock().tryLock()) {
            return;
        }
        try {
            if (tracked.generation() != generation) {
                return;
            }
            parts.observer().observe(app, tracked, before, sight);
            keepRunning(app, tracked, before, sight);
        } finally {
            tracked.lock().unlock();
        }
    }

    private void keepRunning(App app, Tracked tracked, AppState before, Sight sight) {
        long now = parts.nanos().getAsLong();
        if (sight.trouble() != null) {
            return;
        }
        if (sight.isRunning()) {
            tracked.backoff().ran(now);
            return;
        }
        if (!before.isWantedRunning() || !isOursToStart(app, sight)) {
            return;
        }
        if (tracked.backoff().isDue(now)) {
            parts.workers().start(() -> {
                parts.operations().startAgain(app);
                hurry();
            });
        } else {
            soonest = Math.min(soonest, tracked.backoff().remaining(now));
        }
    }

    /**
     * Whether the console has to start an app that is wanted and does not run: a unit by the app's own policy, beside what
     * the unit says; a process when its supervisor is gone, which else starts it again, as when its server was restarted.
     * An engine starts its containers itself.
     */
    static boolean isOursToStart(App app, Sight sight) {
        if (sight.isUnderWay()) {
            return false;
        }
        boolean failed = sight.instances().stream().anyMatch(StatusOf::hasFailed);
        boolean wanted = app.restart() == RestartPolicy.ALWAYS || (app.restart() == RestartPolicy.ON_FAILURE && failed);
        RuntimeKind kind = app.spec().kind();
        return switch (kind) {
            case SYSTEMD, PROCESS -> wanted;
            case CONTAINER -> false;
        };
    }

    /** Looks again at once. */
    void hurry() {
        loop.hurry();
    }

    /** Ends the watch. Returns at once; a look under way ends with its host or by itself. */
    void stop() {
        loop.close();
    }
}

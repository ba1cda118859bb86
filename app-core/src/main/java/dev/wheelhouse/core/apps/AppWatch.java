package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.Servers;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Watches the apps of every server that this console reaches, each kind on each server by itself. Thread-safe. */
final class AppWatch implements AutoCloseable {

    private static final Duration RECONCILED_EVERY = Duration.ofSeconds(5);
    private static final Duration HANGS = Duration.ofSeconds(15);
    private static final Duration SHORTEST = Duration.ofMillis(50);

    private final Servers servers;
    private final AppRuntimes runtimes;
    private final AppRecords records;
    private final AppPlaces places;
    private final TrackedApps trackedApps;
    private final AppObserver observer;
    private final AppOperations operations;
    private final Workers workers;
    private final LongSupplier nanos;
    private final AppPace pace;
    private final Map<JdbcAppStore.Group, GroupWatch> watches = new HashMap<>();
    private volatile long askedUntil;
    private volatile boolean everAsked;
    private @Nullable Loop reconciling;
    private boolean closed;

    AppWatch(
            AppsConfig config,
            AppRuntimes runtimes,
            AppRecords records,
            AppPlaces places,
            TrackedApps trackedApps,
            AppObserver observer,
            AppOperations operations,
            LongSupplier nanos) {
        this.servers = config.servers();
        this.runtimes = runtimes;
        this.records = records;
        this.places = places;
        this.trackedApps = trackedApps;
        this.observer = observer;
        this.operations = operations;
        this.workers = config.workers();
        this.nanos = nanos;
        this.pace = config.pace();
    }

    /** Begins to watch; once the state is open. */
    synchronized void start() {
        if (closed) {
            return;
        }
        reconciling = workers.every("Listing the apps to watch", Duration.ZERO, RECONCILED_EVERY, this::reconcile);
    }

    /** Begins and ends watches as apps came and went. */
    synchronized void reconcile() {
        if (closed) {
            return;
        }
        Set<String> here =
                servers.service().reachable().stream().map(Server::id).collect(Collectors.toSet());
        Set<JdbcAppStore.Group> wanted = new HashSet<>();
        for (JdbcAppStore.Group each : records.groups()) {
            if (here.contains(each.serverId()) && runtimes.has(each.runtime())) {
                wanted.add(each);
            }
        }
        watches.entrySet().removeIf(each -> {
            boolean over = !wanted.contains(each.getKey());
            if (over) {
                each.getValue().loop.close();
            }
            return over;
        });
        wanted.forEach(each -> watches.computeIfAbsent(each, this::watch));
    }

    private GroupWatch watch(JdbcAppStore.Group group) {
        GroupWatch watch = new GroupWatch(group);
        workers.start(() -> watch.loop.run(Duration.ZERO));
        return watch;
    }

    /** Somebody looks at the apps; for a while they are looked at more often. */
    void asked() {
        boolean slow = !isAsked();
        askedUntil = nanos.getAsLong() + pace.linger().toNanos();
        everAsked = true;
        if (slow) {
            hurry();
        }
    }

    private boolean isAsked() {
        return everAsked && nanos.getAsLong() - askedUntil < 0;
    }

    private Duration interval() {
        return isAsked() ? pace.watched() : pace.usual();
    }

    private synchronized void hurry() {
        watches.values().forEach(each -> each.loop.hurry());
    }

    /** After an app came, changed or went; that it has is in the state already, so a failure to list is the loop's. */
    synchronized void changed() {
        if (reconciling != null) {
            reconciling.hurry();
        }
        hurry();
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (reconciling != null) {
            reconciling.close();
        }
        watches.values().forEach(each -> each.loop.close());
        watches.clear();
    }

    /**
     * Whether the console has to start an app that is wanted and does not run: a unit by the app's own policy, beside what
     * the unit says; a process when its supervisor is gone, which else starts it again, as when its server was restarted.
     * An engine starts its containers itself.
     */
    static boolean isOursToStart(App app, AppSnapshot snapshot) {
        if (snapshot.isUnderWay()) {
            return false;
        }
        boolean failed = snapshot.instances().stream().anyMatch(StatusOf::hasFailed);
        boolean wanted = app.restart() == RestartPolicy.ALWAYS || (app.restart() == RestartPolicy.ON_FAILURE && failed);
        RuntimeKind kind = app.spec().kind();
        return switch (kind) {
            case SYSTEMD, PROCESS -> wanted;
            case CONTAINER -> false;
        };
    }

    /**
     * Looks at the apps of one kind on one server, again and again, on a virtual thread of its own: a server or an engine that
     * hangs holds up no other. Thread-safe.
     */
    private final class GroupWatch {

        private final JdbcAppStore.Group group;
        private final AppRuntime runtime;
        private final Loop loop;
        private long soonest;

        GroupWatch(JdbcAppStore.Group group) {
            this.group = group;
            this.runtime = runtimes.of(group.runtime());
            this.loop = new Loop("Watching the apps on " + group.serverId(), interval(), this::turn);
        }

        private Duration turn() {
            soonest = Long.MAX_VALUE;
            look();
            return Duration.ofNanos(Math.min(interval().toNanos(), Math.max(soonest, SHORTEST.toNanos())));
        }

        /** Looks once. */
        void look() {
            AppRecords.Loaded loaded = records.load(group);
            if (loaded.apps().isEmpty()) {
                return;
            }
            Map<String, Long> generations = new HashMap<>();
            loaded.apps()
                    .forEach(each ->
                            generations.put(each.id(), trackedApps.of(each).generation()));
            ScheduledFuture<?> alarm = workers.after(HANGS, () -> cannotLook(loaded, "It has not answered for 15 s."));
            Map<String, AppSnapshot> snapshots;
            try {
                Host host = places.host(loaded.apps().getFirst());
                snapshots = runtime.look(host, loaded.apps());
            } catch (AppException e) {
                alarm.cancel(false);
                cannotLook(loaded, String.valueOf(e.getMessage()));
                return;
            } finally {
                alarm.cancel(false);
            }
            for (App each : loaded.apps()) {
                AppSnapshot snapshot = AppSnapshot.ofOne(each, () -> snapshots);
                AppState state = loaded.states().getOrDefault(each.id(), AppState.NEW);
                take(each, state, snapshot, generations.getOrDefault(each.id(), 0L));
            }
        }

        private void cannotLook(AppRecords.Loaded loaded, String reason) {
            for (App each : loaded.apps()) {
                observer.cannotLook(trackedApps.of(each), reason);
            }
        }

        private void take(App app, AppState before, AppSnapshot snapshot, long generation) {
            Tracked tracked = trackedApps.of(app);
            // The start or stop under way reports its outcome.
            if (!tracked.lock().tryLock()) {
                return;
            }
            try {
                if (tracked.generation() != generation) {
                    return;
                }
                observer.observe(app, tracked, before, snapshot);
                keepRunning(app, tracked, before, snapshot);
            } finally {
                tracked.lock().unlock();
            }
        }

        private void keepRunning(App app, Tracked tracked, AppState before, AppSnapshot snapshot) {
            long now = nanos.getAsLong();
            if (snapshot.trouble() != null) {
                return;
            }
            if (snapshot.isRunning()) {
                tracked.backoff().ran(now);
                return;
            }
            if (!before.isWantedRunning() || !isOursToStart(app, snapshot)) {
                return;
            }
            if (tracked.backoff().isDue(now)) {
                workers.start(() -> {
                    operations.startAgain(app);
                    loop.hurry();
                });
            } else {
                soonest = Math.min(soonest, tracked.backoff().remaining(now));
            }
        }
    }
}

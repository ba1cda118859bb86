package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.LogEnd;
import dev.wheelhouse.core.apps.runtime.StartFailure;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Starts and stops apps, one thing at a time for each. Thread-safe. */
final class AppOperations {

    private static final System.Logger LOG = System.getLogger(AppOperations.class.getName());

    /** Longer than a start or a stop takes, so that the second of two calls sees what the first one did. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String NOT_BACK = "It was stopped to be started again, and did not start.";

    private final AppRecords records;
    private final AppRuntimes runtimes;
    private final AppPlaces places;
    private final AppEnvironment environments;
    private final TrackedApps tracked;
    private final AppObserver observer;
    private final List<AppRemoval> removals = new CopyOnWriteArrayList<>();

    AppOperations(
            AppRecords records,
            AppRuntimes runtimes,
            AppPlaces places,
            AppEnvironment environments,
            TrackedApps tracked,
            AppObserver observer) {
        this.records = records;
        this.runtimes = runtimes;
        this.places = places;
        this.environments = environments;
        this.tracked = tracked;
        this.observer = observer;
    }

    /** One app with what works on it, while its lock is held. */
    private record Work(App app, Tracked tracked, AppRuntime runtime, Host host) {

        AppSnapshot look() {
            Map<String, AppSnapshot> snapshots = runtime.look(host, List.of(app));
            return AppSnapshot.ofOne(app, () -> snapshots);
        }

        AppSnapshot lookIfPossible() {
            return AppSnapshot.ofOne(app, () -> runtime.look(host, List.of(app)));
        }
    }

    /** @throws AppException {@code not_found} when it was deleted meanwhile; and what the runtime throws */
    AppStatus start(Caller caller, App asked) {
        return working(asked, work -> {
            App app = work.app();
            AppSnapshot before = work.look();
            if (StatusOf.isWhole(app, before)) {
                AppState state = records.state(app);
                if (!state.isWantedRunning()) {
                    state = records.change(app, each -> each.wanting(Wanted.RUNNING), (_, _) -> {});
                }
                return observer.observe(app, work.tracked(), state, before);
            }
            App opened = environments.opened(app);
            Begun begun = new Begun(caller, records.state(app), before, false);
            return started(work, begun, () -> work.runtime().start(work.host(), opened));
        });
    }

    /** As {@link #start}; what can be known to hinder the start is found out before anything is stopped. */
    AppStatus restart(Caller caller, App asked) {
        return working(asked, work -> {
            App app = work.app();
            AppState state = records.state(app);
            AppSnapshot before = work.look();
            App opened = environments.opened(app);
            work.runtime().prepare(work.host(), opened);
            Begun begun = new Begun(caller, state, before, before.isRunning());
            if (work.runtime().restartsInOneStep()) {
                return started(work, begun, () -> work.runtime().restart(work.host(), opened));
            }
            records.change(app, each -> each.wanting(Wanted.STOPPED), (_, _) -> {});
            try {
                work.runtime().stop(work.host(), app);
            } catch (AppException e) {
                undisturbed(() -> notStopped(work, begun, e));
                throw e;
            }
            return started(work, begun, () -> work.runtime().start(work.host(), opened));
        });
    }

    /** Has something else of an app run than what does, and tells of it; where that fails, nothing is concluded from it. */
    void replace(Caller caller, App asked, Runnable replacement) {
        working(asked, work -> {
            AppSnapshot before = work.look();
            Begun begun = new Begun(caller, records.state(work.app()), before, before.isRunning());
            replacement.run();
            return settled(work, begun, Wanted.RUNNING, work.lookIfPossible(), startedEvent(work, begun));
        });
    }

    private static NewEvent startedEvent(Work work, Begun begun) {
        NewEvent event = AppEvents.of(work.app(), new ObservedEvent(ObservedEvent.Kind.STARTED, null));
        return begun.stopped() ? AppEvents.with(event, "restarted", true) : event;
    }

    /**
     * What a person began with an app.
     *
     * @param state as it was then
     * @param before as it was seen then
     * @param stopped whether it ran and was stopped to be started again
     */
    private record Begun(Caller caller, AppState state, AppSnapshot before, boolean stopped) {

        boolean isNewRunIn(AppSnapshot now) {
            Set<String> known = before.instances().stream()
                    .filter(Instance::running)
                    .map(Instance::identity)
                    .collect(Collectors.toSet());
            return now.instances().stream().anyMatch(each -> each.running() && !known.contains(each.identity()));
        }
    }

    private AppStatus started(Work work, Begun begun, Supplier<AppSnapshot> start) {
        AppSnapshot now;
        try {
            now = start.get();
        } catch (AppException e) {
            undisturbed(() -> notStarted(work, begun, e));
            throw e;
        }
        return settled(work, begun, Wanted.RUNNING, now, startedEvent(work, begun));
    }

    /** The outcome is read and reported also where the call was cancelled. */
    private static void undisturbed(Runnable work) {
        boolean interrupted = Thread.interrupted();
        try {
            work.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** An app that goes on is wanted as it was; one that ended all the same is recorded so. */
    private void notStopped(Work work, Begun begun, AppException why) {
        AppSnapshot snapshot = work.lookIfPossible();
        if (snapshot.trouble() == null && !snapshot.isRunning()) {
            settled(work, begun, Wanted.STOPPED, snapshot, withDetail(work, ObservedEvent.Kind.STOPPED, NOT_BACK, why));
            return;
        }
        Wanted before = begun.state().wanted();
        records.change(work.app(), each -> each.wanting(before == null ? Wanted.RUNNING : before), (_, _) -> {});
    }

    /** A start that failed may go on all the same; where it does not, nothing of it is left behind. */
    private void notStarted(Work work, Begun begun, AppException why) {
        AppSnapshot snapshot = work.lookIfPossible();
        if (snapshot.isUnderWay()) {
            NewEvent late = withDetail(work, ObservedEvent.Kind.STARTED, "It goes on, though the start failed.", why);
            settled(work, begun, Wanted.RUNNING, snapshot, begun.isNewRunIn(snapshot) ? late : null);
        } else if (why.errorCode() == PlatformError.STATE_INVALID) {
            if (snapshot.trouble() == null) {
                stopRest(work);
                snapshot = work.lookIfPossible();
            }
            settled(
                    work,
                    begun,
                    Wanted.STOPPED,
                    snapshot,
                    withDetail(work, ObservedEvent.Kind.CRASHED, "It did not start.", why));
        } else if (begun.stopped()) {
            settled(work, begun, Wanted.STOPPED, snapshot, withDetail(work, ObservedEvent.Kind.STOPPED, NOT_BACK, why));
        }
    }

    /** An engine would start again what was reported to a person as stopped. */
    private static void stopRest(Work work) {
        try {
            work.runtime().stop(work.host(), work.app());
        } catch (AppException e) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "What is left of the start of " + work.app().name() + " could not be stopped: " + e.getMessage());
        }
    }

    private NewEvent withDetail(Work work, ObservedEvent.Kind kind, String what, AppException why) {
        NewEvent event = AppEvents.of(work.app(), new ObservedEvent(kind, null));
        if (!(why.details() instanceof StartFailure(String reason, List<String> lines))) {
            return AppEvents.with(event, "detail", what + " " + cut(String.valueOf(why.getMessage()), work.app()));
        }
        NewEvent withReason = AppEvents.with(event, "detail", what + " " + cut(reason, work.app()));
        List<String> shown = lines.stream()
                .map(each -> LogEnd.cut(AppEnvironment.redact(each, environments.stored(work.app()))))
                .toList();
        return shown.isEmpty() ? withReason : AppEvents.with(withReason, "lines", shown);
    }

    private String cut(String message, App app) {
        String clean = AppEnvironment.redact(message, environments.stored(app));
        return clean.length() > 4096 ? clean.substring(0, 4096) + "…" : clean;
    }

    AppStatus stop(Caller caller, App asked) {
        return working(asked, work -> {
            App app = work.app();
            AppSnapshot before = work.look();
            AppState state = records.state(app);
            // First, so that nobody starts it again while it ends, whatever becomes of this console.
            records.change(app, each -> each.wanting(Wanted.STOPPED), (_, _) -> {});
            work.runtime().stop(work.host(), app);
            NewEvent event = AppEvents.of(app, new ObservedEvent(ObservedEvent.Kind.STOPPED, null));
            boolean ran = state.isWantedRunning() || before.isRunning();
            Begun begun = new Begun(caller, state, before, ran);
            return settled(work, begun, Wanted.STOPPED, work.lookIfPossible(), ran ? event : null);
        });
    }

    private AppStatus settled(Work work, Begun begun, Wanted wanted, AppSnapshot snapshot, @Nullable NewEvent event) {
        AppState state = records.change(
                work.app(),
                each -> each.settled(wanted, snapshot.trouble() == null ? snapshot : null),
                (tx, replaced) -> {
                    if (event != null && !isTold(begun, replaced, snapshot)) {
                        records.events().append(tx, begun.caller(), event);
                    }
                });
        // As saved, so that what is seen now is compared with itself.
        return observer.observe(work.app(), work.tracked(), state.saved(), snapshot);
    }

    /** Another console that watches the same server may have seen and reported it before this one. */
    private static boolean isTold(Begun begun, AppState now, AppSnapshot snapshot) {
        return snapshot.trouble() == null && !Objects.equals(begun.state().seen(), now.seen()) && now.shows(snapshot);
    }

    /** Starts an app again because its policy says so; only the status shows it, and a failed one is tried again later. */
    void startAgain(App asked) {
        try {
            this.<@Nullable AppStatus>locked(asked, each -> {
                App app = asItIs(asked);
                if (!records.state(app).isWantedRunning()) {
                    return null;
                }
                Work work = work(app, each);
                AppSnapshot now = work.look();
                if (!now.isRunning() && AppWatch.isOursToStart(app, now)) {
                    work.runtime().start(work.host(), environments.opened(app));
                    records.change(app, AppState::startedAgain, (_, _) -> {});
                }
                return null;
            });
        } catch (AppException e) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "The app " + asked.name() + " could not be started again: " + e.getMessage());
        }
    }

    /** Has more taken away of each app that is deleted. */
    void register(AppRemoval removal) {
        removals.add(removal);
    }

    /** Forgets what others have for an app, within the change that forgets it. */
    void forget(Transaction tx, App app) {
        removals.forEach(each -> each.forget(tx, app));
    }

    /** Takes away what there is of an app on its server, and then does what follows, with its lock held. */
    void remove(App app, Runnable then) {
        working(app, work -> {
            removals.forEach(each -> each.check(work.app()));
            work.runtime().remove(work.host(), work.app());
            removals.forEach(each -> each.remove(work.app()));
            then.run();
            return true;
        });
    }

    /** Looks now; an app under a user's operation is returned as it is, and nothing is concluded from it. */
    AppStatus look(App app) {
        Tracked known = tracked.of(app);
        AppState before = records.state(app);
        long generation = known.generation();
        AppSnapshot snapshot;
        try {
            snapshot = work(app, known).look();
        } catch (AppException e) {
            return observer.cannotLook(known, String.valueOf(e.getMessage()));
        }
        if (!known.lock().tryLock()) {
            return StatusOf.seen(app, before, snapshot, null, known.crash(), observer.now());
        }
        try {
            return known.generation() == generation
                    ? observer.observe(app, known, before, snapshot)
                    : StatusOf.seen(app, records.state(app), snapshot, null, known.crash(), observer.now());
        } finally {
            known.lock().unlock();
        }
    }

    private <T> T working(App app, Function<Work, T> operation) {
        return locked(app, each -> {
            each.touched();
            try {
                return operation.apply(work(asItIs(app), each));
            } finally {
                each.touched();
            }
        });
    }

    /** It may have been changed or deleted while its lock was waited for. */
    private App asItIs(App app) {
        return records.get(app.organizationId(), app.id());
    }

    private Work work(App app, Tracked known) {
        return new Work(app, known, runtimes.of(app.spec().kind()), places.host(app));
    }

    /** @throws AppException {@code conflict} when somebody else works on the app for too long */
    <T> T locked(App app, Function<Tracked, T> operation) {
        Tracked known = tracked.of(app);
        acquire(app, known);
        try {
            return operation.apply(known);
        } finally {
            known.lock().unlock();
        }
    }

    private static void acquire(App app, Tracked known) {
        try {
            if (!known.lock().tryLock(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AppException(
                        PlatformError.CONFLICT,
                        "The app " + app.name() + " is being started, stopped or changed by somebody else. Try again in"
                                + " a moment.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "The call was cancelled. Nothing was done.", e);
        }
    }
}

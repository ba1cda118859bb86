package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.apps.runtime.Sight;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorDetails;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.host.Host;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Starts and stops apps, one thing at a time for each. Thread-safe. */
final class AppOperations {

    private static final System.Logger LOG = System.getLogger(AppOperations.class.getName());

    /** Longer than a start or a stop takes, so that the second of two calls sees what the first one did. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final AppRecords records;
    private final AppRuntimes runtimes;
    private final AppPlaces places;
    private final AppEnvironment environments;
    private final TrackedApps tracked;
    private final AppObserver observer;

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

        Sight look() {
            Sight sight = runtime.look(host, List.of(app)).get(app.id());
            return sight == null ? new Sight(List.of(), 0, "The server said nothing about it.") : sight;
        }
    }

    AppStatus start(Caller caller, App app) {
        return working(app, work -> {
            Sight before = work.look();
            if (before.isRunning()) {
                AppState state = records.state(app);
                if (!state.isWantedRunning()) {
                    state = records.change(app, each -> each.wanting(Wanted.RUNNING), _ -> {});
                }
                return observer.observe(app, work.tracked(), state, before);
            }
            return started(caller, work, false);
        });
    }

    AppStatus restart(Caller caller, App app) {
        return working(app, work -> {
            boolean ran = work.look().isRunning();
            records.change(app, each -> each.wanting(Wanted.STOPPED), _ -> {});
            work.runtime().stop(work.host(), work.app());
            return started(caller, work, ran);
        });
    }

    private AppStatus started(Caller caller, Work work, boolean again) {
        App app = work.app();
        try {
            work.runtime().start(work.host(), environments.opened(app));
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.STATE_INVALID) {
                failedToStart(caller, work, e);
            }
            throw e;
        }
        Sight sight = work.look();
        NewEvent event = AppEvents.of(app, new Happening(Happening.Kind.STARTED, null));
        NewEvent told = again ? AppEvents.with(event, "restarted", true) : event;
        return settled(caller, work, Wanted.RUNNING, sight, told);
    }

    /** It is told as a crash with its reason; nothing is left running, so nobody waits for it. */
    private void failedToStart(Caller caller, Work work, AppException why) {
        NewEvent event = AppEvents.of(work.app(), new Happening(Happening.Kind.CRASHED, null));
        NewEvent told = AppEvents.with(
                event, "detail", "It did not start. " + cut(String.valueOf(why.getMessage()), work.app()));
        settled(caller, work, Wanted.STOPPED, work.look(), told);
    }

    private String cut(String message, App app) {
        String clean = AppEnvironment.redact(message, environments.stored(app));
        return clean.length() > 4096 ? clean.substring(0, 4096) + "…" : clean;
    }

    AppStatus stop(Caller caller, App app) {
        return working(app, work -> {
            Sight before = work.look();
            boolean wanted = records.state(app).isWantedRunning();
            // First, so that nobody starts it again while it ends, whatever becomes of this console.
            records.change(app, each -> each.wanting(Wanted.STOPPED), _ -> {});
            work.runtime().stop(work.host(), work.app());
            Sight after = work.look();
            NewEvent event = AppEvents.of(app, new Happening(Happening.Kind.STOPPED, null));
            return settled(caller, work, Wanted.STOPPED, after, wanted || before.isRunning() ? event : null);
        });
    }

    private AppStatus settled(Caller caller, Work work, Wanted wanted, Sight sight, @Nullable NewEvent event) {
        AppState state =
                records.change(work.app(), each -> each.settled(wanted, sight.trouble() == null ? sight : null), tx -> {
                    if (event != null) {
                        records.events().append(tx, caller, event);
                    }
                });
        // As saved, so that what is seen now is compared with itself.
        AppState now =
                new AppState(state.wanted(), state.failed(), state.restarts(), state.seen(), state.revision() + 1);
        return observer.observe(work.app(), work.tracked(), now, sight);
    }

    /** Starts an app again because its policy says so; told to nobody but the status, and tried again later if it fails. */
    void startAgain(App app) {
        try {
            this.<@Nullable AppStatus>locked(app, each -> {
                if (!records.state(app).isWantedRunning()) {
                    return null;
                }
                Work work = work(app, each);
                if (!work.look().isRunning()) {
                    work.runtime().start(work.host(), environments.opened(app));
                    records.change(app, AppState::startedAgain, _ -> {});
                }
                return null;
            });
        } catch (AppException e) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "The app " + app.name() + " could not be started again: " + e.getMessage());
        }
    }

    /** Takes away what there is of an app on its server, and then does what follows, with its lock held. */
    void remove(App app, Runnable then) {
        working(app, work -> {
            work.runtime().remove(work.host(), work.app());
            then.run();
            return true;
        });
    }

    /** Looks now; an app that somebody works on is told as it is, and nothing is concluded from it. */
    AppStatus look(App app) {
        Tracked known = tracked.of(app);
        AppState before = records.state(app);
        long generation = known.generation();
        Sight sight;
        try {
            sight = work(app, known).look();
        } catch (AppException e) {
            return observer.cannotLook(known, String.valueOf(e.getMessage()));
        }
        if (!known.lock().tryLock()) {
            return StatusOf.seen(app, before, sight, null, observer.now());
        }
        try {
            return known.generation() == generation
                    ? observer.observe(app, known, before, sight)
                    : StatusOf.seen(app, records.state(app), sight, null, observer.now());
        } finally {
            known.lock().unlock();
        }
    }

    private <T> T working(App app, Function<Work, T> operation) {
        return locked(app, each -> {
            each.touched();
            try {
                return operation.apply(work(app, each));
            } finally {
                each.touched();
            }
        });
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
            throw new AppException(
                    PlatformError.CANCELLED, "The call was cancelled. Nothing was done.", ErrorDetails.NONE, e);
        }
    }
}

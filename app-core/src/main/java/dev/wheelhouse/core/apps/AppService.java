package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.metrics.SubjectSeries;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.event.Revisions;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerService;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The programs that an organization runs. What it hands out has the names of an app's environment with empty values.
 * Thread-safe.
 */
public final class AppService implements AppGateway {

    private static final int MOST_EVENTS = 200;

    private final StateStore store;
    private final Vault vault;
    private final IdGenerator ids;
    private final Clock clock;
    private final SubjectSeries series;
    private final AppRecords records;
    private final AppRuntimes runtimes;
    private final AppPlaces places;
    private final ServerService servers;
    private final AppEnvironment environments;
    private final TrackedApps tracked;
    private final AppOperations operations;
    private final ImagePulls pulls;
    private final AppWatch watch;
    private final Revisions<App> revisions;
    private final EventService events;

    AppService(
            AppsConfig config,
            AppRecords records,
            AppRuntimes runtimes,
            AppPlaces places,
            AppEnvironment environments,
            TrackedApps tracked,
            AppOperations operations,
            AppWatch watch) {
        this.store = config.store();
        this.vault = config.vault();
        this.ids = config.ids();
        this.clock = config.clock();
        this.series = config.series();
        this.records = records;
        this.runtimes = runtimes;
        this.places = places;
        this.servers = config.servers().service();
        this.environments = environments;
        this.tracked = tracked;
        this.operations = operations;
        this.pulls = new ImagePulls(config.jobs(), runtimes, places, operations);
        this.watch = watch;
        this.events = new EventService(store);
        this.revisions = new Revisions<>("app", store, records.apps(), config.events(), AppEvents::told);
    }

    /**
     * Adds an app; it is not started. Scopes apps:write and, as it runs commands on a server, servers:exec.
     *
     * @throws AppException {@code insufficient_scope}, {@code validation_failed}; {@code already_exists} for a name taken;
     *     {@code state_invalid} for a server that is the machine of another console
     */
    @Override
    public App create(Caller caller, AppDraft draft) {
        return create(caller, draft, (_, _) -> {});
    }

    /** @param more is done in the same transaction */
    App create(Caller caller, AppDraft draft, BiConsumer<Transaction, App> more) {
        requireWrite(caller);
        AppSpec spec = checked(draft, Map.of());
        places.requireHere(serverOf(caller, draft));
        App app = new App(
                ids.next("app"),
                caller.organizationId(),
                draft.name(),
                draft.serverId(),
                spec,
                restartOf(draft),
                clock.instant(),
                1);
        prepareVault(app);
        revisions.save(app.name(), tx -> {
            records.insert(tx, app);
            environments.save(tx, app);
            revisions.append(tx, caller, EventKind.APP_CREATED, app);
            more.accept(tx, app);
            return app;
        });
        watch.changed();
        return AppEnvironment.closed(app);
    }

    private AppSpec checked(AppDraft draft, Map<String, String> stored) {
        AppSpec spec = AppValidation.check(draft, stored);
        if (!runtimes.has(draft.runtime())) {
            throw AppException.invalid(
                    "runtime",
                    "This console cannot run apps of the kind "
                            + draft.runtime().wireName() + ".");
        }
        return spec;
    }

    private Server serverOf(Caller caller, AppDraft draft) {
        return servers.find(caller.organizationId(), draft.serverId())
                .orElseThrow(() -> AppException.invalid("serverId", "There is no such server."));
    }

    private static RestartPolicy restartOf(AppDraft draft) {
        return draft.restart() == null ? RestartPolicy.NEVER : draft.restart();
    }

    private void prepareVault(App app) {
        if (!AppEnvironment.of(app.spec()).isEmpty()) {
            vault.prepare();
        }
    }

    /**
     * Replaces what an app says. What runs goes on as it was started; the change holds from the next start on. Scopes as
     * {@link #create}.
     *
     * @param draft without an environment to keep the one that is there
     * @param expectedRevision null to replace whatever is there
     * @throws AppException as {@link #create}; {@code not_found}; {@code precondition_failed} when it was changed since
     */
    @Override
    public App update(Caller caller, String id, AppDraft draft, @Nullable Long expectedRevision) {
        requireWrite(caller);
        return operations.locked(revisions.load(caller, id), _ -> updated(caller, id, draft, expectedRevision));
    }

    private App updated(Caller caller, String id, AppDraft draft, @Nullable Long expectedRevision) {
        App before = revisions.load(caller, id);
        revisions.require(before, expectedRevision);
        if (!draft.serverId().equals(before.serverId())) {
            throw AppException.invalid("serverId", "An app stays on its server. Add another app there.");
        }
        if (draft.runtime() != before.spec().kind()) {
            throw AppException.invalid("runtime", "The kind of an app stays. Add another app.");
        }
        Map<String, String> stored = environments.stored(before);
        App after = new App(
                id,
                before.organizationId(),
                draft.name(),
                before.serverId(),
                checked(draft, stored),
                restartOf(draft),
                before.createdAt(),
                before.revision() + 1);
        Map<String, Object> difference = revisions.difference(before, after);
        if (!stored.equals(AppEnvironment.of(after.spec()))) {
            difference.put("environmentChanged", true);
        }
        prepareVault(after);
        revisions.save(after.name(), tx -> {
            revisions.update(tx, after);
            environments.save(tx, after);
            if (!names(before.spec()).equals(names(after.spec()))) {
                // What is looked at from now on is something else; nothing has happened to what was.
                records.resetState(tx, id);
            }
            revisions.append(tx, caller, EventKind.APP_CHANGED, after, difference);
            return after;
        });
        watch.changed();
        return AppEnvironment.closed(after);
    }

    /**
     * Stops what is the console's own making, takes it off the server and forgets the app; adopted containers and units
     * stay as they are. Scopes as {@link #create}.
     *
     * @throws AppException {@code not_found}, {@code precondition_failed}; {@code upstream_failed} and others of the host
     *     when the server does not answer: then {@link #forget} is left
     */
    @Override
    public void delete(Caller caller, String id, @Nullable Long expectedRevision) {
        requireWrite(caller);
        App app = revisions.load(caller, id);
        revisions.require(app, expectedRevision);
        operations.remove(app, () -> forgotten(caller, id, expectedRevision, true));
        watch.changed();
    }

    /**
     * Forgets an app without asking its server, for one that is gone; whatever runs there goes on. Scopes as
     * {@link #create}.
     *
     * @throws AppException {@code not_found}, {@code precondition_failed}
     */
    @Override
    public void forget(Caller caller, String id, @Nullable Long expectedRevision) {
        requireWrite(caller);
        operations.locked(revisions.load(caller, id), _ -> {
            forgotten(caller, id, expectedRevision, false);
            return true;
        });
        watch.changed();
    }

    private void forgotten(Caller caller, String id, @Nullable Long expectedRevision, boolean removed) {
        store.change(tx -> {
            App app = revisions.load(tx, caller, id);
            revisions.require(app, expectedRevision);
            operations.forget(tx, app);
            environments.delete(tx, app);
            records.delete(tx, id);
            revisions.append(tx, caller, EventKind.APP_DELETED, app, Map.of("removedFromServer", removed));
        });
        tracked.forget(id);
        series.delete(id);
    }

    /** Newest first. Scope apps:read. */
    public Page<App> list(Caller caller, PageRequest page) {
        caller.require(Scope.APPS_READ);
        return revisions.list(caller, page);
    }

    /** Newest first. Scope apps:read. */
    @Override
    public List<App> all(Caller caller) {
        caller.require(Scope.APPS_READ);
        return store.read(tx -> records.apps().all(tx, caller.organizationId()));
    }

    /**
     * Scope apps:read.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    @Override
    public App get(Caller caller, String id) {
        return forUse(caller, id, Scope.APPS_READ);
    }

    /**
     * The app as it is before a change. Scopes as {@link #create}.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public App forChange(Caller caller, String id) {
        requireWrite(caller);
        return revisions.load(caller, id);
    }

    /** The names of the environment that is set; never its values. */
    @Override
    public Set<String> environmentNames(App app) {
        return new TreeSet<>(AppEnvironment.of(app.spec()).keySet());
    }

    /**
     * Starts it and waits until it is up; one that runs is left as it is. A second call for the same app waits for the
     * first. Scope apps:control.
     *
     * @throws AppException {@code not_found}; {@code state_invalid} when it is not up after ten seconds or has ended
     *     again, with the last lines of its log; {@code image_missing} when there is an image to {@link #pull};
     *     {@code conflict} when somebody works on it for too long; what the host
     *     throws
     */
    @Override
    public AppStatus start(Caller caller, String id) {
        return operations.start(caller, forUse(caller, id, Scope.APPS_CONTROL));
    }

    /**
     * Fetches the image of an app's containers as a job {@code image_pull}, with the engine's own progress; the job that
     * already does so is answered instead of a second one, and starts the app when this call wants it. Scope apps:control.
     *
     * @param starts whether to start the app once the image is there; what runs from an older one is left
     * @throws AppException {@code not_found}; {@code state_invalid} for an app that is made from no image
     */
    @Override
    public Job pull(Caller caller, String id, boolean starts) {
        return pulls.begin(caller, forUse(caller, id, Scope.APPS_CONTROL), starts);
    }

    /** Stops it and keeps it from being started again by itself. Scope apps:control; throws as {@link #start}. */
    @Override
    public AppStatus stop(Caller caller, String id) {
        return operations.stop(caller, forUse(caller, id, Scope.APPS_CONTROL));
    }

    /** Stops it when it runs, and starts it. Scope apps:control; throws as {@link #start}. */
    @Override
    public AppStatus restart(Caller caller, String id) {
        return operations.restart(caller, forUse(caller, id, Scope.APPS_CONTROL));
    }

    /**
     * Looks now; a server that does not answer makes it unknown. Scope apps:read.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public AppStatus status(Caller caller, String id) {
        return operations.look(forUse(caller, id, Scope.APPS_READ));
    }

    /** As last seen by the watch (every few seconds), by app id; asks no server. Scope apps:read. */
    @Override
    public Map<String, AppStatus> statuses(Caller caller) {
        List<App> apps = all(caller);
        watch.asked();
        Map<String, AppStatus> statuses = new HashMap<>();
        for (App each : apps) {
            AppStatus known = tracked.of(each).status();
            statuses.put(each.id(), known != null ? known : StatusOf.unknown(whyUnseen(each), null));
        }
        return statuses;
    }

    private String whyUnseen(App app) {
        boolean elsewhere = servers.find(app.organizationId(), app.serverId())
                .filter(places::isElsewhere)
                .isPresent();
        return elsewhere ? "Its server is the machine of another console." : "It was not looked at yet.";
    }

    /**
     * What is on a server that could be an app and is not one yet. Scope servers:exec.
     *
     * @throws AppException {@code not_found}; {@code state_invalid} for another console's own machine; what the host throws
     */
    @Override
    public List<FoundApp> discover(Caller caller, String serverId, RuntimeKind runtime) {
        Server server = servers.forUse(caller, serverId, Scope.SERVERS_EXEC);
        List<FoundApp> found = runtimes.of(runtime).discover(places.host(server));
        Set<String> taken = new HashSet<>();
        store.read(tx -> records.apps().all(tx, caller.organizationId())).stream()
                .filter(each -> each.serverId().equals(serverId))
                .forEach(each -> taken.addAll(names(each.spec())));
        return found.stream()
                .filter(each -> names(each.spec()).stream().noneMatch(taken::contains))
                .toList();
    }

    /** What it is on its server under names of the server's; none for what the console makes. */
    private static List<String> names(AppSpec spec) {
        return switch (spec) {
            case AppSpec.Process _ -> List.of();
            case AppSpec.SystemdUnit it -> List.of("unit " + it.unit());
            case AppSpec.Container it ->
                Objects.requireNonNullElse(it.adopted(), List.<String>of()).stream()
                        .map(each -> "container " + each)
                        .toList();
        };
    }

    /**
     * The app's log, all copies together. Scope logs:read.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code state_invalid} for another console's own
     *     machine
     */
    public LogSource log(Caller caller, String id) {
        App app = forUse(caller, id, Scope.LOGS_READ);
        places.requireHere(places.server(app.organizationId(), app.serverId()));
        return runtimes.of(app.spec().kind()).log(() -> places.host(app), app);
    }

    /** A text that an app wrote, without the values of its environment; for who may read its log and not its secrets. */
    public String withoutEnvironment(App app, String text) {
        return AppEnvironment.redact(text, environments.stored(app));
    }

    /**
     * {@code cpu} (percent, 100 is one core) and {@code memory} (bytes) over a range that ends now. Scope metrics:read.
     *
     * @throws AppException {@code not_found}; {@code validation_failed} on {@code query.metric} for another metric;
     *     {@code state_invalid} for another console's own machine
     */
    @Override
    public MetricSeries series(Caller caller, String id, Metric metric, MetricRange range) {
        return series.series(measured(caller, id, metric), metric, range);
    }

    /**
     * As the other, between two moments.
     *
     * @throws AppException {@code validation_failed} on {@code query.to} when it is not after {@code from}
     */
    public MetricSeries series(Caller caller, String id, Metric metric, Instant from, Instant to) {
        return series.series(measured(caller, id, metric), metric, from, to);
    }

    private String measured(Caller caller, String id, Metric metric) {
        App app = forUse(caller, id, Scope.METRICS_READ);
        if (!metric.equals(Metric.CPU) && !metric.equals(Metric.MEMORY)) {
            throw AppException.invalid("query.metric", "An app has the metrics cpu and memory.");
        }
        places.requireHere(places.server(app.organizationId(), app.serverId()));
        return app.id();
    }

    private App forUse(Caller caller, String id, Scope scope) {
        caller.require(scope);
        return revisions.load(caller, id);
    }

    private static void requireWrite(Caller caller) {
        caller.require(Scope.APPS_WRITE);
        caller.require(Scope.SERVERS_EXEC);
    }

    /**
     * What happened to an app since a moment, newest first; the newest 200.
     *
     * @throws AppException {@code insufficient_scope}
     */
    @Override
    public List<AppEvent> events(Caller caller, String id, Instant since) {
        EventFilter ofApp = new EventFilter(AppEvent.KINDS, id, since, null);
        return events.list(caller, ofApp, new PageRequest(MOST_EVENTS, null)).items().stream()
                .map(AppEvent::of)
                .toList();
    }
}

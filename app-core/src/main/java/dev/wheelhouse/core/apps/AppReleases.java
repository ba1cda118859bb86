package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.ImageReleases;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.LogEnd;
import dev.wheelhouse.core.apps.runtime.ReleaseImages;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a new release of an app does with it. Whoever calls this has checked the caller's right. Every method may block and
 * throws what the runtime and the host throw. Thread-safe.
 */
public final class AppReleases {

    private final AppService service;
    private final AppRecords records;
    private final AppRuntimes runtimes;
    private final AppPlaces places;
    private final AppEnvironment environments;
    private final AppOperations operations;

    AppReleases(
            AppService service,
            AppRecords records,
            AppRuntimes runtimes,
            AppPlaces places,
            AppEnvironment environments,
            AppOperations operations) {
        this.service = service;
        this.records = records;
        this.runtimes = runtimes;
        this.places = places;
        this.environments = environments;
        this.operations = operations;
    }

    /**
     * As {@link AppService#create(Caller, AppDraft)}.
     *
     * @param more is done in the same transaction
     */
    public App create(Caller caller, AppDraft draft, BiConsumer<Transaction, App> more) {
        return service.create(caller, draft, more);
    }

    /** Has more taken away of each app that is deleted on its server. */
    public void register(AppRemoval removal) {
        operations.register(removal);
    }

    /** The app without the values of its environment; empty when there is none. */
    public Optional<App> find(Transaction tx, String organizationId, String id) {
        return records.apps().find(tx, organizationId, id);
    }

    /** @throws AppException {@code not_found}; {@code state_invalid} for another console's own machine */
    public Host host(App app) {
        return places.host(app);
    }

    /** The values of the app's environment, by name; secrets. */
    public Map<String, String> environment(App app) {
        return environments.stored(app);
    }

    /** Stops it where it runs, and starts it; an event tells of it. */
    public AppStatus restart(Caller caller, App app) {
        return operations.restart(caller, app);
    }

    public AppStatus stop(Caller caller, App app) {
        return operations.stop(caller, app);
    }

    /** What makes releases of the images that an app's containers are made from. */
    public ImageReleases images(App app) {
        return runtimes.of(app.spec().kind()).images();
    }

    /** The app as its engine is given it, with the values of its environment: secrets. */
    public App opened(App app, String image) {
        App opened = environments.opened(app);
        return opened.with(ReleaseImages.with((AppSpec.Container) opened.spec(), image), app.revision());
    }

    /** Whether it is meant to run. */
    public boolean isWantedRunning(App app) {
        return records.state(app).isWantedRunning();
    }

    /**
     * Has others of its containers serve, with nobody else at work on it meanwhile; an event tells of it where it runs anew.
     *
     * @param anew whether that is so; else the same ones get other names
     */
    public void replace(Caller caller, App app, boolean anew, Runnable replacement) {
        if (anew) {
            operations.replace(caller, app, replacement);
            return;
        }
        operations.locked(app, tracked -> {
            tracked.touched();
            replacement.run();
            tracked.touched();
            return true;
        });
    }

    /** As {@link AppRuntime#start}, in place of whatever runs. */
    public void startAsItIs(Caller caller, App app) {
        operations.replace(
                caller, app, () -> runtimes.of(app.spec().kind()).start(places.host(app), environments.opened(app)));
    }

    /**
     * Has an app's containers be made from an image from now on, within the change that ends its release; unless somebody
     * gave it another one meanwhile.
     *
     * @param app as it was before the release
     */
    public void keepImage(Transaction tx, App app, String image) {
        records.apps()
                .find(tx, app.organizationId(), app.id())
                .filter(each -> each.spec() instanceof AppSpec.Container now
                        && app.spec() instanceof AppSpec.Container before
                        && now.image().equals(before.image()))
                .ifPresent(each ->
                        records.changeSpec(tx, each, ReleaseImages.with((AppSpec.Container) each.spec(), image)));
    }

    /** How it is now, with the trouble where it cannot be looked at. */
    public AppSnapshot look(App app) {
        return AppSnapshot.ofOne(app, () -> runtimes.of(app.spec().kind()).look(places.host(app), List.of(app)));
    }

    /**
     * The newest lines of an app's log.
     *
     * @param since when the run began that they are wanted of; null for its last run
     */
    public String lastLines(App app, int lines, @Nullable Instant since) {
        LogSource log = runtimes.of(app.spec().kind()).log(() -> places.host(app), app);
        return String.join("\n", LogEnd.of(log, lines, since == null ? lastStart(app) : since));
    }

    private @Nullable Instant lastStart(App app) {
        return look(app).instances().stream()
                .map(Instance::startedAt)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    /** Has a process start in a directory from now on. */
    public App runIn(App app, AppSpec.Process spec, String directory) {
        return operations.locked(
                app, _ -> records.changeSpec(app, new AppSpec.Process(spec.command(), directory, spec.environment())));
    }
}

package dev.wheelhouse.core.apps.container;

import dev.wheelhouse.core.apps.container.engine.Engine;
import dev.wheelhouse.core.apps.container.engine.Engines;
import dev.wheelhouse.core.apps.container.engine.ListedContainer;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.ImageReleases;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.ReleaseImages;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.Together;
import dev.wheelhouse.core.platform.job.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Apps that are containers of a Docker-compatible engine. What it makes has the app's id as a label; the engine itself
 * starts again what ends, by the app's policy, so that it also does while the console is away. Thread-safe.
 */
public final class ContainerRuntime implements AppRuntime {

    /** More channels at once than most SSH servers and engines take gladly would only wait. */
    private static final int AT_ONCE = 16;

    private final Workers workers;
    private final Engines engines;
    private final Together together;
    private final ContainerSnapshots snapshots;
    private final ContainerReleases releases;

    public ContainerRuntime(Workers workers) {
        this.workers = workers;
        this.engines = new Engines(workers);
        this.together = new Together(workers, AT_ONCE);
        this.snapshots = new ContainerSnapshots(engines, together);
        this.releases = new ContainerReleases(engines, together, workers);
    }

    @Override
    public RuntimeKind kind() {
        return RuntimeKind.CONTAINER;
    }

    private Engine engine(Host host, App app) {
        return engines.get(host, ContainerPlan.spec(app).engine());
    }

    /**
     * As {@link AppRuntime#start}. Containers that were made from another spec than the app has now are replaced.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException also {@code already_exists} when a container of that name is
     *     somebody else's; {@code image_missing}: then {@link #pull} is left, and what ran goes on
     */
    @Override
    public AppSnapshot start(Host host, App app) {
        new ContainerStart(host, engine(host, app), app, together, workers).run();
        return AppSnapshot.ofOne(app, () -> look(host, List.of(app)));
    }

    /** As {@link AppRuntime#prepare}: the image or the adopted containers are there. */
    @Override
    public void prepare(Host host, App app) {
        new ContainerStart(host, engine(host, app), app, together, workers).check();
    }

    /** As {@link AppRuntime#pull}; up to a quarter of an hour. */
    @Override
    public void pull(Host host, App app, JobProgress progress) {
        AppSpec.Container spec = ContainerPlan.spec(app);
        if (spec.adopted() != null) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The containers of " + app.name()
                            + " were there before; the console makes none, so it pulls nothing.");
        }
        if (ReleaseImages.releaseOf(app) != null) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The image of " + app.name()
                            + " comes from a deployment, so there is none to pull. Deploy the app.");
        }
        engine(host, app).pull(spec.image(), progress);
    }

    @Override
    public ImageReleases images() {
        return releases;
    }

    @Override
    public void stop(Host host, App app) {
        Engine engine = engine(host, app);
        List<ListedContainer> containers = AppContainers.of(app, engine.list());
        containers.forEach(AppContainers::refuseSwarm);
        // One that has ended, too: it may be on its way to be started again.
        together.map(containers, each -> engine.stop(each.id(), ContainerStart.STOP_PATIENCE));
    }

    @Override
    public Map<String, AppSnapshot> look(Host host, List<App> apps) {
        return snapshots.look(host, apps);
    }

    @Override
    public LogSource log(Supplier<Host> host, App app) {
        return new AppLog(app, host, engines, workers);
    }

    @Override
    public LogSource log(Supplier<Host> host, App app, Instance copy) {
        return new AppLog(app, host, engines, workers).of(copy.name());
    }

    @Override
    public List<FoundApp> discover(Host host) {
        List<Engine> all = engines.all(host);
        List<FoundApp> found = new ArrayList<>();
        for (Engine each : all) {
            found.addAll(ContainerDiscovery.find(each, all.size() == 1 ? null : each.socket()));
        }
        return found;
    }

    /** As {@link AppRuntime#remove}; adopted containers go on as they are. */
    @Override
    public void remove(Host host, App app) {
        if (ContainerPlan.spec(app).adopted() != null) {
            return;
        }
        Engine engine = engine(host, app);
        together.map(AppContainers.of(app, engine.list()), each -> {
            engine.stop(each.id(), ContainerStart.STOP_PATIENCE);
            engine.remove(each.id());
            return each;
        });
    }
}

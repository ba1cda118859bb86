package dev.wheelhouse.core.apps.container;

import dev.wheelhouse.core.apps.container.engine.Engine;
import dev.wheelhouse.core.apps.container.engine.Engines;
import dev.wheelhouse.core.apps.container.engine.InspectedContainer;
import dev.wheelhouse.core.apps.container.engine.ListedContainer;
import dev.wheelhouse.core.apps.container.log.ContainerLog;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.ImageReleases;
import dev.wheelhouse.core.apps.runtime.LogEnd;
import dev.wheelhouse.core.apps.runtime.ReleaseImages;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.CommandOutput;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.Together;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Releases of containers: the new ones are called as the old ones with {@link ContainerPlan#NEXT} behind it until these are
 * gone. Thread-safe.
 */
final class ContainerReleases implements ImageReleases {

    private final Engines engines;
    private final Together together;
    private final Workers workers;

    ContainerReleases(Engines engines, Together together, Workers workers) {
        this.engines = engines;
        this.together = together;
        this.workers = workers;
    }

    private Engine engine(Host host, App app) {
        return engines.get(host, ContainerPlan.spec(app).engine());
    }

    @Override
    public void build(
            Host host,
            App app,
            String image,
            String dockerfile,
            CommandInput context,
            Duration limit,
            CommandOutput output) {
        engine(host, app).images().build(image, dockerfile, context, limit, output);
    }

    @Override
    public String pull(Host host, App app, String image, String name, JobProgress progress) {
        Engine engine = engine(host, app);
        boolean wasHere = engine.hasImage(image);
        engine.pull(image, progress);
        int tag = name.lastIndexOf(':');
        engine.images().tag(image, name.substring(0, tag), name.substring(tag + 1));
        String digest = engine.images().digest(image);
        if (!wasHere) {
            // Under a name that nobody removes later it would stay for ever.
            var _ = engine.images().remove(image);
        }
        return digest;
    }

    @Override
    public boolean has(Host host, App app, String image) {
        return engine(host, app).hasImage(image);
    }

    @Override
    public void remove(Host host, App app, String image) {
        var _ = engine(host, app).images().remove(image);
    }

    @Override
    public List<String> prune(Host host, App app, Collection<String> kept) {
        Engine engine = engine(host, app);
        List<String> removed = new ArrayList<>();
        for (String each : engine.images().tags(ReleaseImages.repository(app))) {
            if (!kept.contains(each) && engine.images().remove(ReleaseImages.name(app, each))) {
                removed.add(each);
            }
        }
        return removed;
    }

    @Override
    public boolean stopsFirst(App app) {
        return new ContainerPlan(app).hasFixedPort();
    }

    private static boolean isNext(ListedContainer container) {
        return container.name().endsWith(ContainerPlan.NEXT);
    }

    private static List<ListedContainer> containers(Engine engine, App app, boolean next) {
        return AppContainers.of(app, engine.list()).stream()
                .filter(each -> isNext(each) == next)
                .toList();
    }

    @Override
    public Optional<Integer> runOnce(Host host, App app, List<String> command, Duration limit, CommandOutput output) {
        Engine engine = engine(host, app);
        String body = new ContainerPlan(app).bodyOf(ProcessLimits.of(host), command);
        String id = engine.create(app.name() + ".once" + ContainerPlan.NEXT, body);
        try {
            start(engine, id);
            if (!engine.follow(id, limit, output)) {
                return Optional.empty();
            }
            return Optional.of(engine.awaitExit(id, ContainerStart.STOP_PATIENCE));
        } finally {
            boolean interrupted = Thread.interrupted();
            engine.remove(id);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void start(Engine engine, String container) {
        try {
            engine.start(container);
        } catch (AppException e) {
            // A program that its image does not have.
            throw e.errorCode() == PlatformError.NOT_FOUND
                    ? new AppException(PlatformError.STATE_INVALID, String.valueOf(e.getMessage()), e.details(), e)
                    : e;
        }
    }

    @Override
    public void startNext(Host host, App app, String releaseId) {
        Engine engine = engine(host, app);
        dropNext(engine, app);
        ContainerPlan plan = new ContainerPlan(app);
        boolean served = containers(engine, app, false).stream().anyMatch(ListedContainer::isRunning);
        String body = plan.bodyOf(releaseId, ProcessLimits.of(host), served);
        List<String> next =
                plan.names().stream().map(each -> each + ContainerPlan.NEXT).toList();
        together.map(next, each -> engine.create(each, body));
        if (plan.hasFixedPort()) {
            together.map(containers(engine, app, false), each -> engine.stop(each.id(), ContainerStart.STOP_PATIENCE));
        }
        together.map(next, each -> {
            start(engine, each);
            return each;
        });
    }

    @Override
    public Containers containers(Host host, App app, boolean next) {
        return new Own(host, engine(host, app), app, next);
    }

    private final class Own implements Containers {

        private final Host host;
        private final Engine engine;
        private final App app;
        private final boolean next;

        Own(Host host, Engine engine, App app, boolean next) {
            this.host = host;
            this.engine = engine;
            this.app = app;
            this.next = next;
        }

        private List<InspectedContainer> inspected() {
            return containers(engine, app, next).stream()
                    .flatMap(each -> engine.find(each.id()).stream())
                    .toList();
        }

        @Override
        public AppSnapshot look() {
            return new AppSnapshot(
                    inspected().stream()
                            .map(each -> ContainerSnapshots.instance(each, null))
                            .toList(),
                    ServerTime.of(host).now(),
                    null);
        }

        @Override
        public List<String> addresses() {
            return inspected().stream()
                    .filter(InspectedContainer::running)
                    .map(InspectedContainer::address)
                    .filter(each -> !each.isEmpty())
                    .toList();
        }

        @Override
        public String lastLines(int lines) {
            List<ListedContainer> all = containers(engine, app, next);
            return all.isEmpty()
                    ? ""
                    : String.join(
                            "\n",
                            LogEnd.of(
                                    new ContainerLog(app.name(), all.getFirst().id(), false, () -> engine, workers),
                                    lines,
                                    null));
        }

        @Override
        public Optional<Integer> run(List<String> command, Duration limit, CommandOutput output) {
            List<ListedContainer> all = containers(engine, app, next);
            if (all.isEmpty()) {
                throw gone(app);
            }
            return engine.run(all.getFirst().id(), command, limit, output);
        }
    }

    private static AppException gone(App app) {
        return new AppException(
                PlatformError.STATE_INVALID,
                "The new containers of " + app.name()
                        + " are gone: somebody started, stopped or changed the app meanwhile. Deploy again.");
    }

    @Override
    public Optional<Boolean> servedBefore(Host host, App app, String releaseId) {
        return AppContainers.of(app, engine(host, app).list()).stream()
                .filter(each -> each.label(ContainerPlan.RELEASE_LABEL).equals(releaseId))
                .map(each -> each.label(ContainerPlan.SERVED_LABEL).equals("true"))
                .findFirst();
    }

    @Override
    public boolean servesWithout(Host host, App app, String releaseId) {
        List<ListedContainer> serving = containers(engine(host, app), app, false);
        return new ContainerPlan(app)
                .names().stream()
                        .allMatch(name -> serving.stream()
                                .anyMatch(each -> each.name().equals(name)
                                        && each.isRunning()
                                        && !each.label(ContainerPlan.RELEASE_LABEL)
                                                .equals(releaseId)));
    }

    @Override
    public void takeOver(Host host, App app) {
        Engine engine = engine(host, app);
        List<ListedContainer> next = containers(engine, app, true);
        if (next.size() < new ContainerPlan(app).names().size()
                || !next.stream().allMatch(ListedContainer::isRunning)) {
            throw gone(app);
        }
        remove(engine, containers(engine, app, false));
        next.forEach(each -> engine.rename(each.id(), AppContainers.withoutNext(each.name())));
    }

    @Override
    public void dropNext(Host host, App app) {
        dropNext(engine(host, app), app);
    }

    private void dropNext(Engine engine, App app) {
        remove(engine, containers(engine, app, true));
        remove(
                engine,
                engine.list().stream()
                        .filter(each -> each.label(ContainerPlan.ONCE_LABEL).equals(app.id()))
                        .toList());
    }

    private void remove(Engine engine, List<ListedContainer> containers) {
        together.map(containers, each -> {
            engine.stop(each.id(), ContainerStart.STOP_PATIENCE);
            engine.remove(each.id());
            return each;
        });
    }
}

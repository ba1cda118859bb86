package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.vcs.Vcs;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** The feature as the composition root and both faces see it. */
public final class Deployments implements AutoCloseable {

    private static final Duration BRING_BACK = Duration.ofMinutes(1);

    private final DeploymentsConfig config;
    private final SourceService sources;
    private final DeploymentService service;
    private final DeploymentQueue queue;
    private final DeploymentCare care;
    private final BranchWatch watch;
    private final PushWebhooks webhooks;
    private List<Loop> loops = List.of();
    private boolean closed;

    private Deployments(DeploymentsConfig config) {
        this.config = config;
        DeploymentStores stores = DeploymentStores.make();
        queue = new DeploymentQueue(config, stores);
        care = new DeploymentCare(config, stores);
        service = new DeploymentService(config, stores, queue);
        Vcs vcs = config.vcs();
        watch = new BranchWatch(config, stores, service, vcs.hooks());
        webhooks = new PushWebhooks(config, stores, vcs);
        sources = new SourceService(config, stores, watch, vcs.hooks());
        vcs.pushes().register(new Pushes(config, stores, service, watch));
        vcs.connections()
                .registerUse((tx, connectionId) -> stores.sources().appsOf(tx, connectionId).stream()
                        .map(name -> "the source of the app " + name)
                        .toList());
    }

    /** Makes the feature; nothing is asked of the state yet. */
    public static Deployments open(DeploymentsConfig config) {
        return new Deployments(config);
    }

    /** Begins to do what waits. */
    public synchronized void start() {
        if (!closed) {
            // Nobody waits for it: a start is quick, however many sources there are.
            config.workers().start(watch::lookAtAll);
            queue.open();
            loops = List.of(
                    config.workers()
                            .every(
                                    "Starting deployments that wait",
                                    config.pace().look(),
                                    queue::fill),
                    config.workers()
                            .every(
                                    "Looking for deployments of consoles that died",
                                    config.pace().look(),
                                    care::look),
                    config.workers()
                            .every("Looking whether branches are looked at too late", BRING_BACK, watch::bringBack));
        }
    }

    /** Has pushes deploy nothing any more whose source was set up with keys that are deleted. */
    public List<NewEvent> stopWorkOf(Transaction tx, String organizationId, Collection<String> keyIds) {
        return sources.stopWorkOf(tx, organizationId, keyIds);
    }

    BranchWatch watch() {
        return watch;
    }

    public SourceService sources() {
        return sources;
    }

    public PushWebhooks webhooks() {
        return webhooks;
    }

    public DeploymentService service() {
        return service;
    }

    /** Starts nothing more. What runs is a job, and ends with the jobs. */
    @Override
    public synchronized void close() {
        closed = true;
        queue.close();
        loops.forEach(Loop::close);
    }
}

package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.job.Loop;
import java.util.List;

/** The feature as the composition root and both faces see it. */
public final class Deployments implements AutoCloseable {

    private final DeploymentsConfig config;
    private final SourceService sources;
    private final DeploymentService service;
    private final DeploymentQueue queue;
    private final DeploymentCare care;
    private List<Loop> loops = List.of();
    private boolean closed;

    private Deployments(DeploymentsConfig config) {
        this.config = config;
        DeploymentStores stores = DeploymentStores.make();
        queue = new DeploymentQueue(config, stores);
        care = new DeploymentCare(config, stores);
        sources = new SourceService(config, stores);
        service = new DeploymentService(config, stores, queue);
    }

    /** Makes the feature; nothing is asked of the state yet. */
    static Deployments open(DeploymentsConfig config) {
        return new Deployments(config);
    }

    /** Begins to do what waits. */
    public synchronized void start() {
        if (!closed) {
            loops = List.of(
                    config.workers().every("Starting deployments that wait", config.pace().look(), queue::fill),
                    config.workers()
                            .every("Looking for deployments of consoles that died", config.pace().look(), care::look));
        }
    }

    boolean isIdle() {
        return queue.isIdle();
    }

    public SourceService sources() {
        return sources;
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

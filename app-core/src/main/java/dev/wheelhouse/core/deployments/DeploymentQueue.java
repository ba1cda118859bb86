package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.job.JobScopes;
import dev.wheelhouse.core.platform.job.PlannedJob;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Starts what waits, one at a time on each server. A deployment is claimed and its job written in one transaction.
 * Thread-safe.
 */
final class DeploymentQueue {

    /** What a deployment is among the jobs. */
    static final String JOB_KIND = "deployment";

    static final JobScopes SCOPES = new JobScopes(Scope.DEPLOYMENTS_READ, Scope.DEPLOYMENTS_WRITE);

    private static final int AT_ONCE = 8;

    private final DeploymentsConfig config;
    private final DeploymentStores stores;
    private final Semaphore filling = new Semaphore(1);
    private final AtomicInteger running = new AtomicInteger();
    private volatile boolean open;

    DeploymentQueue(DeploymentsConfig config, DeploymentStores stores) {
        this.config = config;
        this.stores = stores;
    }

    /** Begins to start what waits. */
    void open() {
        open = true;
    }

    /** Has what waits started soon, on another thread. */
    void wake() {
        if (open) {
            config.workers().start(this::fill);
        }
    }

    /** Starts what waits and may start. */
    void fill() {
        filling.acquireUninterruptibly();
        try {
            int free = AT_ONCE - running.get();
            if (open && free > 0 && isAnyWaiting()) {
                beginWaiting(free);
            }
        } finally {
            filling.release();
        }
    }

    private boolean isAnyWaiting() {
        return !config.store()
                .read(tx -> stores.deployments().startable(tx, config.homeId(), 1))
                .isEmpty();
    }

    private void beginWaiting(int most) {
        config.store().writeAlone(tx -> {
            stores.deployments().startable(tx, config.homeId(), most).forEach(each -> begin(tx, each));
            return true;
        });
    }

    private void begin(Transaction tx, Deployment waiting) {
        Instant now = config.clock().instant();
        App app = config.apps()
                .find(tx, waiting.organizationId(), waiting.appId())
                .orElse(null);
        AppSource source = app == null ? null : stores.source(tx, app).orElse(null);
        if (app == null || source == null) {
            Deployment ended = waiting.ended(
                    DeploymentStatus.CANCELLED, "The app has no source any more.", Deployment.Outcome.NONE, now);
            stores.deployments().end(tx, ended, DeploymentStatus.QUEUED);
            stores.steps().endAll(tx, waiting.id(), StepStatus.SKIPPED, now);
            return;
        }
        DeploymentRun run = new DeploymentRun(
                config, stores, waiting, app, source, stores.steps().of(tx, waiting.id()), this::over);
        PlannedJob job = config.jobs().plan(waiting.organizationId(), JOB_KIND, waiting.appId(), SCOPES, run);
        if (!stores.deployments().claim(tx, waiting.id(), config.homeId(), job.id(), now)) {
            return;
        }
        // Before the job's own hook, which lets it run to its end.
        tx.afterCommit(running::incrementAndGet);
        job.begin(tx);
        stores.deployments()
                .find(tx, waiting.id())
                .ifPresent(each -> stores.tell(tx, config.events(), each, app.name()));
    }

    private void over() {
        running.decrementAndGet();
        wake();
    }

    /** Starts nothing more; what runs is ended with the jobs. */
    void close() {
        open = false;
        // What is being claimed begins, so that the jobs know it when they end.
        filling.acquireUninterruptibly();
        filling.release();
    }
}

package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.JobWork;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that a deployment ends with its console: it has failed then, and what it left on the server is put right by
 * whichever console is there first; likewise what one left whose server went away. Thread-safe.
 */
final class DeploymentCare {

    /** What tidying up is among the jobs. */
    static final String JOB_KIND = "deployment_tidy";

    private static final System.Logger LOG = System.getLogger(DeploymentCare.class.getName());

    private final DeploymentsConfig config;
    private final DeploymentStores stores;
    private final Map<String, Instant> notBefore = new ConcurrentHashMap<>();

    DeploymentCare(DeploymentsConfig config, DeploymentStores stores) {
        this.config = config;
        this.stores = stores;
        config.jobs().whenAbandoned(DeploymentQueue.JOB_KIND, this::fail);
        config.jobs().whenAbandoned(JOB_KIND, (_, _) -> {});
    }

    /** Fails the deployment that a job was whose console died. */
    private void fail(Transaction tx, Job job) {
        Deployment deployment = stores.deployments().runningAs(tx, job.id()).orElse(null);
        if (deployment == null) {
            return;
        }
        Instant now = config.clock().instant();
        Deployment failed = deployment.abandoned(String.valueOf(job.error()), now);
        stores.deployments().end(tx, failed, DeploymentStatus.RUNNING);
        stores.steps().endAll(tx, deployment.id(), StepStatus.FAILED, now);
        stores.tell(tx, config.events(), failed, nameOf(tx, deployment));
    }

    private String nameOf(Transaction tx, Deployment deployment) {
        return config.apps()
                .find(tx, deployment.organizationId(), deployment.appId())
                .map(App::name)
                .orElse(deployment.appId());
    }

    /** Begins to tidy up what is left, each as a job of its own. */
    void look() {
        Instant now = config.clock().instant();
        for (Deployment each : config.store().read(tx -> stores.deployments().unfinished(tx, config.homeId()))) {
            if (!notBefore.getOrDefault(each.id(), Instant.MIN).isAfter(now)) {
                begin(each, now.plus(config.pace().again()));
            }
        }
    }

    private void begin(Deployment left, Instant again) {
        config.store().writeAlone(tx -> {
            tx.afterCommit(() -> notBefore.put(left.id(), again));
            boolean isOurs = stores.deployments()
                            .find(tx, left.id())
                            .filter(Deployment::unfinished)
                            .isPresent()
                    && config.jobs()
                            .unfinished(tx, List.of(JOB_KIND), left.appId())
                            .isEmpty();
            if (isOurs) {
                config.jobs()
                        .plan(left.organizationId(), JOB_KIND, left.appId(), DeploymentQueue.SCOPES, new Tidy(left))
                        .begin(tx);
            }
            return true;
        });
    }

    /** Puts right what a deployment left on the server. */
    private final class Tidy implements JobWork {

        private final Deployment left;

        Tidy(Deployment left) {
            this.left = left;
        }

        @Override
        public String run(JobProgress job) {
            DeploymentProgress progress = new DeploymentProgress(job);
            if (left.jobId() != null) {
                stopCommand(left.jobId());
            }
            App app = config.store()
                    .read(tx -> config.apps().find(tx, left.organizationId(), left.appId()))
                    .orElse(null);
            AppSource source = app == null
                    ? null
                    : config.store().read(tx -> stores.source(tx, app)).orElse(null);
            String error = String.valueOf(left.error());
            if (app == null || source == null) {
                config.store().change(tx -> stores.deployments().setTidied(tx, left.id(), null, false, error));
                return "Its app has no source any more.";
            }
            progress.setSecrets(SecretFilter.of(config.apps().environment(app).values()));
            Boolean restored;
            String told = error;
            try {
                restored = restored(progress, app, source);
                if (Boolean.TRUE.equals(restored)) {
                    told += " What served before serves again.";
                }
            } catch (AppException e) {
                if (e.kind() == ErrorKind.UNAVAILABLE || e.kind() == ErrorKind.CANCELLED) {
                    throw e;
                }
                // Another try would only start the app once more.
                restored = false;
                told += " What served before could not be put back: " + progress.clean(String.valueOf(e.getMessage()));
            }
            Boolean serves = restored;
            String why = told;
            config.store()
                    .change(tx -> stores.deployments()
                            .setTidied(tx, left.id(), serves, left.rollbackTo() != null && left.released(), why));
            return "What " + left.id() + " left is tidied up.";
        }

        private @Nullable Boolean restored(DeploymentProgress progress, App app, AppSource source) {
            Caller caller = config.store()
                    .read(tx -> config.actors()
                            .caller(
                                    tx,
                                    left.organizationId(),
                                    left.actor(),
                                    Origin.CONSOLE,
                                    "deployment " + left.id()));
            ReleaseWork work = ReleaseWork.of(new ReleaseContext(config, stores, caller, app, source, left, progress));
            Boolean restored = left.switched() ? work.putBack(left.replaced()) : null;
            if (left.rollbackTo() == null) {
                work.drop();
            }
            return restored;
        }

        private void stopCommand(String jobId) {
            try {
                config.jobs().stopLeftCommand(jobId);
            } catch (AppException e) {
                if (e.kind() == ErrorKind.UNAVAILABLE) {
                    throw e;
                }
                LOG.log(System.Logger.Level.INFO, "No command of {0} was stopped: {1}", jobId, e.getMessage());
            }
        }
    }
}

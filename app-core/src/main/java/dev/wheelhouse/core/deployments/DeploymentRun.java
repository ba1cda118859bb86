package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.StartFailure;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.platform.job.JobWork;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One deployment: the job that brings a release to the server, and whose end is the deployment's. */
final class DeploymentRun implements JobWork {

    private static final int SHORT_COMMIT = 7;
    private static final String SERVES = "The release serves.";
    private static final System.Logger LOG = System.getLogger(DeploymentRun.class.getName());

    private final DeploymentsConfig config;
    private final DeploymentStores stores;
    private final Deployment deployment;
    private final App app;
    private final AppSource source;
    private final List<DeploymentStep> steps;
    private final Runnable over;

    private @Nullable DeploymentProgress progress;
    private @Nullable Ladder ladder;
    private @Nullable ReleaseWork work;
    private @Nullable String replaced;
    private boolean switched;
    private boolean released;
    private @Nullable Boolean restored;
    private @Nullable Long gapMillis;
    private @Nullable String putBackTrouble;
    private boolean left;

    /** @param over called at the very end */
    DeploymentRun(
            DeploymentsConfig config,
            DeploymentStores stores,
            Deployment deployment,
            App app,
            AppSource source,
            List<DeploymentStep> steps,
            Runnable over) {
        this.config = config;
        this.stores = stores;
        this.deployment = deployment;
        this.app = app;
        this.source = source;
        this.steps = List.copyOf(steps);
        this.over = over;
    }

    @Override
    public String run(JobProgress job) {
        DeploymentProgress telling = new DeploymentProgress(job);
        progress = telling;
        ladder = new Ladder(config.store(), stores.steps(), config.clock(), telling, steps);
        job.result(Map.of("deploymentId", deployment.id()));
        try {
            climb(telling, ladder);
        } catch (AppException e) {
            String message = telling.clean(String.valueOf(e.getMessage()));
            telling.log(telling.isCancelled() ? "Cancelled." : message);
            telling.uninterruptible();
            // A directory may have been made though nobody heard of it.
            left = isAway(e) && (work == null || telling.hasLeftCommand());
            putBack(telling);
            throw failure(telling, e, message);
        } catch (RuntimeException e) {
            telling.uninterruptible();
            putBack(telling);
            throw e;
        }
        return serves();
    }

    /** What was deployed, as far as the state tells now: it serves either way. */
    private String serves() {
        try {
            Deployment now = config.store()
                    .read(tx -> stores.deployments().find(tx, deployment.id()))
                    .orElse(deployment);
            String commit = Objects.requireNonNullElse(now.commitId(), "");
            String what = commit.substring(0, Math.min(SHORT_COMMIT, commit.length())) + " "
                    + Objects.requireNonNullElse(now.subject(), "");
            return what.isBlank() ? SERVES : what.strip() + " serves.";
        } catch (AppException _) {
            return SERVES;
        }
    }

    /** The reason stays one line, beside the lines. */
    private AppException failure(DeploymentProgress telling, AppException e, String message) {
        if (!(e.details() instanceof StartFailure start)) {
            return new AppException(e.errorCode(), withPutBack(message), e);
        }
        return StartFailure.of(
                withPutBack(telling.clean(start.reason())).lines().findFirst().orElse(""),
                start.lines().stream().map(telling::clean).toList());
    }

    private static boolean isAway(AppException e) {
        return e.errorCode() == PlatformError.UPSTREAM_FAILED || e.errorCode() == PlatformError.UPSTREAM_TIMEOUT;
    }

    private String withPutBack(String message) {
        return putBackTrouble == null ? message : message + " " + putBackTrouble;
    }

    private void climb(DeploymentProgress telling, Ladder steps) {
        Caller caller = config.store()
                .read(tx -> config.actors()
                        .caller(
                                tx,
                                deployment.organizationId(),
                                deployment.actor(),
                                deployment.origin(),
                                "deployment " + deployment.id()));
        steps.step(StepName.PREPARE, () -> prepare(telling, caller));
        ReleaseWork here = Objects.requireNonNull(work);
        steps.step(StepName.CLONE, here::fetch);
        steps.step(StepName.BUILD, here::build);
        steps.step(StepName.PRE_DEPLOY, here::runPreDeploy);
        steps.step(StepName.RELEASE, () -> release(here));
        steps.step(StepName.HEALTH_CHECK, () -> {
            here.awaitHealthy();
            endGap(telling, here);
        });
        steps.step(StepName.POST_DEPLOY, here::runPostDeploy);
        steps.step(StepName.CLEANUP, () -> {
            here.finish();
            prune(telling, here);
        });
    }

    private void prepare(DeploymentProgress telling, Caller caller) {
        Set<String> secrets = new LinkedHashSet<>(config.apps().environment(app).values());
        secrets.addAll(config.repositories().secrets(source));
        telling.setSecrets(SecretFilter.of(secrets));
        telling.log("App " + app.name() + " from " + source.name());
        ReleaseWork here = ReleaseWork.of(new ReleaseContext(config, stores, caller, app, source, deployment, telling));
        replaced = here.prepare();
        work = here;
        released = deployment.rollbackTo() == null;
        here.requireFits();
    }

    private void release(ReleaseWork here) {
        here.makeReady();
        boolean isOurs = config.store()
                .write(tx -> stores.deployments().setSwitched(tx, deployment.id(), config.homeId(), replaced));
        if (!isOurs) {
            throw new AppException(
                    PlatformError.CONFLICT, "Another console took this deployment for dead before the switch.");
        }
        switched = true;
        try {
            here.point(replaced);
        } catch (AppException e) {
            // What the server refuses has changed nothing, and the app runs as it did.
            switched = e.errorCode() != PlatformError.STORAGE_FULL && e.errorCode() != PlatformError.STATE_INVALID;
            throw e;
        }
        here.switchOver();
    }

    private void endGap(DeploymentProgress telling, ReleaseWork here) {
        gapMillis = here.endGap();
        if (gapMillis != null) {
            telling.log("Nobody listened for " + gapMillis + " ms.");
        }
    }

    /** What is wrong with old releases says nothing about the new one. */
    private void prune(DeploymentProgress telling, ReleaseWork here) {
        try {
            List<String> kept = new ArrayList<>(List.of(deployment.releaseId()));
            config.store().read(tx -> stores.deployments().released(tx, app.id())).stream()
                    .filter(each -> each.rollbackTo() == null && each.status() == DeploymentStatus.SUCCEEDED)
                    .map(Deployment::id)
                    .filter(each -> !kept.contains(each))
                    .limit(Math.max(0, source.settings().keepReleases() - 1))
                    .forEach(kept::add);
            if (replaced != null && !kept.contains(replaced)) {
                // Until the end is kept, the next console would go back to it.
                kept.add(replaced);
            }
            List<String> removed = here.prune(kept);
            config.store().change(tx -> stores.deployments().setRemoved(tx, removed));
            telling.log(removed.isEmpty() ? "No release is too old." : "Removed " + String.join(", ", removed) + ".");
        } catch (AppException e) {
            telling.log("Old releases could not be removed: " + e.getMessage());
        }
    }

    private void putBack(DeploymentProgress telling) {
        ReleaseWork here = work;
        if (here == null) {
            return;
        }
        try {
            if (switched) {
                restored = false;
                restored = here.putBack(replaced);
            }
            if (deployment.rollbackTo() == null) {
                here.drop();
                released = false;
            }
        } catch (AppException e) {
            // What hinders passes: then it is done as for a console that died.
            left |= e.kind() == ErrorKind.UNAVAILABLE;
            putBackTrouble =
                    "What served before could not be put back: " + telling.clean(String.valueOf(e.getMessage()));
            telling.log(putBackTrouble);
        }
    }

    @Override
    public void keepEnd(Transaction tx, Job job) {
        Deployment before = stores.deployments().find(tx, deployment.id()).orElse(null);
        if (before == null) {
            return;
        }
        DeploymentStatus status = switch (job.status()) {
            case SUCCEEDED -> DeploymentStatus.SUCCEEDED;
            case CANCELLED -> DeploymentStatus.CANCELLED;
            case FAILED, QUEUED, RUNNING -> DeploymentStatus.FAILED;
        };
        String why = job.status() == JobStatus.CANCELLED ? withPutBack(String.valueOf(job.message())) : job.error();
        Deployment ended = before.ended(
                status,
                status == DeploymentStatus.SUCCEEDED ? null : why,
                new Deployment.Outcome(released, restored, left, gapMillis, progress == null ? 0 : progress.written()),
                job.finishedAt());
        if (left) {
            config.jobs().leaveCommand(tx, job.id());
        }
        if (!stores.deployments().end(tx, ended, DeploymentStatus.RUNNING)) {
            LOG.log(System.Logger.Level.WARNING, "The deployment {0} was taken for dead before it ended", ended.id());
            return;
        }
        if (ladder != null) {
            ladder.keep(tx);
        }
        if (work != null && status == DeploymentStatus.SUCCEEDED) {
            work.keep(tx);
        }
        stores.steps()
                .endAll(tx, deployment.id(), StepStatus.FAILED, config.clock().instant());
        stores.tell(tx, config.events(), ended, app.name());
        if (status == DeploymentStatus.SUCCEEDED && ended.rollbackTo() != null) {
            config.events()
                    .appendOfConsole(
                            tx,
                            ended.organizationId(),
                            ended.actor(),
                            new NewEvent(
                                    EventKind.DEPLOY_ROLLED_BACK, app.id(), DeploymentStores.told(ended, app.name())));
        }
    }

    @Override
    public void over() {
        over.run();
    }
}

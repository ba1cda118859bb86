package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.ReleaseImages;
import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.job.JobLogText;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.vcs.git.RefNames;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Deployments of apps: to begin, follow, cancel, take back and read them. Thread-safe. */
public final class DeploymentService implements DeploymentGateway {

    private static final int PIECE_BYTES = 256 << 10;
    private static final String REPLACED = "A newer one took its place before it began.";

    private final DeploymentsConfig config;
    private final DeploymentStores stores;
    private final DeploymentQueue queue;

    DeploymentService(DeploymentsConfig config, DeploymentStores stores, DeploymentQueue queue) {
        this.config = config;
        this.stores = stores;
        this.queue = queue;
    }

    /** An app with its source. */
    private record Deployed(App app, AppSource source) {}

    /**
     * Brings a release of an app to its server. Scope deployments:write.
     *
     * @param ref a branch, a tag or a commit; of an app of an image alone, a tag or a digest ({@code sha256:…}) of that image.
     *     Null for the newest of the source's branch, or the tag that the app's image has
     * @return the deployment, queued: it begins in a moment, or after those before it on that server
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code state_invalid} for an app without a
     *     source that is not made from an image; {@code validation_failed} on {@code ref} for one that the repository has not got; what the repository
     *     refuses
     */
    @Override
    public Deployment deploy(Caller caller, String appId, @Nullable String ref) {
        caller.require(Scope.DEPLOYMENTS_WRITE);
        Deployed deployed = config.store().read(tx -> deployed(tx, caller.organizationId(), appId));
        String commitId = ref == null ? null : resolved(deployed.source(), ref);
        return config.store()
                .write(tx -> queued(
                        tx,
                        deployed(tx, caller.organizationId(), appId),
                        new Wish(DeploymentTrigger.MANUAL, Actor.of(caller), ref, commitId, null),
                        event -> config.events().append(tx, caller, event)));
    }

    /** Found out now, so that whoever asks hears of a name that is not there; which tags an image has only a pull tells. */
    private @Nullable String resolved(AppSource source, String ref) {
        if (source.isImageAlone()) {
            AppImage.requireRef(ref);
            return null;
        }
        if (!RefNames.isValid(ref)) {
            throw AppException.invalid("ref", "This is no name of a branch or tag, and no commit.");
        }
        return config.repositories().resolve(source, ref);
    }

    /**
     * What is asked for.
     *
     * @param commitId null where only a look at the repository will tell
     * @param rollbackTo the deployment whose release is taken again; null for a new one
     */
    record Wish(
            DeploymentTrigger trigger,
            Actor actor,
            @Nullable String ref,
            @Nullable String commitId,
            @Nullable String rollbackTo) {}

    /**
     * Queues the deployment of what was pushed, in the name of whoever set the source up; it takes the place of one that
     * waits.
     */
    void pushed(Transaction tx, AppSource source, DeploymentTrigger trigger, String branch, String commitId) {
        config.apps()
                .find(tx, source.organizationId(), source.id())
                .ifPresent(app -> queued(
                        tx,
                        new Deployed(app, source),
                        new Wish(trigger, source.actor(), branch, commitId, null),
                        event -> config.events().appendOfConsole(tx, source.organizationId(), source.actor(), event)));
    }

    private Deployed deployed(Transaction tx, String organizationId, String appId) {
        App app = config.apps().find(tx, organizationId, appId).orElseThrow(() -> AppException.notFound("app", appId));
        AppSource source = stores.source(tx, app)
                .orElseThrow(() -> new AppException(
                        PlatformError.STATE_INVALID,
                        "The app " + app.name() + " has no source. Set one, which says what to deploy."));
        return new Deployed(app, source);
    }

    private Deployment queued(Transaction tx, Deployed deployed, Wish wish, Consumer<NewEvent> told) {
        App app = deployed.app();
        Instant now = config.clock().instant();
        if (wish.trigger().isOfPush()) {
            stores.deployments().waiting(tx, app.id()).stream()
                    .filter(each -> each.trigger().isOfPush())
                    .forEach(each -> cancelWaiting(
                            tx, each, REPLACED, ended -> stores.tell(tx, config.events(), ended, app.name())));
        }
        String onlyHome = config.servers()
                .find(tx, app.organizationId(), app.serverId())
                .map(Server::onlyHome)
                .orElse(null);
        Deployment deployment = new Deployment(
                config.ids().next("dep"),
                app.organizationId(),
                app.id(),
                app.serverId(),
                onlyHome,
                DeploymentStatus.QUEUED,
                wish.trigger(),
                wish.actor().memberId(),
                wish.actor().keyId(),
                wish.actor().scopes(),
                wish.ref(),
                wish.commitId(),
                null,
                null,
                wish.rollbackTo(),
                null,
                false,
                false,
                null,
                false,
                null,
                null,
                0,
                config.homeId(),
                null,
                now,
                null,
                null);
        stores.deployments().insert(tx, deployment);
        stores.steps().insert(tx, steps(deployment, app, deployed.source().settings()));
        told.accept(DeploymentStores.event(deployment, app.name()));
        tx.afterCommit(queue::wake);
        return deployment;
    }

    private List<DeploymentStep> steps(Deployment deployment, App app, SourceSettings settings) {
        boolean isNew = deployment.rollbackTo() == null;
        List<StepName> names = new ArrayList<>(List.of(StepName.PREPARE));
        if (isNew) {
            names.add(StepName.CLONE);
            if (settings.build() != null) {
                names.add(StepName.BUILD);
            }
            if (!settings.preDeploy().isEmpty()) {
                names.add(StepName.PRE_DEPLOY);
            }
        }
        names.add(StepName.RELEASE);
        names.add(StepName.HEALTH_CHECK);
        if (isNew && !settings.postDeploy().isEmpty()) {
            names.add(StepName.POST_DEPLOY);
        }
        // Containers that served are removed in it.
        if (isNew || app.spec() instanceof AppSpec.Container) {
            names.add(StepName.CLEANUP);
        }
        List<DeploymentStep> steps = new ArrayList<>();
        for (StepName each : names) {
            steps.add(new DeploymentStep(
                    config.ids().next("step"),
                    deployment.id(),
                    steps.size() + 1,
                    each,
                    StepStatus.PENDING,
                    null,
                    null,
                    null));
        }
        return steps;
    }

    private void cancelWaiting(Transaction tx, Deployment waiting, String why, Consumer<Deployment> told) {
        Instant now = config.clock().instant();
        Deployment ended = waiting.ended(DeploymentStatus.CANCELLED, why, Deployment.Outcome.NONE, now);
        if (stores.deployments().end(tx, ended, DeploymentStatus.QUEUED)) {
            stores.steps().endAll(tx, waiting.id(), StepStatus.CANCELLED, now);
            told.accept(ended);
        }
    }

    /**
     * Has the release of an earlier deployment serve again. Scope deployments:write.
     *
     * @param id of the deployment to go back to
     * @return the new deployment, queued
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code state_invalid} when its release is not kept
     *     any more, never served, or serves
     */
    @Override
    public Deployment rollback(Caller caller, String id) {
        caller.require(Scope.DEPLOYMENTS_WRITE);
        return config.store().write(tx -> {
            Deployment target = load(tx, caller, id);
            if (target.status() != DeploymentStatus.SUCCEEDED) {
                throw refused("This deployment did not succeed, so there is no release to go back to.");
            }
            String release = target.releaseId();
            boolean isKept = stores.deployments()
                    .find(tx, caller.organizationId(), release)
                    .filter(Deployment::released)
                    .isPresent();
            if (!isKept) {
                throw refused("Its release is not on the server any more. Deploy its commit instead.");
            }
            Deployed deployed = deployed(tx, caller.organizationId(), target.appId());
            if (release.equals(serving(tx, deployed.app()))) {
                throw refused("This release serves already.");
            }
            Deployment first = stores.deployments().find(tx, release).orElse(target);
            Deployment back = queued(
                    tx,
                    deployed,
                    new Wish(DeploymentTrigger.ROLLBACK, Actor.of(caller), first.ref(), first.commitId(), release),
                    event -> config.events().append(tx, caller, event));
            stores.deployments().setCommit(tx, back.id(), first.commitId(), first.subject(), first.author());
            return load(tx, caller, back.id());
        });
    }

    /** The release that serves; null for none, and for an image that somebody gave the app by hand. */
    private @Nullable String serving(Transaction tx, App app) {
        return app.spec() instanceof AppSpec.Container
                ? ReleaseImages.releaseOf(app)
                : stores.deployments()
                        .newestSucceeded(tx, app.id())
                        .map(Deployment::releaseId)
                        .orElse(null);
    }

    /**
     * Ends a deployment that waits or is under way; the release that served before serves again then. Scope
     * deployments:write.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code state_invalid} for one that has ended
     */
    @Override
    public Deployment cancel(Caller caller, String id) {
        caller.require(Scope.DEPLOYMENTS_WRITE);
        return config.store().write(tx -> {
            Deployment deployment = load(tx, caller, id);
            if (deployment.status().isFinal()) {
                throw refused("This deployment has ended: it is "
                        + deployment.status().wireName() + ".");
            }
            if (deployment.status() == DeploymentStatus.QUEUED) {
                String name = config.apps()
                        .find(tx, deployment.organizationId(), deployment.appId())
                        .map(App::name)
                        .orElse(deployment.appId());
                cancelWaiting(
                        tx,
                        deployment,
                        "Cancelled before it began.",
                        ended -> config.events().append(tx, caller, DeploymentStores.event(ended, name)));
            } else if (deployment.jobId() != null) {
                config.jobs().stop(tx, deployment.jobId(), "Cancelled.");
            }
            return load(tx, caller, id);
        });
    }

    /**
     * The organization's deployments, newest first. Scope deployments:read.
     *
     * @param appId of one app alone; null for all
     */
    @Override
    public Page<Deployment> list(Caller caller, @Nullable String appId, PageRequest page) {
        caller.require(Scope.DEPLOYMENTS_READ);
        return Page.cut(
                config.store().read(tx -> {
                    if (appId == null) {
                        return stores.deployments().list(tx, caller.organizationId(), page);
                    }
                    if (config.apps().find(tx, caller.organizationId(), appId).isEmpty()) {
                        throw AppException.notFound("app", appId);
                    }
                    return stores.deployments().listOf(tx, appId, page);
                }),
                page,
                Deployment::id);
    }

    /** @throws AppException {@code insufficient_scope}, {@code not_found} */
    @Override
    public Deployment get(Caller caller, String id) {
        caller.require(Scope.DEPLOYMENTS_READ);
        return config.store().read(tx -> load(tx, caller, id));
    }

    /**
     * Its steps, in their order.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    @Override
    public List<DeploymentStep> steps(Caller caller, String id) {
        caller.require(Scope.DEPLOYMENTS_READ);
        return config.store().read(tx -> {
            load(tx, caller, id);
            return stores.steps().of(tx, id);
        });
    }

    /**
     * What it wrote so far, at most 5 MiB: its beginning and its end; empty on another console than the one that did it. The
     * caller closes it. Scope deployments:read.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public InputStream log(Caller caller, String id) {
        String jobId = get(caller, id).jobId();
        return jobId == null || !config.jobs().hasLog(jobId)
                ? InputStream.nullInputStream()
                : config.jobs().logOf(jobId);
    }

    /**
     * The end of what it wrote so far; see {@link #log}.
     *
     * @param most bytes of it
     */
    @Override
    public JobLogText logEnd(Caller caller, String id, int most) {
        String jobId = get(caller, id).jobId();
        return jobId != null && config.jobs().hasLog(jobId) ? config.jobs().logEndOf(jobId, most) : JobLogText.NONE;
    }

    /**
     * What its log has from a place on, at most 256 KiB; see {@link #log}.
     *
     * @param place 0, or where the piece before ended
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public DeploymentLogPiece logFrom(Caller caller, String id, long place) {
        // Before the log: what ends in between has written all of it.
        boolean isEnded = get(caller, id).status().isFinal();
        try (InputStream log = log(caller, id)) {
            long skipped = 0;
            for (long now = 1; now > 0 && skipped < place; skipped += now) {
                now = log.skip(place - skipped);
            }
            byte[] bytes = log.readNBytes(PIECE_BYTES);
            if (bytes.length == 0 && skipped < place) {
                return new DeploymentLogPiece("", skipped, true, false);
            }
            int length = bytes.length;
            if (!isEnded || length == PIECE_BYTES) {
                int line = lastLine(bytes);
                length = line == 0 && bytes.length == PIECE_BYTES ? bytes.length : line;
            }
            String text = new String(bytes, 0, length, StandardCharsets.UTF_8);
            return new DeploymentLogPiece(text, place + length, false, isEnded && length == 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many bytes are whole lines. */
    private static int lastLine(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    private Deployment load(Transaction tx, Caller caller, String id) {
        return stores.deployments()
                .find(tx, caller.organizationId(), id)
                .orElseThrow(() -> AppException.notFound("deployment", id));
    }

    private static AppException refused(String why) {
        return new AppException(PlatformError.STATE_INVALID, why);
    }
}

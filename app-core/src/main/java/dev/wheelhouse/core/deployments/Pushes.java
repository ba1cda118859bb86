package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.vcs.PushListener;
import dev.wheelhouse.core.vcs.VcsHook;
import dev.wheelhouse.core.vcs.push.Push;
import dev.wheelhouse.core.vcs.push.WatchPaths;
import java.util.Objects;

/** What a push does that a provider tells of: it deploys the app that its webhook was made for, or nothing. Thread-safe. */
final class Pushes implements PushListener {

    private static final System.Logger LOG = System.getLogger(Pushes.class.getName());

    private final DeploymentsConfig config;
    private final DeploymentStores stores;
    private final DeploymentService service;
    private final BranchWatch watch;

    Pushes(DeploymentsConfig config, DeploymentStores stores, DeploymentService service, BranchWatch watch) {
        this.config = config;
        this.stores = stores;
        this.service = service;
        this.watch = watch;
    }

    @Override
    public void onPush(Transaction tx, VcsHook hook, Push push) {
        AppSource source = stores.sources()
                .find(tx, hook.organizationId(), hook.subjectId())
                .orElse(null);
        if (source == null || !source.isOf(hook.connectionId(), hook.owner(), hook.name())) {
            return;
        }
        String branch = Objects.requireNonNullElse(source.settings().branch(), push.defaultBranch());
        if (!source.settings().autoDeploy()
                || push.isDeleted()
                || !push.branch().equals(branch)) {
            return;
        }
        BranchTip before;
        // Noted also where nothing is deployed, or the next look at the branch would. Where another console has noted
        // something meanwhile, that is what was before.
        do {
            before = stores.tips().find(tx, source.id()).orElse(null);
            if (before != null && before.isAt(branch, push.after())) {
                return;
            }
        } while (!stores.tips()
                .move(
                        tx,
                        source.id(),
                        before,
                        branch,
                        push.after(),
                        config.clock().instant()));
        if (before != null
                && before.branch().equals(branch)
                && !before.commitId().equals(push.before())) {
            // Pushes come in any order, and only a look tells which is the newest.
            watch.watch(tx, source);
        }
        if (push.isSkipped() || !WatchPaths.isTouched(source.settings().watchPaths(), push)) {
            LOG.log(System.Logger.Level.INFO, "The push of {0} to {1} deploys nothing", push.after(), source.name());
            return;
        }
        service.pushed(tx, source, DeploymentTrigger.PUSH, branch, push.after());
    }
}

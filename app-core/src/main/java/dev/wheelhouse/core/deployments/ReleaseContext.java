package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.Workers;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one release is made with.
 *
 * @param caller in whose name the app is started
 */
record ReleaseContext(
        DeploymentsConfig config,
        DeploymentStores stores,
        Caller caller,
        App app,
        AppSource source,
        Deployment deployment,
        DeploymentProgress progress) {

    SourceSettings settings() {
        return source.settings();
    }

    DeploymentPace pace() {
        return config.pace();
    }

    String releaseId() {
        return deployment.releaseId();
    }

    boolean isNew() {
        return deployment.rollbackTo() == null;
    }

    /** The files of the commit that is deployed, which is noted. */
    SourceRepository.Tree fetch() {
        SourceRepository repository = config.repositories();
        String wanted =
                deployment.commitId() == null ? repository.resolve(source, deployment.ref()) : deployment.commitId();
        SourceRepository.Tree tree = repository.fetch(source, wanted, progress);
        SourceRepository.Commit commit = tree.commit();
        config.store()
                .change(tx -> stores.deployments()
                        .setCommit(tx, deployment.id(), commit.id(), commit.subject(), commit.author()));
        progress.log("Commit " + commit.id() + " by " + commit.author() + ": " + commit.subject());
        return tree;
    }

    /** Commands on the server, with the app's environment and more. */
    ReleaseCommands commands(Host host, Map<String, String> more) {
        Map<String, String> environment = new TreeMap<>(config.apps().environment(app));
        environment.put("WHEELHOUSE_RELEASE", releaseId());
        environment.putAll(more);
        Workers workers = config.workers();
        return new ReleaseCommands(host, app.serverId(), environment, progress, workers, config.pace());
    }
}

package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the state keeps of deployments, and the events that go with their changes. */
record DeploymentStores(
        JdbcSourceStore sources, JdbcDeploymentStore deployments, JdbcStepStore steps, JdbcTipStore tips) {

    static DeploymentStores make() {
        return new DeploymentStores(
                new JdbcSourceStore(), new JdbcDeploymentStore(), new JdbcStepStore(), new JdbcTipStore());
    }

    /** Where an app's releases come from; one of containers comes from its image where nothing else is set. */
    Optional<AppSource> source(Transaction tx, App app) {
        return sources.find(tx, app.organizationId(), app.id())
                .or(() -> Optional.of(app)
                        .filter(each -> each.spec() instanceof AppSpec.Container it && it.adopted() == null)
                        .map(AppSource::ofImage));
    }

    /** Tells how a deployment is now, in the name of whoever it is done for. */
    void tell(Transaction tx, EventLog events, Deployment deployment, String appName) {
        events.appendOfConsole(tx, deployment.organizationId(), deployment.actor(), event(deployment, appName));
    }

    static NewEvent event(Deployment deployment, String appName) {
        EventKind kind = switch (deployment.status()) {
            case QUEUED -> EventKind.DEPLOY_QUEUED;
            case RUNNING -> EventKind.DEPLOY_STARTED;
            case SUCCEEDED -> EventKind.DEPLOY_SUCCEEDED;
            case FAILED -> EventKind.DEPLOY_FAILED;
            case CANCELLED -> EventKind.DEPLOY_CANCELLED;
        };
        return new NewEvent(kind, deployment.appId(), told(deployment, appName));
    }

    static Map<String, Object> told(Deployment deployment, String appName) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("app", appName);
        told.put("deploymentId", deployment.id());
        told.put("trigger", deployment.trigger().wireName());
        put(told, "ref", deployment.ref());
        put(told, "commitId", deployment.commitId());
        put(told, "subject", deployment.subject());
        put(told, "author", deployment.author());
        put(told, "rollbackTo", deployment.rollbackTo());
        put(told, "restored", deployment.restored());
        put(told, "gapMillis", deployment.gapMillis());
        put(told, "error", deployment.error());
        return told;
    }

    private static void put(Map<String, Object> told, String name, @Nullable Object value) {
        if (value != null) {
            told.put(name, value);
        }
    }
}

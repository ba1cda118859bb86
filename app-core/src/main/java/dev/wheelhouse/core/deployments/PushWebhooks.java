package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.vcs.MadeHook;
import dev.wheelhouse.core.vcs.Vcs;
import dev.wheelhouse.core.vcs.VcsConnectionService;
import dev.wheelhouse.core.vcs.VcsHooks;
import java.util.Objects;

/** Has providers tell of pushes to the sources of apps (operation 2). Thread-safe. */
public final class PushWebhooks {

    private final DeploymentsConfig config;
    private final DeploymentStores stores;
    private final VcsConnectionService connections;
    private final VcsHooks hooks;

    PushWebhooks(DeploymentsConfig config, DeploymentStores stores, Vcs vcs) {
        this.config = config;
        this.stores = stores;
        this.connections = vcs.connections();
        this.hooks = vcs.hooks();
    }

    /**
     * Has the provider of a connection tell of pushes to a repository, from which an app is deployed. Scope vcs:write.
     *
     * @param ownAddress where the console is reached by itself, for an organization without a public address: then the
     *     branch is looked at as well
     * @return the webhook, also one that was there
     * @throws AppException {@code insufficient_scope}; {@code not_found} for the connection; {@code validation_failed} on
     *     {@code appId} for no such app, on {@code name} for a repository that is not its source; {@code state_invalid} for an
     *     app without a source; as {@link VcsHooks#make}
     */
    public MadeHook make(
            Caller caller, String connectionId, String appId, String owner, String name, String ownAddress) {
        connections.forUse(caller, connectionId, Scope.VCS_WRITE);
        AppSource source = config.store().read(tx -> {
            if (config.apps().find(tx, caller.organizationId(), appId).isEmpty()) {
                throw AppException.invalid("appId", "There is no app with the id " + appId + ".");
            }
            return stores.sources()
                    .find(tx, caller.organizationId(), appId)
                    .orElseThrow(() -> new AppException(
                            PlatformError.STATE_INVALID,
                            "This app has no source, so a push would deploy nothing. Set one first."));
        });
        if (!source.isOf(connectionId, owner, name)) {
            throw AppException.invalid(
                    "name",
                    "The app is deployed from " + source.name() + " of another address or connection. Give"
                            + " that one, or set its source to this.");
        }
        // As the source spells it, so that another spelling of the same repository makes no second one.
        SourceSettings settings = source.settings();
        return hooks.make(
                caller,
                connectionId,
                appId,
                Objects.requireNonNull(settings.owner()),
                Objects.requireNonNull(settings.name()),
                ownAddress);
    }
}

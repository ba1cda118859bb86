package dev.wheelhouse.ui.deployments;

import dev.wheelhouse.core.deployments.AppSource;
import dev.wheelhouse.core.deployments.DeploymentGateway;
import dev.wheelhouse.core.platform.caller.Caller;
import java.util.Map;
import java.util.Optional;

/** What the screens of deployments ask of the core. Blocks, so it is called beside the window's thread. */
record Deployments(DeploymentGateway service, Sources sources, Names names) {

    /** Where the releases of an app come from. */
    @FunctionalInterface
    interface Sources {

        Optional<AppSource> find(Caller caller, String appId);
    }

    /** What apps are called, by id. */
    @FunctionalInterface
    interface Names {

        Map<String, String> of(Caller caller);
    }
}

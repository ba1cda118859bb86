package dev.wheelhouse.ui.deployments;

import dev.wheelhouse.core.deployments.AppSource;
import dev.wheelhouse.core.deployments.Deployment;
import dev.wheelhouse.core.deployments.DeploymentStatus;
import dev.wheelhouse.core.deployments.DeploymentTrigger;
import dev.wheelhouse.core.deployments.StepName;
import dev.wheelhouse.core.deployments.StepStatus;
import dev.wheelhouse.ui.controls.Look;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Deployments and their steps as people read them. */
final class DeploymentLabels {

    private static final int SHORT_COMMIT = 7;
    private static final Look RUNNING = new Look("Running", "fth-loader", "accent-icon");
    private static final Look SUCCEEDED = new Look("Succeeded", "fth-check-circle", "success-icon");
    private static final Look FAILED = new Look("Failed", "fth-x-circle", "danger-icon");
    private static final Look CANCELLED = new Look("Cancelled", "fth-slash", "muted-icon");

    private DeploymentLabels() {}

    static Look look(DeploymentStatus status) {
        return switch (status) {
            case QUEUED -> new Look("Queued", "fth-clock", "accent-icon");
            case RUNNING -> RUNNING;
            case SUCCEEDED -> SUCCEEDED;
            case FAILED -> FAILED;
            case CANCELLED -> CANCELLED;
        };
    }

    static Look look(StepStatus status) {
        return switch (status) {
            case PENDING -> new Look("Waiting", "fth-circle", "muted-icon");
            case RUNNING -> RUNNING;
            case SUCCEEDED -> SUCCEEDED;
            case FAILED -> FAILED;
            case CANCELLED -> CANCELLED;
            case SKIPPED -> new Look("Skipped", "fth-minus-circle", "muted-icon");
        };
    }

    static String step(StepName name) {
        return switch (name) {
            case PREPARE -> "Prepare";
            case CLONE -> "Fetch";
            case BUILD -> "Build";
            case PRE_DEPLOY -> "Before the switch";
            case RELEASE -> "Switch";
            case HEALTH_CHECK -> "Health check";
            case POST_DEPLOY -> "After the switch";
            case CLEANUP -> "Clean up";
        };
    }

    static String trigger(DeploymentTrigger trigger) {
        return switch (trigger) {
            case MANUAL -> "by hand";
            case PUSH -> "push";
            case POLL -> "push, found by polling";
            case ROLLBACK -> "rollback";
        };
    }

    /** Such as {@code 3fa9c01}; an image's digest loses its algorithm too. Empty until it is known. */
    static String commit(Deployment deployment) {
        String id = Objects.requireNonNullElse(deployment.commitId(), "");
        String bare = id.substring(id.indexOf(':') + 1);
        return bare.substring(0, Math.min(SHORT_COMMIT, bare.length()));
    }

    /** What a deployment brings, such as {@code 3fa9c01 Fix the basket}; its ref until more is known. */
    static String what(Deployment deployment) {
        String commit = commit(deployment);
        String subject = Objects.requireNonNullElse(deployment.subject(), "");
        String both = (commit + " " + subject).strip();
        return both.isEmpty() ? Objects.requireNonNullElse(deployment.ref(), "The newest commit") : both;
    }

    /** Where the releases of an app come from, and what brings them. */
    static String source(@Nullable AppSource source) {
        if (source == null) {
            return "";
        }
        String branch = source.settings().branch();
        return source.name() + "  ·  " + (branch == null ? "default branch" : branch) + "  ·  "
                + (source.settings().autoDeploy() ? "a push deploys" : "deployed by hand");
    }

    /** For how long nobody listened at the app's ports; empty where that was not measured. */
    static String gap(Deployment deployment) {
        Long gap = deployment.gapMillis();
        return gap == null ? "" : gap == 0 ? "none" : gap + " ms";
    }
}

/**
 * Releases of apps: where they come from ({@code SourceService}), what asks for one ({@code DeploymentService}), and how one is
 * brought to the server step by step ({@code DeploymentRun}), seen to work, and taken back where it does not.
 */
package dev.wheelhouse.core.deployments;

/** Releases of apps over HTTP: where they come from, and deployments with their steps and logs. */
package dev.wheelhouse.api.deployments;

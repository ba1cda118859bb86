/** Releases of apps: the list of deployments, the page of each with its steps and log, and those of one app. */
package dev.wheelhouse.ui.deployments;

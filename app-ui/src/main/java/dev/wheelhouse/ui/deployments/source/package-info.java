/** Forms of where the releases of apps come from. */
package dev.wheelhouse.ui.deployments.source;

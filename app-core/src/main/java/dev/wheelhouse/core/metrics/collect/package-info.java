/** Gathers measurements: one watch a server, through one long-lived shell, or the JDK's own means where there is none. */
package dev.wheelhouse.core.metrics.collect;

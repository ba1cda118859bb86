package dev.wheelhouse.core.apps.systemd;

import dev.wheelhouse.core.platform.host.ProcessTable;
import java.util.Map;

/**
 * What a look at a server brings beside its units.
 *
 * @param uptimeNanos since its boot
 * @param memoryBytes all that it has
 * @param files the text of files of control groups, by path
 * @param processes empty unless a unit's use can only be read from them
 */
record ServerFacts(long uptimeNanos, long memoryBytes, Map<String, String> files, ProcessTable processes) {}

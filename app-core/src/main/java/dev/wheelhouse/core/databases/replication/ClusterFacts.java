package dev.wheelhouse.core.databases.replication;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a backup is to know of a cluster, and its files do not say where they lie outside the data directory.
 *
 * @param majorVersion such as 15
 * @param machine as {@code uname -m} of Linux names it, such as {@code x86_64}; empty when the server does not say
 * @param superuser the role that made the cluster
 * @param isStandby whether it only replays what another server writes
 * @param isManaged whether a provider runs it and keeps its files to itself
 * @param login the role of the connection
 * @param client the address that the server sees the console at; null for a socket
 * @param settings of {@code pg_settings} by name, as far as the login may see them; sizes in the setting's own unit
 * @param more what else is worth keeping, by the catalogue that it is from: tablespaces, databases, {@code pg_hba} rules; a
 *     catalogue that the login may not read is left out
 */
public record ClusterFacts(
        int majorVersion,
        String machine,
        String superuser,
        boolean isStandby,
        boolean isManaged,
        String login,
        @Nullable String client,
        Map<String, String> settings,
        Map<String, List<Map<String, String>>> more) {

    public ClusterFacts {
        settings = Map.copyOf(settings);
        more = Map.copyOf(more);
    }

    /** A setting; empty when the login may not see it or the server does not know it. */
    public String setting(String name) {
        return settings.getOrDefault(name, "");
    }
}

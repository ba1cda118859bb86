package dev.wheelhouse.core.databases.replication;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import dev.wheelhouse.core.platform.caller.Caller;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The clusters behind connections of PostgreSQL. What is asked with SQL runs in a session of the connection, as its login,
 * and throws {@link dev.wheelhouse.core.platform.error.AppException} as every call there does. Thread-safe.
 */
public interface Clusters {

    /**
     * Logs in for replication, over the connection's own way: its tunnel and its TLS.
     *
     * @param login null for the connection's own
     * @throws ReplicationException {@code NO_RIGHT}, {@code NOT_ADMITTED}, {@code WRONG_PASSWORD}, {@code NONE_FREE},
     *     {@code SERVER_STOPPING}, {@code LOST}
     * @throws dev.wheelhouse.core.platform.error.AppException when a server in between does not let it through
     */
    ClusterLink open(DatabaseConnection connection, @Nullable ReplicationLogin login) throws ReplicationException;

    /** What a backup is to know of a cluster. */
    ClusterFacts facts(Caller caller, DatabaseConnection connection);

    /**
     * What each database that takes connections has for itself, by the catalogue that it is from: extensions and collations
     * with their versions. {@code not_asked} has the databases that did not answer, and why.
     */
    Map<String, List<Map<String, String>>> ofEachDatabase(Caller caller, DatabaseConnection connection);

    /** What the cluster's slot of that name keeps; empty when there is none. */
    Optional<SlotState> slot(Caller caller, DatabaseConnection connection, String name);

    /** Where the cluster is now. */
    ClusterMoment moment(Caller caller, DatabaseConnection connection);
}

package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.replication.ClusterLink;
import dev.wheelhouse.core.databases.replication.ReplicationException;
import dev.wheelhouse.core.databases.replication.ReplicationState;
import dev.wheelhouse.core.databases.replication.SlotState;
import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The slot of a configuration on its cluster, which keeps WAL there until it is stored. */
final class BackupSlot {

    private final BackupsConfig parts;
    private final DatabaseConnection connection;
    private final @Nullable ReplicationLogin login;
    private final Caller caller;
    private final String name;

    private BackupSlot(
            BackupsConfig parts,
            DatabaseConnection connection,
            @Nullable ReplicationLogin login,
            Caller caller,
            String name) {
        this.parts = parts;
        this.connection = connection;
        this.login = login;
        this.caller = caller;
        this.name = name;
    }

    /** @throws AppException {@code state_invalid} when the connection is gone */
    static BackupSlot of(BackupsConfig parts, BackupConfig config) {
        return find(
                        parts,
                        config.organizationId(),
                        config.source().databaseId(),
                        DestinationKeys.login(
                                parts.vault(), config.id(), config.source().loginUser()),
                        config.caller(),
                        config.slot())
                .orElseThrow(() -> new AppException(
                        PlatformError.STATE_INVALID, "The connection that leads to the cluster is gone."));
    }

    /** Empty when the connection is gone. */
    static Optional<BackupSlot> of(BackupsConfig parts, Leftover left) {
        ReplicationLogin login = DestinationKeys.login(parts.vault(), left.id(), left.loginUser());
        return find(parts, left.organizationId(), left.databaseId(), login, null, "wheelhouse_" + left.id());
    }

    private static Optional<BackupSlot> find(
            BackupsConfig parts,
            String organizationId,
            String databaseId,
            @Nullable ReplicationLogin login,
            @Nullable Caller caller,
            String name) {
        return parts.connections()
                .find(organizationId, databaseId)
                .map(connection -> new BackupSlot(
                        parts,
                        connection,
                        login,
                        caller == null ? BackupConfig.callerOf(organizationId, "console", name) : caller,
                        name));
    }

    /** Of the connection that it is reached by; once that was changed, this is out of date. */
    long connectionRevision() {
        return connection.revision();
    }

    /** Logs in for replication. */
    ClusterLink open() throws ReplicationException {
        return parts.clusters().open(connection, login);
    }

    /** Why the login may not replicate, and what to do. */
    String refusal(ReplicationException failure) {
        return BackupProbe.refusal(
                failure, login == null ? ((Target.Postgres) connection.target()).user() : login.user());
    }

    String name() {
        return name;
    }

    Optional<SlotState> state() {
        return parts.clusters().slot(caller, connection, name);
    }

    /** Drops it; nothing happens when it is not there. */
    void drop() throws ReplicationException {
        try (ClusterLink link = open()) {
            link.dropSlot(name);
        } catch (ReplicationException e) {
            if (e.state() != ReplicationState.SLOT_MISSING) {
                throw e;
            }
        }
    }
}

package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.replication.ClusterLink;
import dev.wheelhouse.core.databases.replication.ReplicationException;
import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.servers.Server;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the server and the connection of what is backed up. Thread-safe. */
final class BackupSources {

    /** The states of backups whose cluster answers. */
    private static final Set<BackupState> REACHED =
            Set.of(BackupState.STREAMING, BackupState.WAITING, BackupState.LAGGING);

    private final BackupsConfig parts;
    private final BackupStores stores;

    BackupSources(BackupsConfig parts, BackupStores stores) {
        this.parts = parts;
        this.stores = stores;
    }

    /**
     * What is backed up.
     *
     * @param id null for none
     * @throws AppException {@code validation_failed}
     */
    DatabaseConnection connection(Caller caller, Server server, BackupType type, @Nullable String id) {
        return switch (type) {
            case PITR -> connection(caller, server, id);
            case DUMP ->
                connection(
                        caller, id, Engine.POSTGRESQL, "Name the connection of PostgreSQL whose database is dumped.");
            case SQLITE -> {
                if (!server.id().equals(parts.homeId())) {
                    throw AppException.invalid(
                            "serverId", "A SQLite file is copied on the console's own machine. Leave it out.");
                }
                yield connection(
                        caller, id, Engine.SQLITE, "Name a connection of SQLite, to a file of the console's machine.");
            }
        };
    }

    private DatabaseConnection connection(Caller caller, @Nullable String id, Engine engine, String otherwise) {
        return Optional.ofNullable(id)
                .flatMap(each -> parts.connections().find(caller.organizationId(), each))
                .filter(each -> each.engine() == engine)
                .orElseThrow(() -> AppException.invalid("databaseId", otherwise));
    }

    /**
     * A server that this console works.
     *
     * @throws AppException {@code validation_failed} on {@code serverId}
     */
    Server server(Caller caller, String id) {
        Server server = parts.servers()
                .find(caller.organizationId(), id)
                .orElseThrow(() -> AppException.invalid("serverId", "There is no server with the id " + id + "."));
        if (server.onlyHome() != null && !parts.homeId().equals(server.onlyHome())) {
            throw AppException.invalid("serverId", "It is the machine of another console. Do it there.");
        }
        return server;
    }

    /**
     * The connection to a server's cluster.
     *
     * @param id null for the only one that leads there
     * @throws AppException {@code validation_failed} on {@code databaseId}
     */
    private DatabaseConnection connection(Caller caller, Server server, @Nullable String id) {
        if (id != null) {
            return parts.connections()
                    .find(caller.organizationId(), id)
                    .filter(each -> each.engine() == Engine.POSTGRESQL
                            && (each.serverId() == null || each.serverId().equals(server.id())))
                    .orElseThrow(() -> AppException.invalid(
                            "databaseId",
                            "Name a connection of PostgreSQL that goes through the server " + server.name()
                                    + ", or through none."));
        }
        Set<String> restored = parts.store().read(stores.restores()::connectionIds);
        List<DatabaseConnection> found = parts.connections().all(caller, Scope.DATABASES_READ).stream()
                .filter(each -> each.engine() == Engine.POSTGRESQL && leadsTo(each, server, parts.homeId()))
                .filter(each -> !restored.contains(each.id()))
                .toList();
        if (found.size() != 1) {
            throw AppException.invalid(
                    "databaseId",
                    (found.isEmpty() ? "No connection of PostgreSQL leads" : "Several connections of PostgreSQL lead")
                            + " to the server " + server.name() + ". Name the one to use.");
        }
        return found.getFirst();
    }

    /**
     * What continuous backups, which are made over a connection, would say to another address, server in between, login or
     * password of it.
     *
     * @return a sentence for each that would stop
     */
    List<String> stoppedBy(DatabaseConnection after, @Nullable String password) {
        if (!(after.target() instanceof Target.Postgres target)) {
            return List.of();
        }
        ReplicationLogin own = new ReplicationLogin(target.user(), password);
        return parts
                .store()
                .read(tx -> stores.configs().ofConnection(tx, after.id()).stream()
                        .filter(each -> isReached(tx, each))
                        .toList())
                .stream()
                .flatMap(each -> stoppedBy(each, after, own).stream())
                .toList();
    }

    /** Whether its cluster answers this console now; one that it does not answer is stopped by nothing. */
    private boolean isReached(Transaction tx, BackupConfig config) {
        return config.type() == BackupType.PITR
                && config.policy().enabled()
                && (config.onlyHome() == null || config.onlyHome().equals(parts.homeId()))
                && stores.progress()
                        .find(tx, config.id())
                        .filter(each -> REACHED.contains(each.state()))
                        .isPresent();
    }

    private Optional<String> stoppedBy(BackupConfig config, DatabaseConnection after, ReplicationLogin own) {
        ReplicationLogin login = Objects.requireNonNullElse(
                DestinationKeys.login(
                        parts.vault(), config.id(), config.source().loginUser()),
                own);
        String which = "The backups into " + config.destination().words() + " (" + config.id() + ")";
        try {
            return isSameCluster(config, after, login)
                    ? Optional.empty()
                    : Optional.of(
                            which + " are of another cluster than the one that answers there. End them first, or add"
                                    + " another connection.");
        } catch (ReplicationException e) {
            boolean isOwn = config.source().loginUser() == null;
            return Optional.of(
                    e.state().isOfLogin()
                            ? which + (isOwn ? " log in by it and" : "") + " would stop. "
                                    + BackupProbe.refusal(e, login.user())
                                    + (isOwn ? " Or give them a login of their own first." : "")
                            : wouldStop(which, e.getMessage()));
        } catch (AppException e) {
            return Optional.of(wouldStop(which, e.getMessage()));
        }
    }

    private static String wouldStop(String which, @Nullable String why) {
        return which + " would stop. " + why + " Pause them first if that is meant.";
    }

    /** Whether a login is let to replicate, and what answers is what is backed up. */
    private boolean isSameCluster(BackupConfig config, DatabaseConnection connection, @Nullable ReplicationLogin login)
            throws ReplicationException {
        try (ClusterLink link = parts.clusters().open(connection, login)) {
            return link.identify().systemIdentifier().equals(config.source().systemIdentifier());
        }
    }

    /**
     * Makes sure that backups may log in so.
     *
     * @param login null for the connection's own
     * @throws AppException {@code validation_failed} on what is wrong with it
     */
    void requireLogin(BackupConfig config, @Nullable ReplicationLogin login) {
        DatabaseConnection connection = parts.connections()
                .find(config.organizationId(), config.source().databaseId())
                .orElseThrow(() -> AppException.invalid("databaseId", "The connection is gone."));
        try {
            if (!isSameCluster(config, connection, login)) {
                throw AppException.invalid("databaseId", "Another cluster answers at the connection's address now.");
            }
        } catch (ReplicationException e) {
            String user = login == null ? ((Target.Postgres) connection.target()).user() : login.user();
            throw AppException.invalid(BackupProbe.field(e.state(), login != null), BackupProbe.refusal(e, user));
        }
    }

    /** Whether a connection's server runs on a machine, as far as its address tells. */
    static boolean leadsTo(DatabaseConnection connection, Server server, String homeId) {
        if (connection.serverId() != null) {
            return connection.serverId().equals(server.id());
        }
        return server.id().equals(homeId)
                && connection.target() instanceof Target.Postgres target
                && isLoopback(target.host());
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("::1") || host.equals("[::1]");
    }
}

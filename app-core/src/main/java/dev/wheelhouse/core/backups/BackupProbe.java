package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.replication.ClusterFacts;
import dev.wheelhouse.core.databases.replication.ClusterLink;
import dev.wheelhouse.core.databases.replication.ReplicationException;
import dev.wheelhouse.core.databases.replication.ReplicationState;
import dev.wheelhouse.core.databases.replication.SystemIdentity;
import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks whether a cluster can be backed up to a destination, before anything is saved or changed. For one try. */
final class BackupProbe {

    private static final String UNLIMITED = "-1";
    private static final int OLDEST_VERSION = 12;

    private final BackupsConfig parts;
    private final String id;
    private final List<BackupCheck> checks = new ArrayList<>();
    private @Nullable SystemIdentity identity;
    private long segmentBytes;

    /** @param id that the configuration will have */
    BackupProbe(BackupsConfig parts, String id) {
        this.parts = parts;
        this.id = id;
    }

    List<BackupCheck> checks() {
        return List.copyOf(checks);
    }

    /** Which cluster it is; null when it did not say. */
    @Nullable
    SystemIdentity identity() {
        return identity;
    }

    long segmentBytes() {
        return segmentBytes;
    }

    /** @throws AppException {@code validation_failed} with all that is not as it has to be */
    void throwIfNot() {
        List<FieldProblem> problems = checks.stream()
                .filter(each -> !each.ok())
                .map(each -> new FieldProblem(each.field(), each.detail()))
                .toList();
        if (!problems.isEmpty()) {
            throw AppException.invalid(problems);
        }
    }

    private void add(String name, boolean ok, String field, String detail) {
        checks.add(new BackupCheck(name, ok, field, detail));
    }

    void lookAtCluster(Caller caller, DatabaseConnection connection, @Nullable ReplicationLogin login) {
        ClusterFacts facts;
        try {
            facts = parts.clusters().facts(caller, connection);
        } catch (AppException e) {
            add("connection", false, "databaseId", String.valueOf(e.getMessage()));
            return;
        }
        lookAtKind(facts);
        lookAtSettings(facts);
        if (checks.stream().allMatch(BackupCheck::ok)) {
            lookAtReplication(facts, connection, login);
        }
    }

    private void lookAtKind(ClusterFacts facts) {
        if (facts.majorVersion() < OLDEST_VERSION) {
            add("version", false, "databaseId", "PostgreSQL " + OLDEST_VERSION + " is the oldest that is backed up.");
        } else if (facts.isManaged()) {
            add(
                    "version",
                    false,
                    "databaseId",
                    "A provider runs this server and keeps its files to itself. Use the provider's own backups.");
        } else if (facts.isStandby()) {
            add("version", false, "databaseId", "This server is a standby. Back up its primary.");
        } else {
            add("version", true, "databaseId", "PostgreSQL " + facts.majorVersion() + ".");
        }
    }

    private void lookAtSettings(ClusterFacts facts) {
        String detail = "wal_level is " + facts.setting("wal_level") + ".";
        boolean ok = true;
        if (facts.setting("wal_level").equals("minimal")) {
            ok = false;
            detail = "wal_level is minimal, which leaves out what a backup needs. Run ALTER SYSTEM SET wal_level ="
                    + " 'replica', and restart the server.";
        } else if (facts.setting("fsync").equals("off")) {
            ok = false;
            detail = "fsync is off: after a crash the server's own files may be damaged, and so its backups. Switch it"
                    + " on.";
        } else if (facts.setting("full_page_writes").equals("off")) {
            ok = false;
            detail = "full_page_writes is off: a base that is read while it changes could not be made whole. Switch it"
                    + " on.";
        }
        add("settings", ok, "databaseId", detail);
        String keep = facts.setting("max_slot_wal_keep_size");
        add(
                "retention",
                true,
                "databaseId",
                keep.isEmpty() || keep.equals(UNLIMITED)
                        ? "max_slot_wal_keep_size is unlimited: while this console is away the server keeps its WAL until"
                                + " its disk is full. Set one, such as ALTER SYSTEM SET max_slot_wal_keep_size ="
                                + " '64GB'; a longer absence then costs a gap, never the server."
                        : "The server keeps up to " + keep + " MB of WAL while this console is away"
                                + " (max_slot_wal_keep_size).");
    }

    private void lookAtReplication(
            ClusterFacts facts, DatabaseConnection connection, @Nullable ReplicationLogin login) {
        String user = login == null ? facts.login() : login.user();
        try (ClusterLink link = parts.clusters().open(connection, login)) {
            identity = link.identify();
            segmentBytes = link.segmentBytes();
            // It goes with the link.
            link.tryToCreateSlot("wheelhouse_try_" + id);
            add("replication", true, "login", "The role " + user + " may replicate, and a slot and a sender are free.");
        } catch (ReplicationException e) {
            identity = null;
            add("replication", false, field(e.state(), login != null), words(e, user, facts.client()));
        } catch (AppException e) {
            identity = null;
            add("replication", false, "databaseId", String.valueOf(e.getMessage()));
        }
    }

    private static String field(ReplicationState state, boolean hasLogin) {
        return switch (state) {
            case WRONG_PASSWORD -> hasLogin ? "login.password" : "databaseId";
            case NO_RIGHT, NOT_ADMITTED -> "login";
            case WAL_REMOVED,
                    SLOT_MISSING,
                    SLOT_EXISTS,
                    SLOT_ACTIVE,
                    NOT_IN_HISTORY,
                    NONE_FREE,
                    NOT_POSSIBLE_NOW,
                    DATA_CORRUPTED,
                    SERVER_STOPPING,
                    LOST,
                    CLOSED,
                    UNSUPPORTED,
                    REFUSED,
                    NOT_UNDERSTOOD -> "databaseId";
        };
    }

    private static String words(ReplicationException failure, String user, @Nullable String client) {
        return switch (failure.state()) {
            case NO_RIGHT ->
                "The role " + user + " may not replicate. Make one that may, and give it as login: CREATE ROLE"
                        + " wheelhouse_replication LOGIN REPLICATION PASSWORD '…';";
            case NOT_ADMITTED ->
                "The server admits no replication by " + user + ". Add this line to its pg_hba.conf, and reload it: "
                        + hbaLine(user, client);
            case NONE_FREE ->
                "The server has no free replication slot or WAL sender. Raise max_replication_slots or"
                        + " max_wal_senders, and restart it.";
            default -> String.valueOf(failure.getMessage());
        };
    }

    private static String hbaLine(String user, @Nullable String client) {
        if (client == null) {
            return "local replication " + user + " scram-sha-256";
        }
        return "host replication " + user + " " + client + (client.indexOf(':') < 0 ? "/32" : "/128")
                + " scram-sha-256";
    }

    void lookAtDestination(Destination destination, DestinationKeys keys) {
        try (ObjectStore store = Destinations.open(parts, destination, keys)) {
            Destinations.tryOut(store, "wheelhouse-try-" + id);
            String owner = identity == null
                    ? null
                    : StoreOwner.find(store, identity.systemIdentifier()).orElse(null);
            if (owner == null || owner.equals(id)) {
                add("destination", true, "dest.bucket", "Objects can be written, read and deleted there.");
            } else {
                add(
                        "destination",
                        false,
                        "prefix",
                        "Another configuration (" + owner + ") keeps the backups of this cluster there. Choose another"
                                + " prefix, or delete that one.");
            }
        } catch (StoreException e) {
            add("destination", false, Destinations.field(destination, e), String.valueOf(e.getMessage()));
        }
    }
}

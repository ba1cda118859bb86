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
import dev.wheelhouse.core.platform.check.CheckState;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks whether a cluster can be backed up to a destination, before anything is saved or changed. For one try. */
final class BackupProbe {

    private static final String KEPT = "max_slot_wal_keep_size";
    private static final String LIMIT_SLOTS = "ALTER SYSTEM SET " + KEPT + " = '64GB';";
    private static final long UNLIMITED = -1;
    private static final long USUAL_SEGMENT = 16 << 20;

    /** The oldest that knows {@code max_slot_wal_keep_size}. */
    private static final int LIMITS_SLOTS = 13;

    /** What the advice calls a role that may replicate and nothing else. */
    private static final String LESSER_ROLE = "wheelhouse_replication";

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
                .map(each -> new FieldProblem(
                        each.field(), each.command() == null ? each.detail() : each.detail() + " " + each.command()))
                .toList();
        if (!problems.isEmpty()) {
            throw AppException.invalid(problems);
        }
    }

    /** Dumps and copies of a file have no cluster to look at. */
    void add(List<BackupCheck> found) {
        checks.addAll(found);
    }

    private void add(String name, CheckState state, String field, String detail) {
        add(name, state, field, detail, null);
    }

    private void add(String name, CheckState state, String field, String detail, @Nullable String command) {
        checks.add(new BackupCheck(name, state, field, detail, command));
    }

    void lookAtCluster(Caller caller, DatabaseConnection connection, @Nullable ReplicationLogin login) {
        ClusterFacts facts;
        try {
            facts = parts.clusters().facts(caller, connection);
        } catch (AppException e) {
            add("connection", CheckState.FAILED, "databaseId", String.valueOf(e.getMessage()));
            return;
        }
        lookAtKind(facts);
        lookAtSettings(facts);
        if (checks.stream().allMatch(BackupCheck::ok)) {
            lookAtReplication(facts, connection, login);
        }
    }

    private void lookAtKind(ClusterFacts facts) {
        if (facts.isManaged()) {
            add(
                    "version",
                    CheckState.FAILED,
                    "databaseId",
                    "A provider runs this server and keeps its files to itself. Use the provider's own backups, or set up"
                            + " dumps (POST /backup-configs with the type dump).");
        } else if (facts.isStandby()) {
            add("version", CheckState.FAILED, "databaseId", "This server is a standby. Back up its primary.");
        } else {
            add("version", CheckState.PASSED, "databaseId", "PostgreSQL " + facts.majorVersion() + ".");
        }
    }

    private void lookAtSettings(ClusterFacts facts) {
        if (facts.setting("wal_level").equals("minimal")) {
            addSetting(
                    "wal_level is minimal, which leaves out what a backup needs. Change it, and restart the server:",
                    "ALTER SYSTEM SET wal_level = 'replica';");
        } else if (facts.setting("fsync").equals("off")) {
            addSetting(
                    "fsync is off: after a crash the server's own files may be damaged, and so its backups. Switch it on,"
                            + " and reload the configuration:",
                    "ALTER SYSTEM SET fsync = on;");
        } else if (facts.setting("full_page_writes").equals("off")) {
            addSetting(
                    "full_page_writes is off: a base backup that is read while it changes could not be made whole. Switch"
                            + " it on, and reload the configuration:",
                    "ALTER SYSTEM SET full_page_writes = on;");
        } else {
            add("settings", CheckState.PASSED, "databaseId", "wal_level is " + facts.setting("wal_level") + ".");
        }
        long idleSeconds = number(facts, "idle_replication_slot_timeout", 0);
        lookAtRetention(facts, idleSeconds);
        if (idleSeconds > 0) {
            add(
                    "idle",
                    CheckState.ADVICE,
                    "databaseId",
                    "The server gives the slot up when this console is away for " + idleSeconds
                            + " s (idle_replication_slot_timeout), which may cost a gap. Without it:",
                    "ALTER SYSTEM SET idle_replication_slot_timeout = 0;");
        }
    }

    private static long number(ClusterFacts facts, String setting, long otherwise) {
        String value = facts.setting(setting);
        return value.isEmpty() ? otherwise : Long.parseLong(value);
    }

    private void lookAtRetention(ClusterFacts facts, long idleSeconds) {
        if (facts.majorVersion() < LIMITS_SLOTS) {
            addRetention(
                    CheckState.ADVICE,
                    "While this console is away the server keeps its WAL until its disk is full. PostgreSQL "
                            + LIMITS_SLOTS + " is the oldest that can be given a limit.",
                    null);
            return;
        }
        long keptMegabytes = number(facts, KEPT, UNLIMITED);
        long segmentMegabytes = number(facts, "wal_segment_size", USUAL_SEGMENT) >> 20;
        long betweenCheckpoints = number(facts, "max_wal_size", 0);
        if (keptMegabytes == UNLIMITED && idleSeconds > 0) {
            addRetention(
                    CheckState.ADVICE,
                    KEPT + " is unlimited: the server keeps all WAL that it writes in " + idleSeconds
                            + " s of this console's absence. With a limit its disk is never filled by it:",
                    LIMIT_SLOTS);
        } else if (keptMegabytes == UNLIMITED) {
            addRetention(
                    CheckState.ADVICE,
                    KEPT + " is unlimited: while this console is away the server keeps its WAL until its disk is full."
                            + " With a limit a longer absence costs a gap, never the server:",
                    LIMIT_SLOTS);
        } else if (keptMegabytes < segmentMegabytes) {
            addRetention(
                    CheckState.FAILED,
                    KEPT + " is " + keptMegabytes + " MB, less than a segment of WAL (" + segmentMegabytes
                            + " MB), and counts as 0: the server would give the slot up again and again. Raise it, and"
                            + " reload the configuration:",
                    LIMIT_SLOTS);
        } else if (keptMegabytes < betweenCheckpoints) {
            addRetention(
                    CheckState.ADVICE,
                    "The server keeps up to " + keptMegabytes + " MB of WAL while this console is away (" + KEPT
                            + "), less than it may write between two checkpoints (max_wal_size, " + betweenCheckpoints
                            + " MB): under load a short pause may cost a gap. Better:",
                    LIMIT_SLOTS);
        } else {
            addRetention(
                    CheckState.PASSED,
                    "The server keeps up to " + keptMegabytes + " MB of WAL while this console is away (" + KEPT + ").",
                    null);
        }
    }

    private void addRetention(CheckState state, String detail, @Nullable String command) {
        add("retention", state, "databaseId", detail, command);
    }

    private void addSetting(String detail, String command) {
        add("settings", CheckState.FAILED, "databaseId", detail, command);
    }

    private void lookAtReplication(
            ClusterFacts facts, DatabaseConnection connection, @Nullable ReplicationLogin login) {
        String user = login == null ? facts.login() : login.user();
        // One for WAL, and one for a base meanwhile.
        try (ClusterLink link = parts.clusters().open(connection, login);
                ClusterLink second = parts.clusters().open(connection, login)) {
            identity = second.identify();
            segmentBytes = link.segmentBytes();
            // It goes with the link.
            link.tryToCreateSlot("wheelhouse_try_" + id);
            String found = "The role " + user + " may replicate, and a slot and two senders are free.";
            if (login == null) {
                add(
                        "replication",
                        CheckState.ADVICE,
                        "login",
                        found
                                + " A role that may do nothing else is enough; to use one, create it and give it as login:",
                        createRole(LESSER_ROLE));
            } else {
                add("replication", CheckState.PASSED, "login", found);
            }
        } catch (ReplicationException e) {
            identity = null;
            add(
                    "replication",
                    CheckState.FAILED,
                    field(e.state(), login != null),
                    words(e, user),
                    command(e.state(), user, login != null, facts.client()));
        } catch (AppException e) {
            identity = null;
            add("replication", CheckState.FAILED, "databaseId", String.valueOf(e.getMessage()));
        }
    }

    static String field(ReplicationState state, boolean hasLogin) {
        return switch (state) {
            case WRONG_PASSWORD, NOT_AUTHENTICATED -> hasLogin ? "login.password" : "databaseId";
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

    /** Of a login that backups have worked with, for people: why it may not replicate, and how it may. */
    static String refusal(ReplicationException failure, String user) {
        return switch (failure.state()) {
            case NO_RIGHT ->
                "The role " + user + " may not replicate. Let it: ALTER ROLE " + quoted(user) + " REPLICATION;";
            case NOT_ADMITTED ->
                "The server admits no replication by " + user + " from here. Add a line for it to its pg_hba.conf (host"
                        + " replication …), and reload the configuration.";
            case WRONG_PASSWORD -> "The server refused the password of " + user + ".";
            case NOT_AUTHENTICATED -> "Of " + user + ": " + failure.getMessage();
            default -> words(failure, user);
        };
    }

    private static String words(ReplicationException failure, String user) {
        return switch (failure.state()) {
            case NO_RIGHT -> "The role " + user + " may not replicate. Create one that may, and give it as login:";
            case NOT_ADMITTED ->
                "The server admits no replication by " + user + ". Add this line to its pg_hba.conf, and reload the"
                        + " configuration:";
            case NONE_FREE ->
                "The server has no free replication slot or WAL sender. Raise max_replication_slots or"
                        + " max_wal_senders, and restart it.";
            default -> String.valueOf(failure.getMessage());
        };
    }

    private static @Nullable String command(
            ReplicationState state, String user, boolean hasLogin, @Nullable String client) {
        return switch (state) {
            case NO_RIGHT -> createRole(LESSER_ROLE);
            case NOT_ADMITTED -> hbaLine(user, client);
            // The server says the same of a role that it does not know.
            case WRONG_PASSWORD -> hasLogin ? createRole(user) : null;
            default -> null;
        };
    }

    private static String quoted(String name) {
        return name.matches("[a-z_][a-z0-9_]*") ? name : '"' + name.replace("\"", "\"\"") + '"';
    }

    private static String createRole(String name) {
        return "CREATE ROLE " + quoted(name) + " LOGIN REPLICATION PASSWORD '…';";
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
                    : StoreOwner.find(store, identity.systemIdentifier())
                            .map(StoreOwner::idOf)
                            .orElse(null);
            if (owner != null && !owner.equals(id)) {
                add(
                        "destination",
                        CheckState.FAILED,
                        "prefix",
                        takenBy(owner) + " If its console is lost, adopt them.");
            } else if (owner == null && hasBackups(store)) {
                add(
                        "destination",
                        CheckState.FAILED,
                        "prefix",
                        "Backups of this cluster lie there that were kept when their configuration was deleted. Choose"
                                + " another prefix, adopt them, or remove them first.");
            } else {
                add("destination", CheckState.PASSED, "dest.bucket", "Objects can be written, read and deleted there.");
            }
        } catch (StoreException e) {
            add("destination", CheckState.FAILED, Destinations.field(destination, e), String.valueOf(e.getMessage()));
        }
    }

    static String takenBy(String configId) {
        return "Another configuration (" + configId
                + ") keeps the backups of this cluster there. Choose another prefix, or delete that one.";
    }

    /** Others would be taken for this configuration's own, and removed as too old or as damaged. */
    private boolean hasBackups(ObjectStore store) throws StoreException {
        if (identity == null) {
            return false;
        }
        String system = identity.systemIdentifier();
        return !store.list(system + "/base/").isEmpty()
                || !store.list(system + "/wal/").isEmpty();
    }
}

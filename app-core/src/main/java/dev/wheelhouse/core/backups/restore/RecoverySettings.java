package dev.wheelhouse.core.backups.restore;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How a restored cluster is set up: it answers here alone, sends nothing and starts nothing by itself.
 *
 * @param port 1..65535, on loopback and for the socket
 * @param source settings of the source by name, of which those are taken that a recovery needs as large as they were
 *     (PostgreSQL manual, "Hot Standby", "Administrator's Overview"; those that bound the replication origins of a base, for
 *     which a server that has less room does not start: {@code StartupReplicationOrigin}, origin.c)
 */
record RecoverySettings(int port, Map<String, String> source) {

    private static final Set<String> AS_LARGE = Set.of(
            "max_connections",
            "max_worker_processes",
            "max_wal_senders",
            "max_prepared_transactions",
            "max_locks_per_transaction",
            "max_replication_slots",
            "max_active_replication_origins");

    /**
     * The whole of {@code postgresql.conf}.
     *
     * @param directory of the cluster, which also holds the socket
     * @param restoreCommand fetches WAL
     * @param target lines such as {@code recovery_target_time = '…'}; none recovers as far as there is WAL
     */
    String text(String directory, String restoreCommand, List<String> target) {
        Map<String, String> settings = settings(directory);
        settings.put("restore_command", restoreCommand);
        settings.put("recovery_target_action", "promote");
        // Nobody needs to read before the end, and without readers a recovery stops at no setting that was raised later
        // (CheckRequiredParameterValues, xlog.c: "ArchiveRecoveryRequested && EnableHotStandby").
        settings.put("hot_standby", "off");
        return text(settings, target);
    }

    /** As {@link #text}, of a cluster whose recovery is over. */
    String textOfRecovered(String directory) {
        return text(settings(directory), List.of());
    }

    private Map<String, String> settings(String directory) {
        Map<String, String> settings = new TreeMap<>();
        AS_LARGE.forEach(each -> {
            String value = source.get(each);
            if (value != null) {
                settings.put(each, value);
            }
        });
        settings.put("listen_addresses", "127.0.0.1");
        settings.put("port", Integer.toString(port));
        settings.put("unix_socket_directories", directory);
        settings.put("unix_socket_permissions", "0700");
        settings.put("cluster_name", "restored");
        settings.put("lc_messages", "C");
        settings.put("logging_collector", "off");
        settings.put("log_destination", "stderr");
        settings.put("archive_mode", "off");
        settings.put("shared_preload_libraries", "");
        settings.put("max_logical_replication_workers", "0");
        return settings;
    }

    private static String text(Map<String, String> settings, List<String> target) {
        StringBuilder text = new StringBuilder("""
                # Written by Wheelhouse for this restored copy: it listens on this machine alone, archives nothing and loads
                # none of the source's libraries. The source's own files, where it had them here, are called *.source.
                """);
        settings.forEach((name, value) ->
                text.append(name).append(" = ").append(quote(value)).append('\n'));
        target.forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    /** Who may connect: the cluster's own user and the console's as anybody, others with the passwords of the source. */
    static String clients() {
        return """
                local all all peer map=restored
                host all all 127.0.0.1/32 md5
                """;
    }

    /**
     * @param users of the machine
     * @param superuser of the cluster
     */
    static String users(List<String> users, String superuser) {
        StringBuilder text = new StringBuilder();
        for (String user : users) {
            text.append("restored \"%s\" \"%s\"%n".formatted(user, superuser));
        }
        return text.toString();
    }

    /** A value of {@code postgresql.conf} (PostgreSQL manual, "Parameter Names and Values"). */
    static String quote(String value) {
        return "'" + value.replace("\\", "\\\\").replace("'", "''") + "'";
    }
}

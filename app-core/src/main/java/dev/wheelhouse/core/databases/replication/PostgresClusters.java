package dev.wheelhouse.core.databases.replication;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.databases.sessions.OwnSession;
import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Session.Access;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Clusters as they are. Every name is qualified: a search path of the login's own must not answer in the catalogue's place. */
public final class PostgresClusters implements Clusters {

    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final String INSUFFICIENT_PRIVILEGE = "42501";

    private static final String FACTS = """
            SELECT pg_catalog.version(),
                (SELECT rolname FROM pg_catalog.pg_roles WHERE oid OPERATOR(pg_catalog.=) 10),
                pg_catalog.pg_is_in_recovery(),
                EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname OPERATOR(pg_catalog.=) ANY
                    (ARRAY['rds_superuser', 'cloudsqlsuperuser', 'azure_pg_admin', 'neon_superuser', 'doadmin']::pg_catalog.name[])),
                session_user, pg_catalog.host(pg_catalog.inet_client_addr())""";

    /** What each is kept under, and how it is asked for; {@code %s} is what PostgreSQL 15 and newer have beside. */
    private static final Map<String, String> MORE = Map.of(
            "pg_tablespace",
                    "SELECT spcname, pg_catalog.pg_tablespace_location(oid) AS location FROM pg_catalog.pg_tablespace"
                            + " ORDER BY 1",
            "pg_database",
                    "SELECT datname, pg_catalog.pg_encoding_to_char(encoding) AS encoding, datcollate, datctype%s"
                            + " FROM pg_catalog.pg_database ORDER BY 1",
            "pg_hba_file_rules",
                    "SELECT line_number, type, database, user_name, address, netmask, auth_method, options"
                            + " FROM pg_catalog.pg_hba_file_rules ORDER BY 1");

    /** As {@link #MORE}, of what each database has for itself. */
    private static final Map<String, String> OF_EACH = Map.of(
            "pg_extension",
                    "SELECT pg_catalog.current_database() AS datname, extname, extversion FROM pg_catalog.pg_extension"
                            + " ORDER BY 2",
            "pg_collation",
                    "SELECT pg_catalog.current_database() AS datname, collname, collversion"
                            + " FROM pg_catalog.pg_collation WHERE collversion IS NOT NULL ORDER BY 2");

    private static final String OTHERS = "SELECT datname FROM pg_catalog.pg_database WHERE datallowconn"
            + " AND datname OPERATOR(pg_catalog.<>) ALL"
            + " (ARRAY['template0', pg_catalog.current_database()]::pg_catalog.name[]) ORDER BY 1";

    private final Sessions sessions;
    private final Clock clock;

    /** @param clock of the times that servers are sent */
    public PostgresClusters(Sessions sessions, Clock clock) {
        this.sessions = sessions;
        this.clock = clock;
    }

    @Override
    public ClusterLink open(DatabaseConnection connection, @Nullable ReplicationLogin login)
            throws ReplicationException {
        return ReplicationConnection.open(sessions, connection, login, clock);
    }

    @Override
    public ClusterFacts facts(Caller caller, DatabaseConnection connection) {
        return sessions.read(caller, connection, LIMIT, PostgresClusters::facts);
    }

    @Override
    public Map<String, List<Map<String, String>>> ofEachDatabase(Caller caller, DatabaseConnection connection) {
        List<String> others = new ArrayList<>();
        Map<String, List<Map<String, String>>> found = sessions.read(caller, connection, LIMIT, session -> {
            rows(session, OTHERS).forEach(each -> others.add(each.getOrDefault("datname", "")));
            return ofEach(session);
        });
        try (Execution execution = sessions.executions().begin(caller, connection.id(), null, LIMIT)) {
            for (String each : others) {
                try (OwnSession session = sessions.openOwn(in(connection, each), Access.READING, execution)) {
                    merge(found, session.use(execution, PostgresClusters::ofEach));
                } catch (AppException e) {
                    merge(
                            found,
                            Map.of(
                                    "not_asked",
                                    List.of(Map.of("datname", each, "why", String.valueOf(e.getMessage())))));
                }
            }
        }
        return found;
    }

    /** Another database of the same server. */
    private static DatabaseConnection in(DatabaseConnection connection, String database) {
        Target.Postgres target = (Target.Postgres) connection.target();
        return connection.to(new Target.Postgres(
                target.host(), target.port(), database, target.user(), target.ssl(), target.sslRootCertificate()));
    }

    private static void merge(
            Map<String, List<Map<String, String>>> all, Map<String, List<Map<String, String>>> others) {
        others.forEach((catalogue, rows) -> all.merge(
                catalogue,
                rows,
                (one, other) -> Stream.concat(one.stream(), other.stream()).toList()));
    }

    private static Map<String, List<Map<String, String>>> ofEach(Session session) throws SQLException {
        Map<String, List<Map<String, String>>> found = new TreeMap<>();
        for (Map.Entry<String, String> each : OF_EACH.entrySet()) {
            visible(session, each.getValue()).ifPresent(rows -> found.put(each.getKey(), rows));
        }
        return found;
    }

    private static ClusterFacts facts(Session session) throws SQLException {
        int version = session.jdbc().getMetaData().getDatabaseMajorVersion();
        Map<String, String> settings = new TreeMap<>();
        for (Map<String, String> each : rows(session, "SELECT name, setting FROM pg_catalog.pg_settings")) {
            settings.put(each.getOrDefault("name", ""), each.getOrDefault("setting", ""));
        }
        Map<String, List<Map<String, String>>> more = new TreeMap<>();
        for (Map.Entry<String, String> each : MORE.entrySet()) {
            visible(session, each.getValue().formatted(version >= 15 ? ", datcollversion" : ""))
                    .ifPresent(rows -> more.put(each.getKey(), rows));
        }
        try (Statement statement = session.statement();
                ResultSet row = statement.executeQuery(FACTS)) {
            row.next();
            return new ClusterFacts(
                    version,
                    machine(row.getString(1)),
                    row.getString(2),
                    row.getBoolean(3),
                    row.getBoolean(4),
                    row.getString(5),
                    row.getString(6),
                    settings,
                    more);
        }
    }

    /** Of such as {@code PostgreSQL 15.9 (Debian 15.9-0) on x86_64-pc-linux-gnu, compiled by …}; Apple says arm64. */
    static String machine(String version) {
        int on = version.lastIndexOf(" on ");
        int end = version.indexOf('-', Math.max(0, on));
        String machine = on < 0 || end < 0 ? "" : version.substring(on + " on ".length(), end);
        return machine.equals("arm64") ? "aarch64" : machine;
    }

    /** Empty where the login may not read it. */
    private static Optional<List<Map<String, String>>> visible(Session session, String sql) throws SQLException {
        try {
            return Optional.of(rows(session, sql));
        } catch (SQLException e) {
            if (INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Each as text; what is null is left out. */
    private static List<Map<String, String>> rows(Session session, String sql) throws SQLException {
        List<Map<String, String>> rows = new ArrayList<>();
        try (Statement statement = session.statement();
                ResultSet row = statement.executeQuery(sql)) {
            ResultSetMetaData columns = row.getMetaData();
            while (row.next()) {
                Map<String, String> values = new LinkedHashMap<>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    String value = row.getString(i);
                    if (value != null) {
                        values.put(columns.getColumnLabel(i), value);
                    }
                }
                rows.add(values);
            }
        }
        return rows;
    }

    @Override
    public Optional<SlotState> slot(Caller caller, DatabaseConnection connection, String name) {
        return sessions.read(caller, connection, LIMIT, session -> slot(session, name));
    }

    private static Optional<SlotState> slot(Session session, String name) throws SQLException {
        int version = session.jdbc().getMetaData().getDatabaseMajorVersion();
        String sql = "SELECT active, restart_lsn, pg_catalog.pg_wal_lsn_diff("
                + "CASE WHEN pg_catalog.pg_is_in_recovery() THEN pg_catalog.pg_last_wal_receive_lsn()"
                + " ELSE pg_catalog.pg_current_wal_lsn() END, restart_lsn)::pg_catalog.int8, "
                + (version >= 13 ? "wal_status" : "NULL")
                + ", (SELECT setting FROM pg_catalog.pg_settings"
                + " WHERE name OPERATOR(pg_catalog.=) 'max_slot_wal_keep_size'), "
                + (version >= 17 ? "invalidation_reason" : "NULL")
                + ", pg_catalog.pg_size_bytes(pg_catalog.current_setting('wal_segment_size'))"
                + " FROM pg_catalog.pg_replication_slots WHERE slot_name OPERATOR(pg_catalog.=) ?";
        try (PreparedStatement statement = session.prepare(sql)) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                String restart = row.getString(2);
                return Optional.of(new SlotState(
                        row.getBoolean(1),
                        "lost".equals(row.getString(4)) ? SlotLoss.of(row.getString(6)) : null,
                        restart == null ? null : WalPosition.parse(restart),
                        Math.max(0, row.getLong(3)),
                        limit(row.getString(5), row.getLong(7))));
            }
        }
    }

    /** @param mebibytes null for no limit, also before PostgreSQL 13, which has none */
    private static @Nullable Long limit(@Nullable String mebibytes, long segmentBytes) {
        return mebibytes == null || mebibytes.startsWith("-")
                ? null
                : (Long.parseLong(mebibytes) << 20) / segmentBytes * segmentBytes;
    }

    @Override
    public ClusterMoment moment(Caller caller, DatabaseConnection connection) {
        return sessions.read(caller, connection, LIMIT, PostgresClusters::moment);
    }

    private static ClusterMoment moment(Session session) throws SQLException {
        // The names of before PostgreSQL 13, which all versions know.
        String sql = "SELECT pg_catalog.clock_timestamp(),"
                + " pg_catalog.txid_snapshot_xmax(pg_catalog.txid_current_snapshot())";
        try (Statement statement = session.statement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return new ClusterMoment(row.getObject(1, OffsetDateTime.class).toInstant(), row.getLong(2));
        }
    }
}

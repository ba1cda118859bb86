package dev.wheelhouse.core.databases.sessions;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;
import org.postgresql.core.BaseConnection;

/**
 * What logins may do beyond the data of their database (PostgreSQL manual, "Role Attributes" and "Predefined Roles"):
 * rights that no transaction mode and no rollback holds back. Asked once a connection. Thread-safe.
 */
final class PostgresLogins {

    /** The placeholder for a server that does not report them. */
    static final String UNKNOWN = "rights that could not be read";

    /** Every name is qualified: a search path of the role's own must not answer in the catalogue's place. */
    private static final String ASK = """
            SELECT r.rolname, r.rolsuper, r.rolcreaterole, r.rolreplication,
                r.rolname OPERATOR(pg_catalog.=) ANY (ARRAY['pg_read_server_files', 'pg_write_server_files',
                    'pg_execute_server_program', 'pg_signal_backend', 'pg_create_subscription']::pg_catalog.name[])
            FROM pg_catalog.pg_roles r
            WHERE pg_catalog.pg_has_role(session_user, r.oid, 'MEMBER')""";

    private final Map<BaseConnection, Set<String>> known = Collections.synchronizedMap(new WeakHashMap<>());

    /** Their names, such as {@code superuser} and {@code pg_read_server_files}; empty for an ordinary login. */
    Set<String> powers(Connection connection) throws SQLException {
        BaseConnection physical = connection.unwrap(BaseConnection.class);
        Set<String> powers = known.get(physical);
        if (powers == null) {
            powers = ask(connection);
            known.put(physical, powers);
        }
        return powers;
    }

    private static Set<String> ask(Connection connection) throws SQLException {
        Set<String> powers = new TreeSet<>();
        int roles = 0;
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(0);
            try (ResultSet row = statement.executeQuery(ASK)) {
                while (row.next()) {
                    roles++;
                    if (row.getBoolean(2)) {
                        powers.add("superuser");
                    }
                    if (row.getBoolean(3)) {
                        powers.add("CREATEROLE");
                    }
                    if (row.getBoolean(4)) {
                        powers.add("REPLICATION");
                    }
                    if (row.getBoolean(5)) {
                        powers.add(row.getString(1));
                    }
                }
            }
        }
        // A login is at least a member of itself.
        return roles == 0 ? Set.of(UNKNOWN) : powers.contains("superuser") ? Set.of("superuser") : Set.copyOf(powers);
    }
}

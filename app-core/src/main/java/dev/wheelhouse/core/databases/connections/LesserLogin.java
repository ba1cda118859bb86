package dev.wheelhouse.core.databases.connections;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.catalog.Identifiers;

/** The SQL that makes a PostgreSQL login which reaches the data of one database and nothing else. */
final class LesserLogin {

    private static final String NAME = "wheelhouse";

    private LesserLogin() {}

    /**
     * To be run by an administrator in the database; it sets no password (manual, "Predefined Roles"). Who backs up the
     * server by this connection, without a login of their own for that, needs the replication attribute.
     */
    static String sql(DatabaseConnection connection, Target.Postgres target) {
        String role = Identifiers.quote(target.user().equals(NAME) ? NAME + "_console" : NAME);
        String database = Identifiers.quote(target.database());
        String data = connection.readOnly() ? "pg_read_all_data" : "pg_read_all_data, pg_write_all_data";
        return "CREATE ROLE " + role + " LOGIN;\n"
                + "GRANT CONNECT ON DATABASE " + database + " TO " + role + ";\n"
                + "GRANT " + data + " TO " + role + ";\n"
                + "-- If backups of the server log in by this connection: ALTER ROLE " + role + " REPLICATION;\n"
                + "-- PostgreSQL 14 or newer. Set its password with psql's \\password command.";
    }
}

package dev.wheelhouse.api.bench;

import dev.wheelhouse.core.testing.PostgresDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The data that is measured with. */
final class Tables {

    static final int ROWS = 1_000_000;

    private static final String COLUMNS = "(id bigint PRIMARY KEY, name text NOT NULL, email text, amount"
            + " numeric(12,2), active boolean, created_at timestamptz, quantity integer, score double precision)";

    private Tables() {}

    static void create(PostgresDatabase database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String table : new String[] {"bench_rows", "bench_edits_subject", "bench_edits_floor"}) {
                int rows = table.equals("bench_rows") ? ROWS : 10_000;
                statement.execute("CREATE TABLE " + table + " " + COLUMNS);
                statement.execute("INSERT INTO " + table + " SELECT n, 'Customer ' || n, 'customer.' || n ||"
                        + " '@example.org', n % 100000 / 7.0, n % 3 = 0, timestamptz '2024-01-01 00:00:00.123456+00' +"
                        + " n * interval '1 minute', n % 1000, n / 13.0 FROM generate_series(1, " + rows + ") n");
                statement.execute("ANALYZE " + table);
            }
            statement.execute("CHECKPOINT");
        }
    }

    /** A catalogue of many small tables, in a database of its own. */
    static PostgresDatabase createMany(PostgresDatabase database, int count) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE many_tables");
        }
        PostgresDatabase many = new PostgresDatabase(
                database.host(), database.port(), "many_tables", database.user(), database.password());
        try (Connection connection = many.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = off");
            for (int from = 0; from < count; from += 500) {
                statement.execute("DO $$ BEGIN FOR n IN " + from + ".." + (from + 499) + " LOOP EXECUTE format('CREATE"
                        + " TABLE t_%s (id int PRIMARY KEY, name text, at timestamptz)', n); END LOOP; END $$");
            }
            statement.execute("ANALYZE");
        }
        return many;
    }
}

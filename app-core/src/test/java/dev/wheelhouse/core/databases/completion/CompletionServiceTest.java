package dev.wheelhouse.core.databases.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.Catalog;
import dev.wheelhouse.core.databases.catalog.CatalogSnapshot;
import dev.wheelhouse.core.databases.catalog.SnapshotReader;
import dev.wheelhouse.core.databases.catalog.SnapshotTable;
import dev.wheelhouse.core.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompletionServiceTest {

    private static final List<String> TABLES = List.of(
            "CREATE TABLE customers (id INTEGER PRIMARY KEY, \"a\"\"b;c\" TEXT)",
            "CREATE TABLE orders (id INTEGER, customer_id INTEGER REFERENCES customers (id))",
            "CREATE VIEW big AS SELECT id FROM orders");

    @Test
    void readsTheNamesOfAPostgresqlDatabase() throws SQLException {
        try (Connection connection = PostgresServer.shared().newDatabase().connect();
                Statement statement = connection.createStatement()) {
            for (String each : TABLES) {
                statement.execute(each);
            }
            CatalogSnapshot snapshot = SnapshotReader.read(Engine.POSTGRESQL, connection);
            assertShop(snapshot, "public");
            assertThat(snapshot.functions())
                    .contains("lower", "count", "generate_series")
                    .doesNotContain("int4in");
            assertThat(snapshot.find(null, "pg_stat_activity")).isPresent();
        }
    }

    @Test
    void knowsTheForeignKeysOfPartitionsAndTheDeclaredOnesAlone() throws SQLException {
        try (Connection connection = PostgresServer.shared().newDatabase().connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE customers (id int PRIMARY KEY);"
                    + "CREATE TABLE parts (id int PRIMARY KEY, c int REFERENCES customers) PARTITION BY RANGE (id);"
                    + "CREATE TABLE parts_low PARTITION OF parts FOR VALUES FROM (0) TO (10);"
                    + "CREATE TABLE lines (part int REFERENCES parts)");
            CatalogSnapshot snapshot = SnapshotReader.read(Engine.POSTGRESQL, connection);
            for (String table : List.of("parts", "parts_low", "lines")) {
                assertThat(snapshot.find(null, table).orElseThrow().foreignKeys())
                        .as(table)
                        .hasSize(1)
                        .isEqualTo(Catalog.of(Engine.POSTGRESQL)
                                .describe(connection, "public", table)
                                .orElseThrow()
                                .foreignKeys());
            }
        }
    }

    @Test
    void readsTheNamesOfASqliteFileWithABrokenView() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement()) {
            for (String each : TABLES) {
                statement.execute(each);
            }
            statement.execute("CREATE VIEW broken AS SELECT gone FROM nowhere");
            CatalogSnapshot snapshot = SnapshotReader.read(Engine.SQLITE, connection);
            assertShop(snapshot, "main");
            assertThat(snapshot.find(null, "broken")).isPresent();
            assertThat(snapshot.functions()).contains("coalesce", "json_extract");
        }
    }

    private static void assertShop(CatalogSnapshot snapshot, String schema) {
        SnapshotTable customers = snapshot.find(schema, "customers").orElseThrow();
        assertThat(customers.columns())
                .extracting(SnapshotTable.SnapshotColumn::name)
                .containsExactly("id", "a\"b;c");
        SnapshotTable orders = snapshot.find(null, "ORDERS").orElseThrow();
        assertThat(orders.reachable()).isTrue();
        assertThat(orders.foreignKeys().getFirst().refTable()).isEqualTo("customers");
        assertThat(snapshot.find(null, "big").orElseThrow().view()).isTrue();
    }
}

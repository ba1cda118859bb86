package dev.wheelhouse.core.databases.values;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** A pool hands out its own objects around the driver's. */
class PooledConnectionTest {

    @Test
    void readsAndBindsThroughAPoolOfPostgresql() throws SQLException {
        PostgresDatabase database = PostgresServer.shared().newDatabase();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.jdbcUrl());
        config.setUsername(database.user());
        config.setPassword(database.password());
        PostgresSession.DRIVER_PROPERTIES.forEach(config::addDataSourceProperty);
        config.setConnectionInitSql(PostgresSession.pinStatement());
        assertThat(roundTrip(config, Engine.POSTGRESQL, "SELECT ?::timestamptz AS v", "\"2026-01-02T03:04:05+01:00\""))
                .isEqualTo("\"2026-01-02T02:04:05Z\"");
    }

    @Test
    void readsAndBindsThroughAPoolOfSqlite() throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:sqlite::memory:");
        assertThat(roundTrip(config, Engine.SQLITE, "SELECT ? AS v", "{\"$int\":\"9223372036854775807\"}"))
                .isEqualTo("\"9223372036854775807\"");
    }

    private static String roundTrip(HikariConfig config, Engine engine, String sql, String value) throws SQLException {
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config);
                Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            ValueBinder.of(engine).bindUntyped(statement, 1, new RawJson(value), "v");
            try (ResultSet rows = statement.executeQuery()) {
                ResultReader reader = ResultReader.of(engine, rows);
                assertThat(reader.next()).isTrue();
                return reader.readJson(1).text();
            }
        }
    }
}

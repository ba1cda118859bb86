package dev.wheelhouse.core.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class PostgresServerTest {

    @Test
    void everyDatabaseIsEmptyAndItsOwn() throws SQLException {
        PostgresDatabase first = PostgresServer.shared().newDatabase();
        PostgresDatabase second = PostgresServer.shared().newDatabase();
        try (Connection connection = first.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create table t (a int)");
        }
        try (Connection connection = second.connect();
                Statement statement = connection.createStatement();
                var tables = statement.executeQuery(
                        "select count(*) from information_schema.tables where table_schema = 'public'")) {
            assertThat(tables.next()).isTrue();
            assertThat(tables.getInt(1)).isZero();
        }
    }

    @Test
    void refusesAWrongPassword() {
        PostgresDatabase database = PostgresServer.shared().newDatabase();
        assertThatThrownBy(() -> DriverManager.getConnection(database.jdbcUrl(), database.user(), "wrong"))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        problem -> assertThat(problem.getSQLState()).isEqualTo("28P01"));
    }

    @Test
    void dedicatedServerKeepsItsDataAndPortOverARestart() throws SQLException {
        PostgresServer server = PostgresServer.startDedicated();
        PostgresDatabase database = server.newDatabase();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create table kept (a int)");
        }
        server.stop();
        assertThatThrownBy(database::connect).isInstanceOf(SQLException.class);
        server.restart();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("drop table kept");
        }
        server.close();
        assertThat(Files.exists(server.dataDirectory())).isFalse();
    }
}

package dev.wheelhouse.core.databases.values;

import dev.wheelhouse.core.testing.PostgresDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** Connections set up as {@link PostgresSession} asks. */
public final class PinnedPostgres {

    private PinnedPostgres() {}

    public static Connection connect(PostgresDatabase database) throws SQLException {
        Properties properties = new Properties();
        properties.putAll(PostgresSession.DRIVER_PROPERTIES);
        properties.setProperty("user", database.user());
        properties.setProperty("password", database.password());
        Connection connection = DriverManager.getConnection(database.jdbcUrl(), properties);
        try (Statement statement = connection.createStatement()) {
            statement.execute(PostgresSession.pinStatement());
        }
        return connection;
    }
}

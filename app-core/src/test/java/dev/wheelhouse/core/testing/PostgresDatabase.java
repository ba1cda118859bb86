package dev.wheelhouse.core.testing;

import java.io.IOException;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.postgresql.PGConnection;

/** How to reach one database of a {@link PostgresServer}. */
public record PostgresDatabase(String host, int port, String database, String user, String password) {

    /** Without user and password. */
    public String jdbcUrl() {
        return "jdbc:postgresql://" + host + ":" + port + "/" + database;
    }

    /** A new connection with the driver's defaults; the caller closes it. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl(), user, password);
    }

    /** What the server itself writes for a {@code COPY … TO STDOUT}. */
    public String copyOut(String copy) throws SQLException, IOException {
        StringWriter copied = new StringWriter();
        try (Connection connection = connect()) {
            connection.unwrap(PGConnection.class).getCopyAPI().copyOut(copy, copied);
        }
        return copied.toString();
    }
}

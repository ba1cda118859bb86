package dev.wheelhouse.core.databases.catalog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads the rows of a query on a catalogue, all in one fetch. */
final class Rows {

    private Rows() {}

    /** Makes something of a row. */
    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Does something with a row. */
    interface Use {
        void take(ResultSet row) throws SQLException;
    }

    /** @param parameters texts and numbers, in the order of their placeholders */
    static <T> List<T> list(Connection connection, String sql, Reader<T> reader, Object... parameters)
            throws SQLException {
        List<T> all = new ArrayList<>();
        each(connection, sql, row -> all.add(reader.read(row)), parameters);
        return List.copyOf(all);
    }

    /** As {@link #list}, of rows of which nothing is to be made one by one. */
    static void each(Connection connection, String sql, Use use, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setFetchSize(0);
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    use.take(rows);
                }
            }
        }
    }
}

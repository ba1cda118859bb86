package dev.wheelhouse.core.databases.tables;

import dev.wheelhouse.core.databases.Engine;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;

/** Binds the parameters of row queries. */
public final class ParameterBinding {

    private ParameterBinding() {}

    /** Binds all of a fragment's parameters. */
    public static void bind(PreparedStatement statement, Engine engine, List<Object> parameters) throws SQLException {
        for (int i = 0; i < parameters.size(); i++) {
            Object value = parameters.get(i);
            switch (engine) {
                // Of unknown type, so that the server reads it as the type of the column.
                case POSTGRESQL -> statement.setObject(i + 1, value, Types.OTHER);
                case SQLITE -> statement.setObject(i + 1, value);
            }
        }
    }
}

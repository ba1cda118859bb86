package dev.wheelhouse.core.databases.rows;

import java.util.List;

/**
 * SQL with a {@code ?} for each parameter.
 *
 * @param parameters never null. On PostgreSQL each is a String to bind as text of unknown type
 *     ({@code setObject(index, text, Types.OTHER)}), so that the server reads it as the type of what it is compared
 *     with; on SQLite a Long, Double, String or byte[] to bind as that storage class.
 */
public record SqlFragment(String sql, List<Object> parameters) {

    public SqlFragment {
        parameters = List.copyOf(parameters);
    }
}

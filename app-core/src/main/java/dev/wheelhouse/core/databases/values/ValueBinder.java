package dev.wheelhouse.core.databases.values;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.RawJson;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Binds JSON values as database values; the inverse of {@link ResultReader}. Stateless and thread-safe. */
public interface ValueBinder {

    static ValueBinder of(Engine engine) {
        return switch (engine) {
            case POSTGRESQL -> new PostgresBinder();
            case SQLITE -> new SqliteBinder();
        };
    }

    /**
     * What must stand in the statement for this value: {@code ?}, or an expression around it where JDBC has no way to
     * bind the value itself.
     */
    String placeholder(RawJson value);

    /** As {@link #placeholder}, of a value that is compared with a column by {@code =}. */
    String compared(RawJson value, ColumnDescription column);

    /**
     * Binds a value that goes into, or is compared with, a column.
     *
     * @param index 1-based; the statement holds {@link #placeholder} of the value there
     * @param path names the value in an error, such as {@code edits[0].values.name}
     * @throws AppException {@code validation_failed} if the value cannot be one of the column's
     */
    void bind(PreparedStatement statement, int index, RawJson value, ColumnDescription column, String path)
            throws SQLException;

    /**
     * Appends the constant that means in the statement's text what {@link #bind} makes of its placeholder.
     *
     * @throws AppException as {@link #bind}
     */
    void appendLiteral(RawJson value, ColumnDescription column, String path, StringBuilder sql);

    /**
     * Binds a value that no column is known for, by its form alone.
     *
     * @param index 1-based; the statement holds {@link #placeholder} of the value there
     * @param path names the value in an error, such as {@code params.name}
     * @throws AppException {@code validation_failed} if the value has no form in the database
     */
    void bindUntyped(PreparedStatement statement, int index, RawJson value, String path) throws SQLException;
}

package dev.wheelhouse.core.databases.values;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** How the values of one result column are read and shown. Stateless and thread-safe. */
public interface ValueCodec {

    /**
     * The value as the database has it: for PostgreSQL its text, for SQLite a {@link Long}, {@link Double},
     * {@link String} or {@code byte[]} by storage class, or {@link InvalidText} where text is not UTF-8. The others
     * also take a {@link LongValue}, but for {@link #text} and {@link #appendLiteral}.
     *
     * @param column 1-based
     * @return null for SQL NULL
     */
    @Nullable
    Object read(ResultSet rows, int column) throws SQLException;

    /** Writes exactly one JSON value that reads back as {@code value}, which {@link #read} returned. */
    void write(Object value, JsonGenerator out) throws IOException;

    /** The value in the database's own text form, as {@code psql} or the {@code sqlite3} shell would show it. */
    String text(Object value);

    /** Appends an expression in the engine's SQL that means {@code value} when assigned to a column of its type. */
    void appendLiteral(Object value, StringBuilder sql);
}

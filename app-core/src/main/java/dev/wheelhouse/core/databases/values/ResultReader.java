package dev.wheelhouse.core.databases.values;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.platform.json.RawJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of one result. Columns are counted from 1, as in JDBC. Belongs to the thread that works the result;
 * does not close it.
 */
public final class ResultReader {

    private final Engine engine;
    private final ResultSet rows;
    private final List<Field> fields;
    private final ValueCodec[] codecs;
    private final SerializableString[] keys;
    private final LongValues longValues;

    /** Finds values that were left out of a row because they are too long. */
    public interface LongValues {

        /**
         * @param row with its key behind the columns of the table
         * @param column 1-based
         * @param value what the row has in its place, or the value itself
         */
        Object find(ResultSet row, int column, Object value) throws SQLException;
    }

    /** What one engine's driver reports of a result's columns, counted from 1. */
    interface ColumnTypes {

        String name(int column) throws SQLException;

        ValueCodec codec(int column) throws SQLException;

        /** The codec of a column that is known to be a certain table's. */
        ValueCodec codec(int column, ColumnDescription known) throws SQLException;
    }

    private ResultReader(
            Engine engine, ResultSet rows, List<Field> fields, List<ValueCodec> codecs, LongValues longValues) {
        this.longValues = longValues;
        this.engine = engine;
        this.rows = rows;
        this.fields = List.copyOf(fields);
        this.codecs = codecs.toArray(ValueCodec[]::new);
        this.keys =
                fields.stream().map(field -> new SerializedString(field.name())).toArray(SerializableString[]::new);
    }

    /** Of any result, by its own metadata. */
    public static ResultReader of(Engine engine, ResultSet rows) throws SQLException {
        return of(engine, rows, List.of());
    }

    /**
     * Of the rows of a table.
     *
     * @param columns of the first columns of the result, in order; further ones are read as in any result
     */
    public static ResultReader of(Engine engine, ResultSet rows, List<ColumnDescription> columns) throws SQLException {
        return of(engine, rows, columns, rows.getMetaData().getColumnCount(), (_, _, value) -> value);
    }

    /** Of the rows of a table of which long values were left out; only the columns of the table are read. */
    public static ResultReader of(Engine engine, ResultSet rows, List<ColumnDescription> columns, LongValues longValues)
            throws SQLException {
        return of(engine, rows, columns, columns.size(), longValues);
    }

    private static ResultReader of(
            Engine engine, ResultSet rows, List<ColumnDescription> columns, int width, LongValues longValues)
            throws SQLException {
        ResultSetMetaData metaData = rows.getMetaData();
        List<String> labels = new ArrayList<>(width);
        for (int column = 1; column <= width; column++) {
            labels.add(metaData.getColumnLabel(column));
        }
        List<String> names = FieldNames.distinct(labels);
        List<Field> fields = new ArrayList<>(width);
        List<ValueCodec> codecs = new ArrayList<>(width);
        ColumnTypes types = switch (engine) {
            case POSTGRESQL -> new PostgresTypes(rows);
            case SQLITE -> new SqliteTypes(rows);
        };
        for (int column = 1; column <= width; column++) {
            ColumnDescription known = column <= columns.size() ? columns.get(column - 1) : null;
            fields.add(new Field(names.get(column - 1), known == null ? types.name(column) : known.dataType()));
            codecs.add(known == null ? types.codec(column) : types.codec(column, known));
        }
        return new ResultReader(engine, rows, fields, codecs, longValues);
    }

    public Engine engine() {
        return engine;
    }

    public List<Field> fields() {
        return fields;
    }

    public ValueCodec codec(int column) {
        return codecs[column - 1];
    }

    /** Moves to the next row; false after the last. */
    public boolean next() throws SQLException {
        return rows.next();
    }

    /** The current row's value, as {@link ValueCodec#read} has it; null for SQL NULL. */
    public @Nullable Object read(int column) throws SQLException {
        Object value = codecs[column - 1].read(rows, column);
        return value == null ? null : longValues.find(rows, column, value);
    }

    /** Writes the current row's value as one JSON value. */
    public void writeValue(int column, JsonGenerator out) throws SQLException, IOException {
        Object value = read(column);
        if (value == null) {
            out.writeNull();
            return;
        }
        codecs[column - 1].write(value, out);
    }

    /** The current row's value as JSON that {@link ValueBinder} takes, as for a key or a cursor. */
    public RawJson readJson(int column) throws SQLException {
        return toJson(column, read(column));
    }

    /** A value that {@link #read} returned as JSON. */
    public RawJson toJson(int column, @Nullable Object value) {
        if (value == null) {
            return RawJson.NULL;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = JsonOutput.generator(bytes)) {
            codecs[column - 1].write(value, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RawJson(bytes.toString(StandardCharsets.UTF_8));
    }

    /** Writes the current row as one JSON object that has every field. */
    public void writeRow(JsonGenerator out) throws SQLException, IOException {
        out.writeStartObject();
        for (int i = 0; i < codecs.length; i++) {
            out.writeFieldName(keys[i]);
            writeValue(i + 1, out);
        }
        out.writeEndObject();
    }
}

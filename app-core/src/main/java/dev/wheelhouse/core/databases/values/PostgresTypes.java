package dev.wheelhouse.core.databases.values;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.Oid;
import org.postgresql.core.TypeInfo;
import org.postgresql.jdbc.PgResultSet;

/**
 * The types of a result's columns. Known types cost nothing; another's name and element type are asked of the server
 * once a connection, by the driver. The OIDs of built-in types are fixed (PostgreSQL's {@code pg_type.dat}), so a user's
 * type that happens to be called {@code int4} is not mistaken for one. The server describes a domain's values as of the
 * domain's base type.
 */
final class PostgresTypes implements ResultReader.ColumnTypes {

    private static final int NUMERIC_SCALE_BITS = 0x7FF;
    private static final int MICROSECONDS = 6;

    private final PgResultSet rows;
    private final ResultSetMetaData metaData;
    private final TypeInfo types;

    PostgresTypes(ResultSet rows) throws SQLException {
        this.rows = rows.unwrap(PgResultSet.class);
        this.metaData = this.rows.getMetaData();
        this.types = this.rows
                .getStatement()
                .getConnection()
                .unwrap(BaseConnection.class)
                .getTypeInfo();
    }

    @Override
    public ValueCodec codec(int column, ColumnDescription known) throws SQLException {
        return codec(column);
    }

    @Override
    public ValueCodec codec(int column) throws SQLException {
        int oid = rows.getColumnOID(column);
        PostgresCodec scalar = scalar(oid);
        if (scalar != PostgresCodec.TEXT || !isArray(oid)) {
            return scalar;
        }
        PostgresCodec element = scalar(types.getPGArrayElement(oid));
        return new PostgresArrayCodec(
                element == PostgresCodec.JSON ? PostgresCodec.JSON_ELEMENT : element, types.getArrayDelimiter(oid));
    }

    /** The type as {@code format_type} would say it, with its modifier as far as the result has it. */
    @Override
    public String name(int column) throws SQLException {
        int oid = rows.getColumnOID(column);
        if (!isArray(oid)) {
            return name(oid, column);
        }
        return name(types.getPGArrayElement(oid), column) + "[]";
    }

    private boolean isArray(int oid) throws SQLException {
        return switch (oid) {
            case Oid.TEXT, Oid.VARCHAR, Oid.BPCHAR, Oid.NAME, Oid.UUID, Oid.DATE, Oid.BYTEA -> false;
            default -> types.getSQLType(oid) == Types.ARRAY;
        };
    }

    private static PostgresCodec scalar(int oid) {
        return switch (oid) {
            case Oid.INT2, Oid.INT4, Oid.OID -> PostgresCodec.INTEGER;
            case Oid.INT8 -> PostgresCodec.BIGINT;
            case Oid.FLOAT4, Oid.FLOAT8 -> PostgresCodec.FLOAT;
            case Oid.NUMERIC -> PostgresCodec.NUMERIC;
            case Oid.BOOL -> PostgresCodec.BOOLEAN;
            case Oid.TIMESTAMP, Oid.TIMESTAMPTZ -> PostgresCodec.TIMESTAMP;
            case Oid.JSON, Oid.JSONB -> PostgresCodec.JSON;
            default -> PostgresCodec.TEXT;
        };
    }

    private String name(int oid, int column) throws SQLException {
        return switch (oid) {
            case Oid.INT2 -> "smallint";
            case Oid.INT4 -> "integer";
            case Oid.INT8 -> "bigint";
            case Oid.FLOAT4 -> "real";
            case Oid.FLOAT8 -> "double precision";
            case Oid.NUMERIC -> "numeric" + numericModifier(column);
            case Oid.BOOL -> "boolean";
            case Oid.CHAR -> "\"char\"";
            case Oid.BPCHAR -> length("character", "bpchar", column);
            case Oid.VARCHAR -> length("character varying", "character varying", column);
            case Oid.BIT -> length("bit", "bit", column);
            case Oid.VARBIT -> length("bit varying", "bit varying", column);
            case Oid.TIME -> "time" + fraction(column) + " without time zone";
            case Oid.TIMETZ -> "time" + fraction(column) + " with time zone";
            case Oid.TIMESTAMP -> "timestamp" + fraction(column) + " without time zone";
            case Oid.TIMESTAMPTZ -> "timestamp" + fraction(column) + " with time zone";
            default -> otherName(oid);
        };
    }

    private String otherName(int oid) throws SQLException {
        String name = types.getPGType(oid);
        return name == null ? "unknown" : name;
    }

    private String numericModifier(int column) throws SQLException {
        int precision = metaData.getPrecision(column);
        if (precision == 0) {
            return "";
        }
        // Since PostgreSQL 15 the scale has a sign, in eleven bits.
        int scale = ((metaData.getScale(column) & NUMERIC_SCALE_BITS) ^ 1024) - 1024;
        return "(" + precision + "," + scale + ")";
    }

    private String length(String withLength, String without, int column) throws SQLException {
        int length = metaData.getPrecision(column);
        return length <= 0 || length == Integer.MAX_VALUE ? without : withLength + "(" + length + ")";
    }

    private String fraction(int column) throws SQLException {
        int digits = metaData.getScale(column);
        return digits == MICROSECONDS ? "" : "(" + digits + ")";
    }
}

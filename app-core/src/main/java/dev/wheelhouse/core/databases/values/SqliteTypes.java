package dev.wheelhouse.core.databases.values;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.sqlite.core.Codes;
import org.sqlite.core.CoreStatement;
import org.sqlite.jdbc4.JDBC4ResultSet;

/**
 * The declared types of a result's columns. They are asked of SQLite itself: the driver's metadata cuts them short and
 * makes one up where there is none.
 */
final class SqliteTypes implements ResultReader.ColumnTypes {

    private final JDBC4ResultSet rows;
    private final CoreStatement statement;

    SqliteTypes(ResultSet rows) throws SQLException {
        this.rows = rows.unwrap(JDBC4ResultSet.class);
        this.statement = (CoreStatement) this.rows.getStatement();
    }

    @Override
    public ValueCodec codec(int column) throws SQLException {
        return new SqliteCodec(destination(column));
    }

    @Override
    public ValueCodec codec(int column, ColumnDescription known) {
        return new SqliteCodec(SqliteDestination.of(known.dataType()));
    }

    private SqliteDestination destination(int column) throws SQLException {
        String declared = findDeclaredType(column);
        if (declared != null) {
            return SqliteDestination.of(declared);
        }
        return isExpression(column) ? SqliteDestination.EXPRESSION : SqliteDestination.BLOB;
    }

    /**
     * The declared type; of an expression, the storage class of its value in the row the result is at, which is the
     * first one before {@code next()}. Empty without either.
     */
    @Override
    public String name(int column) throws SQLException {
        String declared = findDeclaredType(column);
        if (declared != null) {
            return declared;
        }
        return isExpression(column) ? storageClass(column) : "";
    }

    private String storageClass(int column) throws SQLException {
        int type = statement.pointer.safeRunInt((database, pointer) -> database.column_type(pointer, column - 1));
        return switch (type) {
            case Codes.SQLITE_INTEGER -> "integer";
            case Codes.SQLITE_FLOAT -> "real";
            case Codes.SQLITE_TEXT -> "text";
            case Codes.SQLITE_BLOB -> "blob";
            default -> "";
        };
    }

    private boolean isExpression(int column) throws SQLException {
        return rows.getMetaData().getTableName(column).isEmpty();
    }

    private @Nullable String findDeclaredType(int column) throws SQLException {
        return statement.pointer.<@Nullable String, SQLException>safeRun(
                (database, pointer) -> database.column_decltype(pointer, column - 1));
    }
}

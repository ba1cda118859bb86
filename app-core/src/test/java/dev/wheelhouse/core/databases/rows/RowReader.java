package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.testing.PostgresDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs fragments in the way they ask to be bound and read. */
final class RowReader {

    private final Engine engine;
    private final Connection connection;

    RowReader(Engine engine, Connection connection) {
        this.engine = engine;
        this.connection = connection;
    }

    /**
     * With binary transfer a statement's sixth run would return other text; point and box are transferred in binary all
     * the same as soon as the server has prepared the statement.
     */
    static Connection connect(PostgresDatabase database) throws SQLException {
        return DriverManager.getConnection(
                database.jdbcUrl() + "?binaryTransfer=false&prepareThreshold=0", database.user(), database.password());
    }

    List<List<@Nullable Object>> read(SqlFragment fragment) throws SQLException {
        return read(fragment.sql(), fragment.parameters());
    }

    List<List<@Nullable Object>> read(String sql, List<Object> parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.size(); i++) {
                switch (engine) {
                    case POSTGRESQL -> statement.setObject(i + 1, parameters.get(i), Types.OTHER);
                    case SQLITE -> statement.setObject(i + 1, parameters.get(i));
                }
            }
            try (ResultSet rows = statement.executeQuery()) {
                List<List<@Nullable Object>> read = new ArrayList<>();
                while (rows.next()) {
                    read.add(cells(rows));
                }
                return read;
            }
        }
    }

    private List<@Nullable Object> cells(ResultSet row) throws SQLException {
        List<@Nullable Object> cells = new ArrayList<>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            cells.add(engine == Engine.POSTGRESQL ? row.getString(i) : row.getObject(i));
        }
        return cells;
    }

    RowWindow<List<@Nullable Object>> page(RowRequest request) throws SQLException {
        RowQuery query = RowQueries.of(engine).page(request);
        return query.arrange(read(query.statement()), row -> row);
    }
}

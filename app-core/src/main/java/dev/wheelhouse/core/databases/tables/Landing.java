package dev.wheelhouse.core.databases.tables;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.databases.rows.FilterParser;
import dev.wheelhouse.core.databases.rows.RowPosition;
import dev.wheelhouse.core.databases.rows.RowQueries;
import dev.wheelhouse.core.databases.rows.SortKey;
import dev.wheelhouse.core.databases.rows.SortParser;
import dev.wheelhouse.core.databases.rows.SqlFragment;
import dev.wheelhouse.core.databases.sessions.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Turns a rough position into one that an index leads to: the value that the leading key of the order has there, by the
 * engine's statistics or by the key's ends. Where nothing is known of the key, rows are counted off.
 */
final class Landing {

    private final Session session;
    private final TableDescription table;
    private final RowsRequest request;

    Landing(Session session, TableDescription table, RowsRequest request) {
        this.session = session;
        this.table = table;
        this.request = request;
    }

    RowPosition find(double fraction) throws SQLException {
        if (fraction == 0) {
            return RowPosition.START;
        }
        if (table.primaryKey().isEmpty()) {
            return fraction == 1 ? end() : counted(fraction);
        }
        if (fraction == 1) {
            return new RowPosition.End();
        }
        SortKey leading = RowQueries.of(session.engine())
                .leadingKey(table, SortParser.parse(request.sort(), table))
                .orElseThrow();
        double share = leading.descending() ? 1 - fraction : fraction;
        KeyShares shares = KeyShares.of(session, table);
        Optional<Object> key = shares.find(column(leading.column()), share);
        return key.isPresent() ? new RowPosition.FromKey(key.get()) : counted(fraction);
    }

    /** The last page of rows that nothing orders. */
    RowPosition end() throws SQLException {
        long rows = new RowCounting(session, table).exactly(request.filters());
        return new RowPosition.Offset(Math.max(0, rows - request.limit()));
    }

    private RowPosition counted(double fraction) throws SQLException {
        RowCount count = new RowCounting(session, table).roughly(request.filters());
        return new RowPosition.Offset(Math.max(0, (long) ((double) count.rows() * fraction)));
    }

    /** Whether fewer rows than a page stand from there on, so that the last page shows more. */
    boolean isShort(RowPosition position) throws SQLException {
        if (!(position instanceof RowPosition.FromKey(Object key))) {
            return false;
        }
        SqlFragment rows = RowQueries.of(session.engine())
                .from(
                        table,
                        FilterParser.parse(request.filters(), table),
                        SortParser.parse(request.sort(), table),
                        key,
                        request.limit() + 1);
        String sql = "select count(*) from (" + rows.sql() + ") as counted";
        try (PreparedStatement statement = session.prepare(sql)) {
            ParameterBinding.bind(statement, session.engine(), rows.parameters());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getLong(1) <= request.limit();
            }
        }
    }

    private ColumnDescription column(String name) {
        return table.findColumn(name)
                .orElseGet(() -> new ColumnDescription(name, "INTEGER", UiType.INTEGER, false, null, true, false));
    }

    /** What is known of how a key's values are spread. */
    interface KeyShares {

        static KeyShares of(Session session, TableDescription table) {
            return session.engine() == Engine.POSTGRESQL
                    ? new PostgresKeyShares(session, table)
                    : new SqliteKeyShares(session, table);
        }

        /**
         * The value below which about this share of the values lies, as a parameter.
         *
         * @param share 0 to 1
         */
        Optional<Object> find(ColumnDescription column, double share) throws SQLException;

        /** The value at a share of sorted ones. */
        static <T> T pick(List<T> sorted, double share) {
            return sorted.get((int) Math.round(share * (sorted.size() - 1)));
        }
    }
}

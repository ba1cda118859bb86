package dev.wheelhouse.core.databases.tables;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.Identifiers;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.rows.FilterParser;
import dev.wheelhouse.core.databases.rows.RowQueries;
import dev.wheelhouse.core.databases.rows.SqlFragment;
import dev.wheelhouse.core.databases.sessions.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts one table's rows within a session. */
final class RowCounting {

    /** So many are counted rather than guessed. */
    private static final long COUNTED = 50_000;

    private static final Pattern PLAN_ROWS = Pattern.compile("\"Plan Rows\": (\\d+)");

    private final Session session;
    private final TableDescription table;

    RowCounting(Session session, TableDescription table) {
        this.session = session;
        this.table = table;
    }

    long exactly(String filters) throws SQLException {
        return number(RowQueries.of(session.engine()).count(table, FilterParser.parse(filters, table)));
    }

    /** On SQLite the estimate of a large table is the span of its row numbers, and with filters only a lower bound. */
    RowCount roughly(String filters) throws SQLException {
        long guess = session.engine() == Engine.POSTGRESQL ? planned(filters) : 0;
        if (guess > 2 * COUNTED) {
            return new RowCount(guess, false);
        }
        SqlFragment rows = matching(filters);
        long counted = number(new SqlFragment(
                "select count(*) from (" + rows.sql() + " limit " + (COUNTED + 1) + ") as counted", rows.parameters()));
        if (counted <= COUNTED) {
            return new RowCount(counted, true);
        }
        long span = session.engine() == Engine.SQLITE && filters.isBlank() ? rowidSpan() : guess;
        return new RowCount(Math.max(span, counted), false);
    }

    private long planned(String filters) throws SQLException {
        SqlFragment rows = matching(filters);
        String sql = "explain (format json) " + rows.sql();
        try (PreparedStatement statement = session.prepare(sql)) {
            ParameterBinding.bind(statement, session.engine(), rows.parameters());
            try (ResultSet plan = statement.executeQuery()) {
                Matcher matcher = PLAN_ROWS.matcher(plan.next() ? plan.getString(1) : "");
                return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
            }
        }
    }

    private SqlFragment matching(String filters) {
        return RowQueries.of(session.engine()).matching(table, FilterParser.parse(filters, table));
    }

    private long rowidSpan() {
        Optional<String> rowid = Rowids.find(table);
        if (rowid.isEmpty()) {
            return 0;
        }
        String name = Identifiers.quote(table.schema(), table.name());
        String sql =
                "select (select max(%1$s) from %2$s) - (select min(%1$s) from %2$s) + 1".formatted(rowid.get(), name);
        try {
            return number(new SqlFragment(sql, List.of()));
        } catch (SQLException _) {
            // A table WITHOUT ROWID; nothing else shows that.
            return 0;
        }
    }

    private long number(SqlFragment fragment) throws SQLException {
        try (PreparedStatement statement = session.prepare(fragment.sql())) {
            ParameterBinding.bind(statement, session.engine(), fragment.parameters());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }
}

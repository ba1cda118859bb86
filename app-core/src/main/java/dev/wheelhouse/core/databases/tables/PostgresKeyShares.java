package dev.wheelhouse.core.databases.tables;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.Identifiers;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.databases.sessions.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * PostgreSQL's histogram of the column ({@code pg_stats}, chapter 51.28), interpolated within a bucket for numbers and
 * times; without one, their ends; for other types a sample of the table's blocks.
 */
final class PostgresKeyShares implements Landing.KeyShares {

    private static final Set<UiType> MEASURED = Set.of(UiType.INTEGER, UiType.NUMBER, UiType.DATE, UiType.DATETIME);
    private static final double ROWS_SAMPLED = 2_000;

    private final Session session;
    private final TableDescription table;

    PostgresKeyShares(Session session, TableDescription table) {
        this.session = session;
        this.table = table;
    }

    @Override
    public Optional<Object> find(ColumnDescription column, double share) throws SQLException {
        List<String> bounds = histogram(column);
        if (bounds.isEmpty() && MEASURED.contains(column.uiType())) {
            bounds = ends(column);
        }
        if (!bounds.isEmpty()) {
            return Optional.of(between(column, bounds, share));
        }
        List<String> sample = sample(column);
        return sample.isEmpty() ? Optional.empty() : Optional.of(Landing.KeyShares.pick(sample, share));
    }

    private static String between(ColumnDescription column, List<String> bounds, double share) {
        double place = share * (bounds.size() - 1);
        int bucket = Math.min((int) place, bounds.size() - 2);
        if (bucket < 0) {
            return bounds.getFirst();
        }
        String lower = bounds.get(bucket);
        return KeyInterpolation.between(column.uiType(), lower, bounds.get(bucket + 1), place - bucket)
                .orElse(lower);
    }

    private List<String> histogram(ColumnDescription column) throws SQLException {
        String sql = "select b from pg_stats, unnest(histogram_bounds::text::text[]) with ordinality as u(b, o)"
                + " where schemaname = ? and tablename = ? and attname = ? order by o";
        return texts(sql, table.schema(), table.name(), column.name());
    }

    private List<String> ends(ColumnDescription column) throws SQLException {
        String name = Identifiers.quote(column.name());
        String from = Identifiers.quote(table.schema(), table.name());
        String sql =
                "select e::text from (select min(%1$s) as e from %2$s union all select max(%1$s) from %2$s) as ends"
                        .formatted(name, from);
        List<String> ends = texts(sql);
        return ends.size() == 2 ? ends : List.of();
    }

    /** Views cannot be sampled. */
    private List<String> sample(ColumnDescription column) throws SQLException {
        if (table.indexes().isEmpty()) {
            return List.of();
        }
        String name = Identifiers.quote(column.name());
        double rows =
                Math.max(1, (double) new RowCounting(session, table).roughly("").rows());
        double percent = Math.clamp(100 * ROWS_SAMPLED / rows, 0.001, 100);
        return texts("select k::text from (select %s as k from %s tablesample system (%s) limit 20000) as s"
                        .formatted(name, Identifiers.quote(table.schema(), table.name()), percent)
                + " where k is not null order by k");
    }

    private List<String> texts(String sql, String... parameters) throws SQLException {
        try (PreparedStatement statement = session.prepare(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                List<String> texts = new ArrayList<>();
                while (rows.next()) {
                    String text = rows.getString(1);
                    if (text != null) {
                        texts.add(Objects.requireNonNull(text));
                    }
                }
                return texts;
            }
        }
    }
}

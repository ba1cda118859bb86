package dev.wheelhouse.core.databases.tables;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.Identifiers;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.sessions.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The ends of a number, interpolated; other values are looked up at row numbers that lie at even distances. */
final class SqliteKeyShares implements Landing.KeyShares {

    private static final int SAMPLES = 256;

    private final Session session;
    private final TableDescription table;

    SqliteKeyShares(Session session, TableDescription table) {
        this.session = session;
        this.table = table;
    }

    @Override
    public Optional<Object> find(ColumnDescription column, double share) throws SQLException {
        String name = "t." + Identifiers.quote(column.name());
        String from = Identifiers.quote(table.schema(), table.name()) + " as t";
        List<Object> ends = values("select (select min(%1$s) from %2$s) union all select (select max(%1$s) from %2$s)"
                .formatted(name, from));
        if (ends.size() < 2) {
            return Optional.empty();
        }
        if (ends.getFirst() instanceof Number low && ends.getLast() instanceof Number high) {
            return Optional.of(between(low, high, share));
        }
        List<Object> sample = sample(name, from);
        return sample.isEmpty() ? Optional.empty() : Optional.of(Landing.KeyShares.pick(sample, share));
    }

    private static Object between(Number low, Number high, double share) {
        boolean whole = low instanceof Long && high instanceof Long;
        double place = low.doubleValue() + (high.doubleValue() - low.doubleValue()) * share;
        return whole ? (Object) Math.clamp(Math.round(place), low.longValue(), high.longValue()) : (Object) place;
    }

    private List<Object> sample(String name, String from) {
        Optional<String> rowid = Rowids.find(table);
        if (rowid.isEmpty()) {
            return List.of();
        }
        String sql = """
                with recursive
                ends(low, high) as (select (select min(t.%3$s) from %2$s), (select max(t.%3$s) from %2$s)),
                steps(i) as (select 0 union all select i + 1 from steps where i < %4$d)
                select (select %1$s from %2$s
                        where t.%3$s >= (select low + cast((high - low) * 1.0 * i / %4$d as integer) from ends)
                        order by t.%3$s limit 1) as k
                from steps where k is not null order by k
                """.formatted(name, from, rowid.get(), SAMPLES);
        try {
            return values(sql);
        } catch (SQLException _) {
            // A table WITHOUT ROWID; nothing else shows that.
            return List.of();
        }
    }

    private List<Object> values(String sql) throws SQLException {
        try (PreparedStatement statement = session.prepare(sql);
                ResultSet rows = statement.executeQuery()) {
            List<Object> values = new ArrayList<>();
            while (rows.next()) {
                @Nullable Object value = rows.getObject(1);
                if (value != null) {
                    values.add(value instanceof Integer integer ? (Object) integer.longValue() : value);
                }
            }
            return values;
        }
    }
}

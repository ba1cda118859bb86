package dev.wheelhouse.core.databases.history;

import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The statement history in the state store. */
final class JdbcHistoryStore {

    private static final String COLUMNS = "id, organization_id, connection_id, member_id, origin, kind, statement,"
            + " outcome, error, row_count, elapsed_millis, started_at";

    void insert(Transaction tx, List<HistoryEntry> entries) {
        try (var batch = tx.handle()
                .prepareBatch("INSERT INTO statement_history (" + COLUMNS + ") VALUES (:id, :organization, :connection,"
                        + " :member, :origin, :kind, :statement, :outcome, :error, :rowCount, :elapsed, :startedAt)")) {
            for (HistoryEntry entry : entries) {
                batch.bind("id", entry.id())
                        .bind("organization", entry.organizationId())
                        .bind("connection", entry.connectionId())
                        .bind("member", entry.memberId())
                        .bind("origin", entry.origin().name().toLowerCase(Locale.ROOT))
                        .bind("kind", entry.kind())
                        .bind("statement", entry.statement())
                        .bind("outcome", entry.outcome())
                        .bind("error", entry.error())
                        .bind("rowCount", entry.rowCount())
                        .bind("elapsed", entry.elapsedMillis())
                        .bind("startedAt", entry.startedAt().toEpochMilli())
                        .add();
            }
            batch.execute();
        }
    }

    void deleteBefore(Transaction tx, Instant before) {
        tx.handle()
                .createUpdate("DELETE FROM statement_history WHERE started_at < :before")
                .bind("before", before.toEpochMilli())
                .execute();
    }

    List<HistoryEntry> list(Transaction tx, String organizationId, HistoryFilter filter, PageRequest page) {
        StringBuilder sql = new StringBuilder(
                "SELECT " + COLUMNS + " FROM statement_history WHERE organization_id = :organization AND id < :before");
        Map<String, Object> bound = new LinkedHashMap<>();
        if (filter.connectionId() != null) {
            sql.append(" AND connection_id = :connection");
            bound.put("connection", filter.connectionId());
        }
        if (filter.search() != null) {
            // Some databases lower ASCII alone, and would then not find "Ä" by itself.
            sql.append(" AND (lower(statement) LIKE :search ESCAPE '!' OR lower(statement) LIKE :ascii ESCAPE '!')");
            bound.put("search", "%" + escaped(filter.search().toLowerCase(Locale.ROOT)) + "%");
            bound.put("ascii", "%" + escaped(asciiLower(filter.search())) + "%");
        }
        if (filter.outcome() != null) {
            sql.append(" AND outcome = :outcome");
            bound.put("outcome", filter.outcome());
        }
        if (filter.origin() != null) {
            sql.append(" AND origin = :origin");
            bound.put("origin", filter.origin().name().toLowerCase(Locale.ROOT));
        }
        return tx.handle()
                .createQuery(sql.append(" ORDER BY id DESC LIMIT :limit").toString())
                .bind("organization", organizationId)
                .bind("before", page.beforeId())
                .bind("limit", page.limit() + 1)
                .bindMap(bound)
                .map((row, _) -> read(row))
                .list();
    }

    Map<String, Instant> lastUsed(Transaction tx, String organizationId) {
        // By the newest entry of each, which an index finds, and not by grouping a month of history.
        return tx.handle()
                .createQuery("""
                    SELECT id, (SELECT started_at FROM statement_history h
                                WHERE h.organization_id = c.organization_id AND h.connection_id = c.id
                                ORDER BY h.id DESC LIMIT 1) AS last_used
                    FROM database_connection c WHERE organization_id = :organization\
                    """)
                .bind("organization", organizationId)
                .reduceRows(new HashMap<>(), (found, row) -> {
                    Long last = row.getColumn("last_used", Long.class);
                    if (last != null) {
                        found.put(row.getColumn("id", String.class), Instant.ofEpochMilli(last));
                    }
                    return found;
                });
    }

    private static String asciiLower(String text) {
        StringBuilder lower = new StringBuilder(text);
        for (int i = 0; i < lower.length(); i++) {
            char c = lower.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                lower.setCharAt(i, (char) (c + 'a' - 'A'));
            }
        }
        return lower.toString();
    }

    private static String escaped(String text) {
        return text.replace("!", "!!").replace("%", "!%").replace("_", "!_");
    }

    private static HistoryEntry read(ResultSet row) throws SQLException {
        long rowCount = row.getLong("row_count");
        Long rows = row.wasNull() ? null : rowCount;
        return new HistoryEntry(
                row.getString("id"),
                row.getString("organization_id"),
                row.getString("connection_id"),
                row.getString("member_id"),
                Origin.valueOf(row.getString("origin").toUpperCase(Locale.ROOT)),
                row.getString("kind"),
                row.getString("statement"),
                row.getString("outcome"),
                row.getString("error"),
                rows,
                row.getLong("elapsed_millis"),
                Instant.ofEpochMilli(row.getLong("started_at")));
    }
}

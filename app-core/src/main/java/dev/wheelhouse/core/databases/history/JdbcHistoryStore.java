package dev.wheelhouse.core.databases.history;

import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The statement history in the state store. */
final class JdbcHistoryStore extends Table<HistoryEntry> {

    JdbcHistoryStore() {
        super("statement_history", Columns.of(HistoryEntry.class));
    }

    void insert(Transaction tx, List<HistoryEntry> entries) {
        insertAll(tx, entries);
    }

    void deleteBefore(Transaction tx, Instant before) {
        tx.execute("DELETE FROM statement_history WHERE started_at < ?", before);
    }

    List<HistoryEntry> list(Transaction tx, String organizationId, HistoryFilter filter, PageRequest page) {
        StringBuilder sql = new StringBuilder("WHERE organization_id = ? AND id < ?");
        List<Object> arguments = new ArrayList<>(List.of(organizationId, page.beforeId()));
        if (filter.connectionId() != null) {
            sql.append(" AND connection_id = ?");
            arguments.add(filter.connectionId());
        }
        if (filter.search() != null) {
            // Some databases lower ASCII alone, and would then not find "Ä" by itself.
            sql.append(" AND (lower(statement) LIKE ? ESCAPE '!' OR lower(statement) LIKE ? ESCAPE '!')");
            arguments.add("%" + escaped(filter.search().toLowerCase(Locale.ROOT)) + "%");
            arguments.add("%" + escaped(asciiLower(filter.search())) + "%");
        }
        if (filter.outcome() != null) {
            sql.append(" AND outcome = ?");
            arguments.add(filter.outcome());
        }
        if (filter.origin() != null) {
            sql.append(" AND origin = ?");
            arguments.add(filter.origin());
        }
        arguments.add(page.limit() + 1);
        return select(tx, sql.append(" ORDER BY id DESC LIMIT ?").toString(), arguments.toArray())
                .list();
    }

    Map<String, Instant> lastUsed(Transaction tx, String organizationId) {
        // By the newest entry of each, which an index finds, and not by grouping a month of history.
        return tx.handle().select("""
                    SELECT id, (SELECT started_at FROM statement_history h
                                WHERE h.organization_id = c.organization_id AND h.connection_id = c.id
                                ORDER BY h.id DESC LIMIT 1) AS last_used
                    FROM database_connection c WHERE organization_id = ?\
                    """, organizationId).reduceRows(new HashMap<>(), (found, row) -> {
            Instant last = row.getColumn("last_used", Instant.class);
            if (last != null) {
                found.put(row.getColumn("id", String.class), last);
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
}

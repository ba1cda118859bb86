package dev.wheelhouse.core.metrics.prometheus;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Optional;

/** Sources in the state store. */
final class JdbcMetricSourceStore extends Table<MetricSource> {

    JdbcMetricSourceStore() {
        super("metric_source", Columns.of(MetricSource.class));
    }

    Optional<MetricSource> find(Transaction tx, String serverId) {
        return select(tx, "WHERE server_id = ?", serverId).findOne();
    }

    /** The ids of all servers that have one. */
    List<String> serverIds(Transaction tx) {
        return tx.select(String.class, "SELECT server_id FROM metric_source").list();
    }

    void put(Transaction tx, MetricSource source) {
        insert(tx, source, """
            ON CONFLICT (server_id) DO UPDATE SET base_url = excluded.base_url,
                labels = excluded.labels, revision = excluded.revision\
            """);
    }

    void deleteOf(Transaction tx, String serverId) {
        tx.execute("DELETE FROM metric_source WHERE server_id = ?", serverId);
    }
}

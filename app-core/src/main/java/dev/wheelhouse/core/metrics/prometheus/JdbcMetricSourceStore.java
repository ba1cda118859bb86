package dev.wheelhouse.core.metrics.prometheus;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.store.Transaction;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Sources in the state store. */
final class JdbcMetricSourceStore {

    private static final String SELECT =
            "SELECT organization_id, server_id, base_url, labels, revision FROM metric_source";

    Optional<MetricSource> find(Transaction tx, String serverId) {
        return tx.handle()
                .createQuery(SELECT + " WHERE server_id = :server")
                .bind("server", serverId)
                .map((row, _) -> read(row))
                .findOne();
    }

    /** The ids of all servers that have one. */
    List<String> serverIds(Transaction tx) {
        return tx.handle()
                .createQuery("SELECT server_id FROM metric_source")
                .mapTo(String.class)
                .list();
    }

    void put(Transaction tx, MetricSource source) {
        tx.handle()
                .createUpdate("""
                    INSERT INTO metric_source (server_id, organization_id, base_url, labels, revision)
                    VALUES (:server, :organization, :url, :labels, :revision)
                    ON CONFLICT (server_id) DO UPDATE SET base_url = excluded.base_url,
                        labels = excluded.labels, revision = excluded.revision\
                    """)
                .bind("server", source.serverId())
                .bind("organization", source.organizationId())
                .bind("url", source.baseUrl().toString())
                .bind("labels", Json.write(source.labels()))
                .bind("revision", source.revision())
                .execute();
    }

    void delete(Transaction tx, String serverId) {
        tx.handle()
                .createUpdate("DELETE FROM metric_source WHERE server_id = :server")
                .bind("server", serverId)
                .execute();
    }

    private static MetricSource read(ResultSet row) throws SQLException {
        Map<String, String> labels = new TreeMap<>();
        Json.readObject(row.getString("labels")).forEach((name, value) -> labels.put(name, String.valueOf(value)));
        return new MetricSource(
                row.getString("organization_id"),
                row.getString("server_id"),
                URI.create(row.getString("base_url")),
                labels,
                row.getLong("revision"));
    }
}

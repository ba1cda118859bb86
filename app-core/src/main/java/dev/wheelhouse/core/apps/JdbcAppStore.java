package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Apps in the state store, without the values of their environment. */
final class JdbcAppStore {

    private static final String SELECT =
            "SELECT id, organization_id, name, server_id, runtime, restart, spec, created_at, revision FROM app";

    /** A server with apps of one kind, of whichever organization. */
    record Group(String organizationId, String serverId, RuntimeKind kind) {}

    void insert(Transaction tx, App app) {
        try (var update = tx.handle().createUpdate("""
            INSERT INTO app (id, organization_id, name, server_id, runtime, restart, spec, created_at, revision)
            VALUES (:id, :organization, :name, :server, :runtime, :restart, :spec, :createdAt, :revision)\
            """)) {
            update.bind("id", app.id())
                    .bind("organization", app.organizationId())
                    .bind("name", app.name())
                    .bind("server", app.serverId())
                    .bind("runtime", app.spec().kind().wireName())
                    .bind("restart", app.restart().wireName())
                    .bind("spec", SpecJson.write(app.spec()))
                    .bind("createdAt", app.createdAt().toEpochMilli())
                    .bind("revision", app.revision())
                    .execute();
        }
    }

    /** Saves what may change; false when the revision is no longer {@code revision - 1}. */
    boolean update(Transaction tx, App app) {
        try (var update = tx.handle().createUpdate("""
            UPDATE app SET name = :name, restart = :restart, spec = :spec, revision = :revision
            WHERE organization_id = :organization AND id = :id AND revision = :revision - 1\
            """)) {
            return update.bind("id", app.id())
                            .bind("organization", app.organizationId())
                            .bind("name", app.name())
                            .bind("restart", app.restart().wireName())
                            .bind("spec", SpecJson.write(app.spec()))
                            .bind("revision", app.revision())
                            .execute()
                    == 1;
        }
    }

    Optional<App> find(Transaction tx, String organizationId, String id) {
        return tx.handle()
                .createQuery(SELECT + " WHERE organization_id = :organization AND id = :id")
                .bind("organization", organizationId)
                .bind("id", id)
                .map((row, _) -> read(row))
                .findOne();
    }

    List<App> list(Transaction tx, String organizationId, PageRequest page) {
        return tx.handle()
                .createQuery(SELECT + " WHERE organization_id = :organization AND id < :before"
                        + " ORDER BY id DESC LIMIT :limit")
                .bind("organization", organizationId)
                .bind("before", page.beforeId())
                .bind("limit", page.limit() + 1)
                .map((row, _) -> read(row))
                .list();
    }

    List<App> all(Transaction tx, String organizationId) {
        return tx.handle()
                .createQuery(SELECT + " WHERE organization_id = :organization ORDER BY id DESC")
                .bind("organization", organizationId)
                .map((row, _) -> read(row))
                .list();
    }

    List<Group> groups(Transaction tx) {
        return tx.handle()
                .createQuery("SELECT DISTINCT organization_id, server_id, runtime FROM app")
                .map((row, _) -> new Group(
                        row.getString("organization_id"),
                        row.getString("server_id"),
                        RuntimeKind.valueOf(row.getString("runtime").toUpperCase(Locale.ROOT))))
                .list();
    }

    List<App> of(Transaction tx, Group group) {
        return tx.handle()
                .createQuery(SELECT + " WHERE organization_id = :organization AND server_id = :server"
                        + " AND runtime = :runtime ORDER BY id")
                .bind("organization", group.organizationId())
                .bind("server", group.serverId())
                .bind("runtime", group.kind().wireName())
                .map((row, _) -> read(row))
                .list();
    }

    List<String> namesOn(Transaction tx, String serverId) {
        return tx.handle()
                .createQuery("SELECT name FROM app WHERE server_id = :server ORDER BY name")
                .bind("server", serverId)
                .mapTo(String.class)
                .list();
    }

    void delete(Transaction tx, String id) {
        tx.handle()
                .createUpdate("DELETE FROM app WHERE id = :id")
                .bind("id", id)
                .execute();
    }

    private static App read(ResultSet row) throws SQLException {
        RuntimeKind kind = RuntimeKind.valueOf(row.getString("runtime").toUpperCase(Locale.ROOT));
        return new App(
                row.getString("id"),
                row.getString("organization_id"),
                row.getString("name"),
                row.getString("server_id"),
                SpecJson.read(kind, row.getString("spec")),
                RestartPolicy.valueOf(
                        row.getString("restart").toUpperCase(Locale.ROOT).replace('-', '_')),
                Instant.ofEpochMilli(row.getLong("created_at")),
                row.getLong("revision"));
    }
}

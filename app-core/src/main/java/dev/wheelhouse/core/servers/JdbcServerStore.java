package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.statement.SqlStatement;

/** Servers in the state store. */
final class JdbcServerStore {

    private static final String SELECT =
            "SELECT id, organization_id, name, kind, host, port, user_name, auth, created_at, revision FROM server";

    void insert(Transaction tx, Server server) {
        try (var update = tx.handle().createUpdate("""
            INSERT INTO server (id, organization_id, name, kind, host, port, user_name, auth, created_at,
                revision)
            VALUES (:id, :organization, :name, :kind, :host, :port, :user, :auth, :createdAt,
                :revision)\
            """)) {
            bind(update, server).execute();
        }
    }

    /** Saves what may change; false when the revision is no longer {@code revision - 1}. */
    boolean update(Transaction tx, Server server) {
        try (var update = tx.handle().createUpdate("""
            UPDATE server SET name = :name, kind = :kind, host = :host, port = :port, user_name = :user,
                auth = :auth, revision = :revision
            WHERE organization_id = :organization AND id = :id AND revision = :revision - 1\
            """)) {
            return bind(update, server).execute() == 1;
        }
    }

    private static <S extends SqlStatement<S>> S bind(S statement, Server server) {
        S bound = statement
                .bind("id", server.id())
                .bind("organization", server.organizationId())
                .bind("name", server.name())
                .bind("kind", server.kind().wireName())
                .bind("createdAt", server.createdAt().toEpochMilli())
                .bind("revision", server.revision());
        return switch (server.address()) {
            case ServerAddress.OwnMachine() ->
                bound.bind("host", (String) null)
                        .bind("port", (Integer) null)
                        .bind("user", (String) null)
                        .bind("auth", (String) null);
            case ServerAddress.Ssh ssh ->
                bound.bind("host", ssh.host())
                        .bind("port", (Integer) ssh.port())
                        .bind("user", ssh.user())
                        .bind("auth", ssh.auth().wireName());
        };
    }

    Optional<Server> find(Transaction tx, String organizationId, String id) {
        return tx.handle()
                .createQuery(SELECT + " WHERE organization_id = :organization AND id = :id")
                .bind("organization", organizationId)
                .bind("id", id)
                .map((row, _) -> read(row))
                .findOne();
    }

    Optional<Server> findAnywhere(Transaction tx, String id) {
        return tx.handle()
                .createQuery(SELECT + " WHERE id = :id")
                .bind("id", id)
                .map((row, _) -> read(row))
                .findOne();
    }

    boolean isNameTaken(Transaction tx, String organizationId, String name) {
        return tx.handle()
                        .createQuery(
                                "SELECT count(*) FROM server WHERE organization_id = :organization AND name = :name")
                        .bind("organization", organizationId)
                        .bind("name", name)
                        .mapTo(Long.class)
                        .one()
                > 0;
    }

    List<Server> list(Transaction tx, String organizationId, PageRequest page) {
        return tx.handle()
                .createQuery(SELECT + " WHERE organization_id = :organization AND id < :before"
                        + " ORDER BY id DESC LIMIT :limit")
                .bind("organization", organizationId)
                .bind("before", page.beforeId())
                .bind("limit", page.limit() + 1)
                .map((row, _) -> read(row))
                .list();
    }

    List<Server> all(Transaction tx) {
        return tx.handle()
                .createQuery(SELECT + " ORDER BY id")
                .map((row, _) -> read(row))
                .list();
    }

    void delete(Transaction tx, String id) {
        tx.handle()
                .createUpdate("DELETE FROM server WHERE id = :id")
                .bind("id", id)
                .execute();
    }

    private static Server read(ResultSet row) throws SQLException {
        return new Server(
                row.getString("id"),
                row.getString("organization_id"),
                row.getString("name"),
                address(row),
                Instant.ofEpochMilli(row.getLong("created_at")),
                row.getLong("revision"));
    }

    private static ServerAddress address(ResultSet row) throws SQLException {
        return switch (ServerKind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT))) {
            case LOCAL -> new ServerAddress.OwnMachine();
            case SSH ->
                new ServerAddress.Ssh(
                        row.getString("host"),
                        row.getInt("port"),
                        row.getString("user_name"),
                        ServerAuthType.valueOf(row.getString("auth").toUpperCase(Locale.ROOT)));
        };
    }
}

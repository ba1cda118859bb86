package dev.wheelhouse.core.databases.connections;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.statement.SqlStatement;

/** Connections in the state store. */
final class JdbcConnectionStore {

    private static final String COLUMNS =
            "id, organization_id, name, engine, server_id, host, port, database_name, user_name, path,"
                    + " environment, color, read_only, ssl, ssl_root_certificate, created_at, revision";

    void insert(Transaction tx, DatabaseConnection connection, String homeId) {
        try (var update = tx.handle().createUpdate("""
            INSERT INTO database_connection (id, organization_id, home_id, name, engine, server_id, host,
                port, database_name, user_name, path, environment, color, read_only, ssl, ssl_root_certificate,
                created_at, revision)
            VALUES (:id, :organization, :home, :name, :engine, :server, :host, :port, :database, :user, :path,
                :environment, :color, :readOnly, :ssl, :certificate, :createdAt, :revision)\
            """)) {
            bind(update, connection).bind("home", homeId).execute();
        }
    }

    /** Saves what may change; false when the revision is no longer {@code revision - 1}. */
    boolean update(Transaction tx, DatabaseConnection connection) {
        try (var update = tx.handle().createUpdate("""
            UPDATE database_connection SET name = :name, server_id = :server, host = :host, port = :port,
                database_name = :database, user_name = :user, path = :path, environment = :environment,
                color = :color, read_only = :readOnly, ssl = :ssl, ssl_root_certificate = :certificate,
                revision = :revision
            WHERE organization_id = :organization AND id = :id AND revision = :revision - 1\
            """)) {
            return bind(update, connection).execute() == 1;
        }
    }

    private static <S extends SqlStatement<S>> S bind(S statement, DatabaseConnection connection) {
        S bound = statement
                .bind("id", connection.id())
                .bind("organization", connection.organizationId())
                .bind("name", connection.name())
                .bind("engine", connection.engine().wireName())
                .bind("server", connection.serverId())
                .bind("environment", connection.environment().wireName())
                .bind("color", connection.color())
                .bind("readOnly", connection.readOnly())
                .bind("createdAt", connection.createdAt().toEpochMilli())
                .bind("revision", connection.revision());
        return switch (connection.target()) {
            case Target.Postgres postgres ->
                bound.bind("host", postgres.host())
                        .bind("port", (Integer) postgres.port())
                        .bind("database", postgres.database())
                        .bind("user", postgres.user())
                        .bind("path", (String) null)
                        .bind("ssl", postgres.ssl().wireName())
                        .bind("certificate", postgres.sslRootCertificate());
            case Target.Sqlite sqlite ->
                bound.bind("host", (String) null)
                        .bind("port", (Integer) null)
                        .bind("database", (String) null)
                        .bind("user", (String) null)
                        .bind("path", sqlite.path())
                        .bind("ssl", SslMode.DISABLE.wireName())
                        .bind("certificate", (String) null);
        };
    }

    Optional<DatabaseConnection> find(Transaction tx, String organizationId, String id) {
        return tx.handle()
                .createQuery("SELECT " + COLUMNS
                        + " FROM database_connection WHERE organization_id = :organization AND id = :id")
                .bind("organization", organizationId)
                .bind("id", id)
                .map((row, _) -> read(row))
                .findOne();
    }

    List<DatabaseConnection> list(Transaction tx, String organizationId, PageRequest page) {
        return tx.handle()
                .createQuery("SELECT " + COLUMNS + " FROM database_connection WHERE organization_id = :organization"
                        + " AND id < :before ORDER BY id DESC LIMIT :limit")
                .bind("organization", organizationId)
                .bind("before", page.beforeId())
                .bind("limit", page.limit() + 1)
                .map((row, _) -> read(row))
                .list();
    }

    /** The names of the connections that go through a server, of whichever organization. */
    List<String> namesThrough(Transaction tx, String serverId) {
        return tx.handle()
                .createQuery("SELECT name FROM database_connection WHERE server_id = :server ORDER BY name")
                .bind("server", serverId)
                .mapTo(String.class)
                .list();
    }

    void delete(Transaction tx, String id) {
        tx.handle()
                .createUpdate("DELETE FROM database_connection WHERE id = :id")
                .bind("id", id)
                .execute();
    }

    private static DatabaseConnection read(ResultSet row) throws SQLException {
        return new DatabaseConnection(
                row.getString("id"),
                row.getString("organization_id"),
                row.getString("name"),
                readTarget(row),
                row.getString("server_id"),
                Environment.valueOf(row.getString("environment").toUpperCase(Locale.ROOT)),
                row.getString("color"),
                row.getBoolean("read_only"),
                Instant.ofEpochMilli(row.getLong("created_at")),
                row.getLong("revision"));
    }

    private static Target readTarget(ResultSet row) throws SQLException {
        return switch (Engine.valueOf(row.getString("engine").toUpperCase(Locale.ROOT))) {
            case POSTGRESQL ->
                new Target.Postgres(
                        row.getString("host"),
                        row.getInt("port"),
                        row.getString("database_name"),
                        row.getString("user_name"),
                        SslMode.valueOf(row.getString("ssl").replace('-', '_').toUpperCase(Locale.ROOT)),
                        row.getString("ssl_root_certificate"));
            case SQLITE -> new Target.Sqlite(row.getString("path"));
        };
    }
}

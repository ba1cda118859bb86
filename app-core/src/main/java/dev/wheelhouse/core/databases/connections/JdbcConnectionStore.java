package dev.wheelhouse.core.databases.connections;

import dev.wheelhouse.core.databases.AssistantSharing;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.platform.json.WireName;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/** Connections in the state store. */
final class JdbcConnectionStore extends Table<DatabaseConnection> {

    /** @param homeId of the console that makes connections */
    JdbcConnectionStore(String homeId) {
        super(
                "database_connection",
                Columns.readBy(JdbcConnectionStore::read)
                        .column("id", DatabaseConnection::id)
                        .column("organization_id", DatabaseConnection::organizationId)
                        .column("home_id", _ -> homeId)
                        .column("name", DatabaseConnection::name)
                        .column("engine", DatabaseConnection::engine)
                        .column("server_id", DatabaseConnection::serverId)
                        .column("host", each -> ofPostgres(each, Target.Postgres::host))
                        .column("port", each -> ofPostgres(each, Target.Postgres::port))
                        .column("database_name", each -> ofPostgres(each, Target.Postgres::database))
                        .column("user_name", each -> ofPostgres(each, Target.Postgres::user))
                        .column("path", each -> each.target() instanceof Target.Sqlite(String path) ? path : null)
                        .column("environment", DatabaseConnection::environment)
                        .column("color", DatabaseConnection::color)
                        .column("read_only", DatabaseConnection::readOnly)
                        .column("assistant_sharing", DatabaseConnection::sharing)
                        .column("ssl", JdbcConnectionStore::ssl)
                        .column("ssl_root_certificate", each -> ofPostgres(each, Target.Postgres::sslRootCertificate))
                        .column("created_at", DatabaseConnection::createdAt)
                        .column("revision", DatabaseConnection::revision)
                        .fixed("id", "organization_id", "home_id", "engine", "created_at"));
    }

    private static <V extends @Nullable Object> @Nullable V ofPostgres(
            DatabaseConnection connection, Function<Target.Postgres, V> value) {
        return connection.target() instanceof Target.Postgres postgres ? value.apply(postgres) : null;
    }

    private static SslMode ssl(DatabaseConnection connection) {
        return connection.target() instanceof Target.Postgres postgres ? postgres.ssl() : SslMode.DISABLE;
    }

    private static DatabaseConnection read(ResultSet row, StatementContext context) throws SQLException {
        return new DatabaseConnection(
                row.getString("id"),
                row.getString("organization_id"),
                row.getString("name"),
                readTarget(row),
                row.getString("server_id"),
                WireName.of(Environment.class, row.getString("environment")),
                row.getString("color"),
                row.getBoolean("read_only"),
                WireName.of(AssistantSharing.class, row.getString("assistant_sharing")),
                Instant.ofEpochMilli(row.getLong("created_at")),
                row.getLong("revision"));
    }

    private static Target readTarget(ResultSet row) throws SQLException {
        return switch (WireName.of(Engine.class, row.getString("engine"))) {
            case POSTGRESQL ->
                new Target.Postgres(
                        row.getString("host"),
                        row.getInt("port"),
                        row.getString("database_name"),
                        row.getString("user_name"),
                        WireName.of(SslMode.class, row.getString("ssl")),
                        row.getString("ssl_root_certificate"));
            case SQLITE -> new Target.Sqlite(row.getString("path"));
        };
    }

    /** The names of the connections that go through a server, of whichever organization. */
    List<String> namesThrough(Transaction tx, String serverId) {
        return select(tx, "WHERE server_id = ? ORDER BY name", serverId)
                .map(DatabaseConnection::name)
                .list();
    }
}

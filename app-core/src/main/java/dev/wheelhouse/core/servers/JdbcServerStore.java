package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.json.WireName;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/** Servers in the state store. */
final class JdbcServerStore extends Table<Server> {

    JdbcServerStore() {
        super(
                "server",
                Columns.readBy(JdbcServerStore::read)
                        .column("id", Server::id)
                        .column("organization_id", Server::organizationId)
                        .column("name", Server::name)
                        .column("kind", Server::kind)
                        .column("host", each -> ofSsh(each, ServerAddress.Ssh::host))
                        .column("port", each -> ofSsh(each, ServerAddress.Ssh::port))
                        .column("user_name", each -> ofSsh(each, ServerAddress.Ssh::user))
                        .column("auth", each -> ofSsh(each, ServerAddress.Ssh::auth))
                        .column("created_at", Server::createdAt)
                        .column("revision", Server::revision)
                        .fixed("id", "organization_id", "created_at"));
    }

    private static <V> @Nullable V ofSsh(Server server, Function<ServerAddress.Ssh, V> value) {
        return server.address() instanceof ServerAddress.Ssh ssh ? value.apply(ssh) : null;
    }

    private static Server read(ResultSet row, StatementContext context) throws SQLException {
        return new Server(
                row.getString("id"),
                row.getString("organization_id"),
                row.getString("name"),
                address(row),
                Instant.ofEpochMilli(row.getLong("created_at")),
                row.getLong("revision"));
    }

    private static ServerAddress address(ResultSet row) throws SQLException {
        return switch (WireName.of(ServerKind.class, row.getString("kind"))) {
            case LOCAL -> new ServerAddress.OwnMachine();
            case SSH ->
                new ServerAddress.Ssh(
                        row.getString("host"),
                        row.getInt("port"),
                        row.getString("user_name"),
                        WireName.of(ServerAuthType.class, row.getString("auth")));
        };
    }

    Optional<Server> findAnywhere(Transaction tx, String id) {
        return select(tx, "WHERE id = ?", id).findOne();
    }

    boolean isNameTaken(Transaction tx, String organizationId, String name) {
        return select(tx, "WHERE organization_id = ? AND name = ?", organizationId, name)
                .findOne()
                .isPresent();
    }

    List<Server> all(Transaction tx) {
        return select(tx, "ORDER BY id").list();
    }
}

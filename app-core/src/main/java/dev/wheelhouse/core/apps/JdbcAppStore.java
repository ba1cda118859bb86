package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.json.WireName;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.statement.StatementContext;

/** Apps in the state store, without the values of their environment. */
final class JdbcAppStore extends Table<App> {

    /** Three arguments: organization, server and runtime. */
    static final String OF_GROUP = "WHERE organization_id = ? AND server_id = ? AND runtime = ?";

    /** A server with apps of one kind, of whichever organization. */
    record Group(String organizationId, String serverId, RuntimeKind runtime) {}

    JdbcAppStore() {
        super(
                "app",
                Columns.readBy(JdbcAppStore::read)
                        .column("id", App::id)
                        .column("organization_id", App::organizationId)
                        .column("name", App::name)
                        .column("server_id", App::serverId)
                        .column("runtime", each -> each.spec().kind())
                        .column("restart", App::restart)
                        .column("spec", each -> SpecJson.write(each.spec()))
                        .column("created_at", App::createdAt)
                        .column("revision", App::revision)
                        .fixed("id", "organization_id", "server_id", "runtime", "created_at"));
    }

    private static App read(ResultSet row, StatementContext context) throws SQLException {
        return new App(
                row.getString("id"),
                row.getString("organization_id"),
                row.getString("name"),
                row.getString("server_id"),
                SpecJson.read(WireName.of(RuntimeKind.class, row.getString("runtime")), row.getString("spec")),
                WireName.of(RestartPolicy.class, row.getString("restart")),
                Instant.ofEpochMilli(row.getLong("created_at")),
                row.getLong("revision"));
    }

    List<Group> groups(Transaction tx) {
        return tx.select(Group.class, "SELECT DISTINCT organization_id, server_id, runtime FROM app")
                .list();
    }

    List<App> of(Transaction tx, Group group) {
        return select(tx, OF_GROUP + " ORDER BY id", group.organizationId(), group.serverId(), group.runtime())
                .list();
    }

    List<String> namesOn(Transaction tx, String serverId) {
        return tx.select(String.class, "SELECT name FROM app WHERE server_id = ? ORDER BY name", serverId)
                .list();
    }
}

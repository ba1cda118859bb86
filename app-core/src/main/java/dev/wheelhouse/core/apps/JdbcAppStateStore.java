package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.json.WireName;
import dev.wheelhouse.core.platform.store.Transaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What is remembered of apps, in the state store. */
final class JdbcAppStateStore {

    private static final String SELECT = "SELECT app_id, wanted, failed, restarts, seen, revision FROM app_state ";

    /** The copies as JSON. */
    private record SeenJson(Map<String, AppState.Seen> instances) {}

    void insert(Transaction tx, String organizationId, String appId) {
        tx.execute(
                "INSERT INTO app_state (app_id, organization_id, failed, restarts, revision)"
                        + " VALUES (?, ?, ?, 0, 1)",
                appId,
                organizationId,
                false);
    }

    /** Saves a state unless somebody changed it since it was read; false then. */
    boolean update(Transaction tx, String appId, AppState state) {
        return tx.execute(
                        "UPDATE app_state SET wanted = ?, failed = ?, restarts = ?, seen = ?,"
                                + " revision = revision + 1 WHERE app_id = ? AND revision = ?",
                        state.wanted(),
                        state.failed(),
                        state.restarts(),
                        state.seen() == null ? null : Json.write(new SeenJson(state.seen())),
                        appId,
                        state.revision())
                == 1;
    }

    /** As of an app that was only just made. */
    void reset(Transaction tx, String appId) {
        tx.execute(
                "UPDATE app_state SET wanted = NULL, failed = ?, restarts = 0, seen = NULL,"
                        + " revision = revision + 1 WHERE app_id = ?",
                false,
                appId);
    }

    Optional<AppState> find(Transaction tx, String appId) {
        return tx.handle()
                .select(SELECT + "WHERE app_id = ?", appId)
                .map((row, _) -> read(row))
                .findOne();
    }

    /** By app id. */
    Map<String, AppState> of(Transaction tx, JdbcAppStore.Group group) {
        Map<String, AppState> states = new HashMap<>();
        tx.handle()
                .select(
                        SELECT + "WHERE app_id IN (SELECT id FROM app " + JdbcAppStore.OF_GROUP + ")",
                        group.organizationId(),
                        group.serverId(),
                        group.runtime())
                .map((row, _) -> Map.entry(row.getString("app_id"), read(row)))
                .forEach(each -> states.put(each.getKey(), each.getValue()));
        return states;
    }

    void delete(Transaction tx, String appId) {
        tx.execute("DELETE FROM app_state WHERE app_id = ?", appId);
    }

    private static AppState read(ResultSet row) throws SQLException {
        String wanted = row.getString("wanted");
        String seen = row.getString("seen");
        return new AppState(
                wanted == null ? null : WireName.of(Wanted.class, wanted),
                row.getBoolean("failed"),
                row.getLong("restarts"),
                seen == null ? null : Json.read(seen, SeenJson.class).instances(),
                row.getLong("revision"));
    }
}

package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.store.Transaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is remembered of apps, in the state store. */
final class JdbcAppStateStore {

    private static final String SELECT = "SELECT app_id, wanted, failed, restarts, seen, revision FROM app_state";

    /** The copies as JSON. */
    private record SeenJson(Map<String, AppState.Seen> instances) {}

    void insert(Transaction tx, String organizationId, String appId) {
        try (var update = tx.handle().createUpdate("""
            INSERT INTO app_state (app_id, organization_id, wanted, failed, restarts, seen, revision)
            VALUES (:id, :organization, NULL, :failed, 0, NULL, 1)\
            """)) {
            update.bind("id", appId)
                    .bind("organization", organizationId)
                    .bind("failed", false)
                    .execute();
        }
    }

    /** Saves a state unless somebody changed it since it was read; false then. */
    boolean update(Transaction tx, String appId, AppState state) {
        try (var update = tx.handle().createUpdate("""
            UPDATE app_state SET wanted = :wanted, failed = :failed, restarts = :restarts, seen = :seen,
                revision = :revision + 1
            WHERE app_id = :id AND revision = :revision\
            """)) {
            Wanted wanted = state.wanted();
            return update.bind("id", appId)
                            .bind("wanted", wanted == null ? null : wanted.storedName())
                            .bind("failed", state.failed())
                            .bind("restarts", state.restarts())
                            .bind("seen", seen(state))
                            .bind("revision", state.revision())
                            .execute()
                    == 1;
        }
    }

    /** As of an app that was only just made. */
    void reset(Transaction tx, String appId) {
        try (var update = tx.handle().createUpdate("""
            UPDATE app_state SET wanted = NULL, failed = :failed, restarts = 0, seen = NULL, revision = revision + 1
            WHERE app_id = :id\
            """)) {
            update.bind("id", appId).bind("failed", false).execute();
        }
    }

    private static @Nullable String seen(AppState state) {
        return state.seen() == null ? null : Json.write(new SeenJson(state.seen()));
    }

    Optional<AppState> find(Transaction tx, String appId) {
        return tx.handle()
                .createQuery(SELECT + " WHERE app_id = :id")
                .bind("id", appId)
                .map((row, _) -> read(row))
                .findOne();
    }

    /** By app id. */
    Map<String, AppState> of(Transaction tx, JdbcAppStore.Group group) {
        Map<String, AppState> states = new HashMap<>();
        tx.handle()
                .createQuery(SELECT + " WHERE app_id IN (SELECT id FROM app WHERE organization_id = :organization"
                        + " AND server_id = :server AND runtime = :runtime)")
                .bind("organization", group.organizationId())
                .bind("server", group.serverId())
                .bind("runtime", group.kind().wireName())
                .map((row, _) -> Map.entry(row.getString("app_id"), read(row)))
                .forEach(each -> states.put(each.getKey(), each.getValue()));
        return states;
    }

    void delete(Transaction tx, String appId) {
        tx.handle()
                .createUpdate("DELETE FROM app_state WHERE app_id = :id")
                .bind("id", appId)
                .execute();
    }

    private static AppState read(ResultSet row) throws SQLException {
        String wanted = row.getString("wanted");
        String seen = row.getString("seen");
        return new AppState(
                wanted == null ? null : Wanted.stored(wanted),
                row.getBoolean("failed"),
                row.getLong("restarts"),
                seen == null ? null : Json.read(seen, SeenJson.class).instances(),
                row.getLong("revision"));
    }
}

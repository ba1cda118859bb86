package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.cron.CronExpression;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.json.WireName;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.servers.ServerKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/** Schedules in the state store. */
final class JdbcScheduleStore extends Table<Schedule> {

    private final String forUpdate;

    /** @param locksRows whether the database has rows that are locked one by one, unlike SQLite */
    JdbcScheduleStore(boolean locksRows) {
        super(
                "schedule",
                Columns.readBy(JdbcScheduleStore::read)
                        .column("id", Schedule::id)
                        .column("organization_id", Schedule::organizationId)
                        .column("server_id", Schedule::serverId)
                        .column("name", Schedule::name)
                        .column("command", Schedule::command)
                        .column("cron", each -> each.cron().text())
                        .column("time_zone", each -> each.timeZone().getId())
                        .column("enabled", Schedule::enabled)
                        .column("timeout_seconds", each -> each.timeout().toSeconds())
                        .column("overlap", Schedule::overlap)
                        .column("missed", Schedule::missed)
                        .column("handled_until", Schedule::handledUntil)
                        .column("created_at", Schedule::createdAt)
                        .column("revision", Schedule::revision)
                        .column("actor_member_id", each -> each.actor().memberId())
                        .column("actor_key_id", each -> each.actor().keyId())
                        .column("actor_scopes", each -> each.actor().scopes())
                        .fixed("id", "organization_id", "created_at"));
        forUpdate = locksRows ? " FOR UPDATE" : "";
    }

    private static Schedule read(ResultSet row, StatementContext context) throws SQLException {
        return new Schedule(
                row.getString("id"),
                row.getString("organization_id"),
                row.getString("server_id"),
                row.getString("name"),
                row.getString("command"),
                CronExpression.parse(row.getString("cron")),
                ZoneId.of(row.getString("time_zone")),
                row.getBoolean("enabled"),
                Duration.ofSeconds(row.getLong("timeout_seconds")),
                WireName.of(Overlap.class, row.getString("overlap")),
                WireName.of(MissedPolicy.class, row.getString("missed")),
                Instant.ofEpochMilli(row.getLong("handled_until")),
                Instant.ofEpochMilli(row.getLong("created_at")),
                row.getLong("revision"),
                actor(row));
    }

    private static Actor actor(ResultSet row) throws SQLException {
        String scopes = row.getString("actor_scopes");
        return new Actor(
                row.getString("actor_member_id"),
                row.getString("actor_key_id"),
                scopes == null ? null : List.of(Json.read(scopes, String[].class)));
    }

    /** Those enabled that were set up with a key, which nobody else changes until this transaction is over. */
    List<Schedule> lockEnabledOfKeys(Transaction tx, String organizationId, Collection<String> keyIds) {
        return enabledOfKeys(tx, organizationId, "actor_key_id", keyIds, forUpdate);
    }

    void disable(Transaction tx, String id) {
        tx.execute("UPDATE schedule SET enabled = ?, revision = revision + 1 WHERE id = ?", false, id);
    }

    void setHandled(Transaction tx, String id, Instant until) {
        tx.execute("UPDATE schedule SET handled_until = ? WHERE id = ?", until, id);
    }

    /** The schedule, which nobody else changes until this transaction is over. */
    Optional<Schedule> lock(Transaction tx, String id) {
        return select(tx, "WHERE id = ?" + forUpdate, id).findOne();
    }

    /** The one console that may run a schedule, where its server is of the kind {@code local}; null when any may. */
    @Nullable
    String placeOf(Transaction tx, Schedule schedule) {
        return tx.select(
                        String.class,
                        "SELECT id FROM server WHERE id = ? AND kind = ?",
                        schedule.serverId(),
                        ServerKind.LOCAL)
                .findOne()
                .orElse(null);
    }

    /** Those enabled whose due times are handled further than a moment. */
    List<Schedule> aheadOf(Transaction tx, Instant moment) {
        return select(tx, "WHERE enabled AND handled_until > ?", moment).list();
    }

    List<String> namesOnServer(Transaction tx, String serverId) {
        return tx.select(String.class, "SELECT name FROM schedule WHERE server_id = ?", serverId)
                .list();
    }

    boolean isPaused(Transaction tx, String organizationId) {
        return findPause(tx, organizationId).isPresent();
    }

    /** Since when all schedules of an organization rest; empty when they do not. */
    Optional<Instant> findPause(Transaction tx, String organizationId) {
        return tx.select(
                        Instant.class, "SELECT paused_at FROM schedule_pause WHERE organization_id = ?", organizationId)
                .findOne();
    }

    void pause(Transaction tx, String organizationId, Instant at) {
        tx.execute(
                "INSERT INTO schedule_pause (organization_id, paused_at) VALUES (?, ?)"
                        + " ON CONFLICT (organization_id) DO NOTHING",
                organizationId,
                at);
    }

    void resume(Transaction tx, String organizationId) {
        tx.execute("DELETE FROM schedule_pause WHERE organization_id = ?", organizationId);
    }

    /** What was not handled while everything rested is not missed. */
    void handleAll(Transaction tx, String organizationId, Instant until) {
        tx.execute(
                "UPDATE schedule SET handled_until = ? WHERE organization_id = ? AND handled_until < ?",
                until,
                organizationId,
                until);
    }
}

package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.schedules.cron.CronExpression;
import dev.wheelhouse.core.servers.ServerKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** Schedules in the state store. */
final class JdbcScheduleStore {

    private static final String SELECT =
            "SELECT id, organization_id, server_id, name, command, cron, time_zone, enabled,"
                    + " timeout_seconds, overlap, missed, handled_until, created_at, revision FROM schedule";

    private final boolean locksRows;

    /** @param locksRows whether the database has rows that are locked one by one, unlike SQLite */
    JdbcScheduleStore(boolean locksRows) {
        this.locksRows = locksRows;
    }

    void insert(Transaction tx, Schedule schedule) {
        try (var update = tx.handle().createUpdate("""
            INSERT INTO schedule (id, organization_id, server_id, name, command, cron, time_zone, enabled,
                timeout_seconds, overlap, missed, handled_until, created_at, revision)
            VALUES (:id, :organization, :server, :name, :command, :cron, :zone, :enabled, :timeout, :overlap,
                :missed, :handled, :created, :revision)\
            """)) {
            bind(update, schedule)
                    .bind("created", schedule.createdAt().toEpochMilli())
                    .execute();
        }
    }

    /** Saves what may change; false when the revision is no longer {@code revision - 1}. */
    boolean update(Transaction tx, Schedule schedule) {
        try (var update = tx.handle().createUpdate("""
            UPDATE schedule SET server_id = :server, name = :name, command = :command, cron = :cron,
                time_zone = :zone, enabled = :enabled, timeout_seconds = :timeout, overlap = :overlap,
                missed = :missed, handled_until = :handled, revision = :revision
            WHERE organization_id = :organization AND id = :id AND revision = :revision - 1\
            """)) {
            return bind(update, schedule).execute() == 1;
        }
    }

    private static <S extends SqlStatement<S>> S bind(S statement, Schedule schedule) {
        return statement
                .bind("id", schedule.id())
                .bind("organization", schedule.organizationId())
                .bind("server", schedule.serverId())
                .bind("name", schedule.name())
                .bind("command", schedule.command())
                .bind("cron", schedule.cron().text())
                .bind("zone", schedule.timeZone().getId())
                .bind("enabled", schedule.enabled())
                .bind("timeout", schedule.timeout().toSeconds())
                .bind("overlap", schedule.overlap().wireName())
                .bind("missed", schedule.missed().wireName())
                .bind("handled", schedule.handledUntil().toEpochMilli())
                .bind("revision", schedule.revision());
    }

    void setHandled(Transaction tx, String id, Instant until) {
        tx.handle()
                .createUpdate("UPDATE schedule SET handled_until = :until WHERE id = :id")
                .bind("until", until.toEpochMilli())
                .bind("id", id)
                .execute();
    }

    Optional<Schedule> find(Transaction tx, String organizationId, String id) {
        return tx.handle()
                .createQuery(SELECT + " WHERE organization_id = :organization AND id = :id")
                .bind("organization", organizationId)
                .bind("id", id)
                .map((row, _) -> read(row))
                .findOne();
    }

    /** The schedule, which nobody else changes until this transaction is over. */
    Optional<Schedule> lock(Transaction tx, String id) {
        return tx.handle()
                .createQuery(SELECT + " WHERE id = :id" + (locksRows ? " FOR UPDATE" : ""))
                .bind("id", id)
                .map((row, _) -> read(row))
                .findOne();
    }

    /** The one console that may run a schedule, where its server is of the kind {@code local}; null when any may. */
    @Nullable
    String placeOf(Transaction tx, Schedule schedule) {
        boolean local = tx.handle()
                .createQuery("SELECT kind FROM server WHERE id = :server")
                .bind("server", schedule.serverId())
                .mapTo(String.class)
                .findOne()
                .filter(ServerKind.LOCAL.wireName()::equals)
                .isPresent();
        return local ? schedule.serverId() : null;
    }

    List<Schedule> list(Transaction tx, String organizationId, PageRequest page) {
        return tx.handle()
                .createQuery(SELECT + " WHERE organization_id = :organization AND id < :before"
                        + " ORDER BY id DESC LIMIT :limit")
                .bind("organization", organizationId)
                .bind("before", page.beforeId())
                .bind("limit", page.limit() + 1)
                .map((row, _) -> read(row))
                .list();
    }

    /** Those enabled whose due times are handled further than a moment. */
    List<Schedule> aheadOf(Transaction tx, Instant moment) {
        return tx.handle()
                .createQuery(SELECT + " WHERE enabled AND handled_until > :moment")
                .bind("moment", moment.toEpochMilli())
                .map((row, _) -> read(row))
                .list();
    }

    void delete(Transaction tx, String id) {
        tx.handle()
                .createUpdate("DELETE FROM schedule WHERE id = :id")
                .bind("id", id)
                .execute();
    }

    List<String> namesOnServer(Transaction tx, String serverId) {
        return tx.handle()
                .createQuery("SELECT name FROM schedule WHERE server_id = :server")
                .bind("server", serverId)
                .mapTo(String.class)
                .list();
    }

    boolean isPaused(Transaction tx, String organizationId) {
        return findPause(tx, organizationId).isPresent();
    }

    /** Since when all schedules of an organization rest; empty when they do not. */
    Optional<Instant> findPause(Transaction tx, String organizationId) {
        return tx.handle()
                .createQuery("SELECT paused_at FROM schedule_pause WHERE organization_id = :organization")
                .bind("organization", organizationId)
                .map((row, _) -> Instant.ofEpochMilli(row.getLong(1)))
                .findOne();
    }

    void pause(Transaction tx, String organizationId, Instant at) {
        tx.handle()
                .createUpdate("INSERT INTO schedule_pause (organization_id, paused_at) VALUES (:organization, :at)"
                        + " ON CONFLICT (organization_id) DO NOTHING")
                .bind("organization", organizationId)
                .bind("at", at.toEpochMilli())
                .execute();
    }

    void resume(Transaction tx, String organizationId) {
        tx.handle()
                .createUpdate("DELETE FROM schedule_pause WHERE organization_id = :organization")
                .bind("organization", organizationId)
                .execute();
    }

    /** What was not handled while everything rested is not missed. */
    void handleAll(Transaction tx, String organizationId, Instant until) {
        tx.handle()
                .createUpdate("UPDATE schedule SET handled_until = :until"
                        + " WHERE organization_id = :organization AND handled_until < :until")
                .bind("organization", organizationId)
                .bind("until", until.toEpochMilli())
                .execute();
    }

    private static Schedule read(ResultSet row) throws SQLException {
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
                Overlap.of(row.getString("overlap")),
                MissedPolicy.of(row.getString("missed")),
                Instant.ofEpochMilli(row.getLong("handled_until")),
                Instant.ofEpochMilli(row.getLong("created_at")),
                row.getLong("revision"));
    }
}

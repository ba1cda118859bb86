package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.cron.CronExpression;
import dev.wheelhouse.core.platform.json.WireName;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/** Configurations in the state store. */
final class JdbcBackupConfigStore extends Table<BackupConfig> {

    private final String forUpdate;

    /** @param locksRows whether the database has rows that are locked one by one, unlike SQLite */
    JdbcBackupConfigStore(boolean locksRows) {
        super(
                "backup_config",
                Columns.readBy(JdbcBackupConfigStore::read)
                        .column("id", BackupConfig::id)
                        .column("organization_id", BackupConfig::organizationId)
                        .column("type", BackupConfig::type)
                        .column("server_id", each -> each.source().serverId())
                        .column("database_id", each -> each.source().databaseId())
                        .column("login_user", each -> each.source().loginUser())
                        .column("system_identifier", each -> each.source().systemIdentifier())
                        .column("segment_bytes", each -> each.source().segmentBytes())
                        .column("rehearsal_directory", each -> each.source().rehearsalDirectory())
                        .column("provider", each -> each.destination().provider())
                        .column("bucket", each -> each.destination().bucket())
                        .column("region", each -> each.destination().region())
                        .column("endpoint", each -> each.destination().endpoint())
                        .column("prefix", each -> each.destination().prefix())
                        .column("schedule", each -> each.policy().schedule().text())
                        .column("time_zone", each -> each.policy().timeZone().getId())
                        .column("wal_schedule", JdbcBackupConfigStore::walSchedule)
                        .column("keep_newest", each -> each.policy().keepNewest())
                        .column("retention_days", each -> each.policy().retentionDays())
                        .column("enabled", each -> each.policy().enabled())
                        .column(
                                "rehearsal_schedule",
                                each -> each.policy().rehearsal().scheduleText())
                        .column(
                                "rehearsal_sql",
                                each -> each.policy().rehearsal().sql())
                        .column("only_home", BackupConfig::onlyHome)
                        .column("created_at", BackupConfig::createdAt)
                        .column("revision", BackupConfig::revision)
                        .column("actor_member_id", each -> each.actor().memberId())
                        .column("actor_key_id", each -> each.actor().keyId())
                        .fixed("id", "organization_id", "type", "created_at"));
        forUpdate = locksRows ? " FOR UPDATE" : "";
    }

    private static @Nullable String walSchedule(BackupConfig config) {
        CronExpression wal = config.policy().walSchedule();
        return wal == null ? null : wal.text();
    }

    private static BackupConfig read(ResultSet row, StatementContext context) throws SQLException {
        String wal = row.getString("wal_schedule");
        String rehearsal = row.getString("rehearsal_schedule");
        return new BackupConfig(
                row.getString("id"),
                row.getString("organization_id"),
                WireName.of(BackupType.class, row.getString("type")),
                new BackupSource(
                        row.getString("server_id"),
                        row.getString("database_id"),
                        row.getString("login_user"),
                        row.getString("system_identifier"),
                        row.getLong("segment_bytes"),
                        row.getString("rehearsal_directory")),
                new Destination(
                        WireName.of(DestinationProvider.class, row.getString("provider")),
                        row.getString("bucket"),
                        row.getString("region"),
                        row.getString("endpoint"),
                        row.getString("prefix")),
                new BackupPolicy(
                        CronExpression.parse(row.getString("schedule")),
                        ZoneId.of(row.getString("time_zone")),
                        wal == null ? null : CronExpression.parse(wal),
                        row.getInt("keep_newest"),
                        row.getInt("retention_days"),
                        row.getBoolean("enabled"),
                        new RehearsalPolicy(
                                rehearsal == null ? null : CronExpression.parse(rehearsal),
                                row.getString("rehearsal_sql"))),
                row.getString("only_home"),
                Instant.ofEpochMilli(row.getLong("created_at")),
                row.getLong("revision"),
                new Actor(row.getString("actor_member_id"), row.getString("actor_key_id"), null));
    }

    /** The configuration, which nobody else changes until this transaction is over. */
    Optional<BackupConfig> lock(Transaction tx, String id) {
        return select(tx, "WHERE id = ?" + forUpdate, id).findOne();
    }

    /** Those enabled that were set up with a key, which nobody else changes until this transaction is over. */
    List<BackupConfig> lockEnabledOfKeys(Transaction tx, String organizationId, Collection<String> keyIds) {
        return enabledOfKeys(tx, organizationId, "actor_key_id", keyIds, forUpdate);
    }

    Optional<BackupConfig> find(Transaction tx, String id) {
        return select(tx, "WHERE id = ?", id).findOne();
    }

    /** The id of one of the organization's that keeps backups of the same cluster in the same place. */
    Optional<String> atPlaceOf(Transaction tx, BackupConfig config) {
        Destination there = config.destination();
        return tx.select(
                        String.class,
                        "SELECT id FROM backup_config WHERE organization_id = ? AND coalesce(only_home, '') = ?"
                                + " AND system_identifier = ? AND provider = ? AND bucket = ?"
                                + " AND coalesce(endpoint, '') = ? AND coalesce(prefix, '') = ? ORDER BY id LIMIT 1",
                        config.organizationId(),
                        Objects.requireNonNullElse(config.onlyHome(), ""),
                        config.source().systemIdentifier(),
                        there.provider(),
                        there.bucket(),
                        Objects.requireNonNullElse(there.endpoint(), ""),
                        Objects.requireNonNullElse(there.prefix(), ""))
                .findOne();
    }

    /** Those that a console may work: enabled, or not yet paused. */
    List<BackupConfig> toWork(Transaction tx, String homeId) {
        return select(
                        tx,
                        "c WHERE (only_home IS NULL OR only_home = ?) AND (enabled OR EXISTS"
                                + " (SELECT 1 FROM backup_progress p WHERE p.config_id = c.id AND (p.has_slot OR p.state <> ?))"
                                + " OR EXISTS (SELECT 1 FROM backup_run r WHERE r.config_id = c.id AND r.removing))",
                        homeId,
                        BackupState.PAUSED)
                .list();
    }

    int countOnServer(Transaction tx, String serverId) {
        return tx.select(Integer.class, "SELECT count(*) FROM backup_config WHERE server_id = ?", serverId)
                .one();
    }

    List<String> idsOn(Transaction tx, String organizationId, String serverId) {
        return tx.select(
                        String.class,
                        "SELECT id FROM backup_config WHERE organization_id = ? AND server_id = ? ORDER BY id",
                        organizationId,
                        serverId)
                .list();
    }

    List<BackupConfig> ofConnection(Transaction tx, String databaseId) {
        return select(tx, "WHERE database_id = ?", databaseId).list();
    }

    int countOfConnection(Transaction tx, String databaseId) {
        return tx.select(Integer.class, "SELECT count(*) FROM backup_config WHERE database_id = ?", databaseId)
                .one();
    }
}

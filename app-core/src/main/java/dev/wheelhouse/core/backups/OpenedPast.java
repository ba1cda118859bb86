package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.plan.RestoreTarget;
import dev.wheelhouse.core.backups.restore.Restoration;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The read-only connection that a restored cluster becomes, until it is deleted.
 *
 * @param caller who opens it
 * @param source the connection of what was backed up
 * @param name of the new one
 * @param reader as whom it logs in
 */
record OpenedPast(Caller caller, DatabaseConnection source, String name, Restoration.Reader reader) {

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final int LONGEST_SOURCE = 50;
    private static final int SECRET_BYTES = 24;

    /**
     * @param target what it is restored to
     * @param latest up to when WAL is stored
     * @throws AppException {@code insufficient_scope} without {@code databases:admin}; {@code state_invalid} when the
     *     source's connection is gone; {@code already_exists} when the name is taken, as by the same moment that is open
     */
    static OpenedPast of(
            BackupsConfig parts, Caller caller, BackupConfig config, RestoreTarget target, Instant latest) {
        caller.require(Scope.DATABASES_ADMIN);
        DatabaseConnection source = parts.connections()
                .find(config.organizationId(), config.source().databaseId())
                .filter(each -> each.target() instanceof Target.Postgres)
                .orElseThrow(() -> new AppException(
                        PlatformError.STATE_INVALID,
                        "The connection of these backups is gone, so it is not known which database to open. Restore"
                                + " with start, and add a connection."));
        String name = name(source, target, latest, config.policy().timeZone());
        if (parts.connections().all(caller, Scope.DATABASES_READ).stream()
                .anyMatch(each -> each.name().equals(name))) {
            throw new AppException(
                    PlatformError.ALREADY_EXISTS,
                    "There is a connection " + name + " already. Use it, or delete it first.");
        }
        byte[] secret = new byte[SECRET_BYTES];
        parts.random().nextBytes(secret);
        String password = HexFormat.of().formatHex(secret);
        String database = ((Target.Postgres) source.target()).database();
        return new OpenedPast(caller, source, name, new Restoration.Reader("wheelhouse_reader", password, database));
    }

    private static String name(DatabaseConnection source, RestoreTarget target, Instant latest, ZoneId zone) {
        String moment = switch (target) {
            case RestoreTarget.Latest() -> "at " + MOMENT.format(latest.atZone(zone));
            case RestoreTarget.Time(Instant at) -> "at " + MOMENT.format(at.atZone(zone));
            case RestoreTarget.Position(var at) -> "at " + at;
            case RestoreTarget.BeforeTransaction(long id) -> "before transaction " + id;
        };
        String of = source.name();
        return (of.length() > LONGEST_SOURCE ? of.substring(0, LONGEST_SOURCE) + "…" : of) + " " + moment;
    }

    /**
     * @param serverId that the cluster is reached through; null where it runs on the console's own machine
     * @param port of loopback there
     */
    ConnectionDraft draft(@Nullable String serverId, int port) {
        return new ConnectionDraft(
                name,
                Engine.POSTGRESQL,
                "127.0.0.1",
                port,
                reader.database(),
                reader.role(),
                null,
                null,
                serverId,
                source.environment(),
                source.color(),
                true,
                null,
                null,
                source.sharing());
    }
}

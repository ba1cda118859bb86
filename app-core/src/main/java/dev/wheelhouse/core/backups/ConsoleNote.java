package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.plan.StoredEnd;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import dev.wheelhouse.core.backups.wal.WalGap;
import dev.wheelhouse.core.backups.wal.WalGapReason;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.platform.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a console writes down beside the backups that it keeps, sealed as they are: all that another one has to know to go on
 * with them when this one is lost. That it was written lately says that somebody keeps them. What a later version adds is
 * passed over.
 *
 * @param connection what leads to the cluster or the database, without its password; null when that was gone, and for a file
 * @param file the SQLite file; null when its connection was gone, and for anything else
 * @param kept ids of runs whose bases stay whatever their age
 * @param timeline with {@code position} and {@code lastWalAt} how far WAL was stored; null for not known
 */
record ConsoleNote(
        String schedule,
        String timeZone,
        @Nullable String walSchedule,
        int keepNewest,
        int retentionDays,
        @Nullable Connection connection,
        @Nullable File file,
        List<String> kept,
        List<Gap> gaps,
        @Nullable Integer timeline,
        @Nullable String position,
        @Nullable String lastWalAt) {

    private static final System.Logger LOG = System.getLogger(ConsoleNote.class.getName());

    /** How often it is written. */
    static final Duration EVERY = Duration.ofMinutes(1);

    /** @param isThroughServer whether the address is one as the server knows it */
    record Connection(
            String name,
            String host,
            int port,
            String database,
            String user,
            SslMode ssl,
            @Nullable String sslRootCertificate,
            Environment environment,
            boolean isThroughServer) {

        static @Nullable Connection of(DatabaseConnection connection) {
            return connection.target() instanceof Target.Postgres target
                    ? new Connection(
                            connection.name(),
                            target.host(),
                            target.port(),
                            target.database(),
                            target.user(),
                            target.ssl(),
                            target.sslRootCertificate(),
                            connection.environment(),
                            connection.serverId() != null)
                    : null;
        }
    }

    /** A connection to a file of the console's machine. */
    record File(String name, String path, Environment environment) {

        static @Nullable File of(DatabaseConnection connection) {
            return connection.target() instanceof Target.Sqlite(String path)
                    ? new File(connection.name(), path, connection.environment())
                    : null;
        }
    }

    /** Times and positions as texts. */
    record Gap(
            int timeline, String from, String to, @Nullable String lastTime, String noticedAt, WalGapReason reason) {

        Gap {
            List.of(from, to, noticedAt, reason);
        }

        static Gap of(WalGap gap) {
            return new Gap(
                    gap.timeline(),
                    gap.from().toString(),
                    gap.to().toString(),
                    gap.lastTime() == null ? null : gap.lastTime().toString(),
                    gap.noticedAt().toString(),
                    gap.reason());
        }

        WalGap gap() {
            return new WalGap(
                    timeline,
                    WalPosition.parse(from),
                    WalPosition.parse(to),
                    lastTime == null ? null : Instant.parse(lastTime),
                    Instant.parse(noticedAt),
                    reason);
        }
    }

    ConsoleNote {
        // What is not ours may leave anything out.
        List.of(schedule, timeZone);
        kept = List.copyOf(kept);
        gaps = List.copyOf(gaps);
    }

    private static String name(String systemIdentifier) {
        return systemIdentifier + "/console.json";
    }

    /** What is to be written of a configuration now. */
    static ConsoleNote of(BackupsConfig parts, BackupStores stores, BackupConfig config) {
        Optional<DatabaseConnection> connection = parts.connections()
                .find(config.organizationId(), config.source().databaseId());
        BackupPolicy policy = config.policy();
        return parts.store().read(tx -> {
            BackupProgress progress = stores.progress()
                    .find(tx, config.id())
                    .orElseGet(() -> BackupProgress.waiting(config.id(), config.createdAt()));
            return new ConsoleNote(
                    policy.schedule().text(),
                    policy.timeZone().getId(),
                    policy.walSchedule() == null ? null : policy.walSchedule().text(),
                    policy.keepNewest(),
                    policy.retentionDays(),
                    connection.map(Connection::of).orElse(null),
                    connection.map(File::of).orElse(null),
                    stores.runs().all(tx, config.id(), RunStatus.SUCCEEDED).stream()
                            .filter(BackupRun::keep)
                            .map(BackupRun::id)
                            .toList(),
                    stores.gaps().all(tx, config.id()).stream().map(Gap::of).toList(),
                    progress.timeline(),
                    progress.position(),
                    progress.lastWalAt() == null ? null : progress.lastWalAt().toString());
        });
    }

    /** How far WAL was stored; null when that is not known. */
    @Nullable
    StoredEnd end() {
        return timeline == null || position == null || lastWalAt == null
                ? null
                : new StoredEnd(timeline, WalPosition.parse(position), Instant.parse(lastWalAt));
    }

    /** Writes what there is to be said now; where that fails, the next time will do. */
    static void write(BackupsConfig parts, BackupStores stores, BackupConfig config, ObjectStore store) {
        try {
            if (!isKept(parts, stores, config)) {
                return;
            }
            String system = config.source().systemIdentifier();
            of(parts, stores, config).write(store, system);
            if (!isKept(parts, stores, config) && store.list(system + "/").size() == 1) {
                // They were deleted meanwhile, and what removes their objects has gone by.
                store.delete(List.of(name(system)));
            }
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "How far " + config.id() + " is cannot be written down there", e);
        }
    }

    private static boolean isKept(BackupsConfig parts, BackupStores stores, BackupConfig config) {
        return parts.store().read(tx -> stores.configs().find(tx, config.id())).isPresent();
    }

    private void write(ObjectStore store, String systemIdentifier) throws StoreException {
        store.replace(name(systemIdentifier), Json.write(this).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Empty where there is none.
     *
     * @throws StoreException {@link StoreTrouble#DAMAGED} also for one that this store's key does not open
     */
    static Optional<ConsoleNote> read(ObjectStore store, String systemIdentifier) throws StoreException {
        String name = name(systemIdentifier);
        try (InputStream bytes = store.open(name)) {
            String text = new String(bytes.readNBytes(ObjectStore.PART_BYTES), StandardCharsets.UTF_8);
            ConsoleNote note = Json.read(text, ConsoleNote.class);
            note.gaps.forEach(Gap::gap);
            note.end();
            return Optional.of(note);
        } catch (StoreException e) {
            if (e.trouble() == StoreTrouble.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        } catch (UncheckedIOException | IllegalArgumentException | DateTimeException e) {
            throw new StoreException(StoreTrouble.DAMAGED, name + " is damaged.", e);
        } catch (IOException e) {
            throw new StoreException(StoreTrouble.AWAY, name + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** When it was written last, by the store's clock; empty where there is none. */
    static Optional<Instant> writtenAt(ObjectStore store, String systemIdentifier) throws StoreException {
        return store.find(name(systemIdentifier)).map(each -> each.storedAt());
    }
}

package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.wal.WalArchive;
import dev.wheelhouse.core.backups.wal.WalProgress;
import dev.wheelhouse.core.backups.wal.WalStart;
import dev.wheelhouse.core.backups.wal.WalState;
import dev.wheelhouse.core.databases.replication.SlotState;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.platform.console.Lease;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Writes down how far the WAL of a session is, for every console and for the next start. For one thread. */
final class ProgressNote {

    private static final Duration WRITTEN = Duration.ofSeconds(10);
    private static final Duration SLOT_LOOK = Duration.ofSeconds(30);
    private static final Duration LATE = Duration.ofMinutes(5);
    private static final System.Logger LOG = System.getLogger(ProgressNote.class.getName());

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupConfig config;
    private final Lease lease;
    private final BackupSlot slot;
    private final WalArchive archive;
    private final SourceStatus status;
    private final ClusterDisk disk;
    private final Instant began;
    private BackupProgress written;
    private long writtenAt;
    private long lookedAt = System.nanoTime() - SLOT_LOOK.toNanos();
    private SlotSpace space = SlotSpace.UNKNOWN;

    ProgressNote(
            BackupsConfig parts,
            BackupStores stores,
            BackupConfig config,
            Lease lease,
            BackupSlot slot,
            WalArchive archive,
            SourceStatus status) {
        this.parts = parts;
        this.stores = stores;
        this.config = config;
        this.lease = lease;
        this.slot = slot;
        this.archive = archive;
        this.status = status;
        this.disk = new ClusterDisk(parts, config);
        this.began = parts.clock().instant();
        written = parts.store()
                .read(tx -> stores.progress().find(tx, config.id()))
                .orElseGet(
                        () -> BackupProgress.waiting(config.id(), parts.clock().instant()));
    }

    /**
     * Writes it down where something has changed or it is a while ago.
     *
     * @throws AppException {@code conflict} when the lease is another console's
     */
    void write() {
        lookAtSlot();
        BackupProgress now = current();
        BackupProgress progress = now.late(isLate(now));
        boolean same = progress.equals(written.in(written.state(), written.detail(), progress.seenAt()));
        boolean recent = System.nanoTime() - writtenAt < WRITTEN.toNanos();
        if (same && recent) {
            return;
        }
        parts.store().changeUnsynced(tx -> {
            parts.leases().require(tx, lease);
            boolean hasSlot = stores.progress()
                    .find(tx, config.id())
                    .map(BackupProgress::hasSlot)
                    .orElse(false);
            stores.progress().put(tx, progress.withSlot(hasSlot, space));
            if (progress.isLate() != written.isLate()) {
                sayLate(tx, progress);
            }
        });
        written = progress;
        writtenAt = System.nanoTime();
    }

    private BackupProgress current() {
        Instant now = parts.clock().instant();
        WalProgress wal = archive.progress();
        String trouble = status.trouble();
        Long lag = status.loggedInAt() == null ? null : wal.lagBytes();
        BackupProgress progress = written.lagging(lag).withSlot(written.hasSlot(), space);
        WalPosition stored = wal.stored();
        Instant reached = wal.lastWalAt();
        if (stored != null && reached != null) {
            progress = progress.at(new WalStart(status.timelineOf(stored), stored), reached);
        }
        if (status.isRefused()) {
            return progress.in(BackupState.CONFLICT, trouble, now);
        }
        return switch (wal.state()) {
            case CONFLICT -> progress.in(BackupState.CONFLICT, wal.lastError(), now);
            case DISK_FULL -> progress.in(BackupState.DISK_FULL, wal.lastError(), now);
            case LAGGING ->
                progress.in(
                        wal.lastError() == null ? BackupState.LAGGING : BackupState.DESTINATION_AWAY,
                        wal.lastError(),
                        now);
            case IDLE, RECEIVING ->
                trouble == null
                        ? progress.in(
                                wal.state() == WalState.IDLE ? BackupState.WAITING : BackupState.STREAMING, null, now)
                        : progress.in(
                                status.isLoginRefused() ? BackupState.LOGIN_REFUSED : BackupState.SOURCE_AWAY,
                                trouble,
                                now);
        };
    }

    private void lookAtSlot() {
        boolean answers = status.loggedInAt() != null || status.isLoginRefused();
        if (!answers) {
            space = SlotSpace.UNKNOWN;
            lookedAt = System.nanoTime() - SLOT_LOOK.toNanos();
        }
        if (!answers || System.nanoTime() - lookedAt < SLOT_LOOK.toNanos()) {
            return;
        }
        lookedAt = System.nanoTime();
        try {
            space = slot.state().map(this::space).orElse(SlotSpace.UNKNOWN);
        } catch (AppException e) {
            LOG.log(System.Logger.Level.DEBUG, "What the slot of " + config.id() + " keeps is not known", e);
        }
    }

    private SlotSpace space(SlotState state) {
        return new SlotSpace(state.retainedBytes(), state.limitBytes(), disk.freeBytes());
    }

    /** From when changes reach the backups late until they stream again. */
    private boolean isLate(BackupProgress progress) {
        if (progress.state() == BackupState.STREAMING) {
            return false;
        }
        Instant since = Objects.requireNonNullElse(progress.lastWalAt(), config.createdAt());
        // Backups that stood still are not late yet while a session of theirs is about to begin.
        if (status.trouble() == null && began.isAfter(since)) {
            since = began;
        }
        return written.isLate() || !since.plus(LATE).isAfter(parts.clock().instant());
    }

    private void sayLate(Transaction tx, BackupProgress progress) {
        Map<String, Object> data =
                new LinkedHashMap<>(Map.of("state", progress.state().wireName()));
        if (progress.lastWalAt() != null) {
            data.put("lastWalAt", progress.lastWalAt().toString());
        }
        if (progress.detail() != null) {
            data.put("detail", progress.detail());
        }
        EventKind kind = progress.isLate() ? EventKind.BACKUP_LAGGING : EventKind.BACKUP_CAUGHT_UP;
        parts.events()
                .appendOfConsole(tx, config.organizationId(), config.actor(), new NewEvent(kind, config.id(), data));
    }
}

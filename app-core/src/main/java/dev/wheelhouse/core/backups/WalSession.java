package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.catalog.BaseCatalog;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.wal.StoredWal;
import dev.wheelhouse.core.backups.wal.WalArchive;
import dev.wheelhouse.core.backups.wal.WalArchiveSettings;
import dev.wheelhouse.core.backups.wal.WalGap;
import dev.wheelhouse.core.backups.wal.WalListener;
import dev.wheelhouse.core.backups.wal.WalStart;
import dev.wheelhouse.core.platform.console.Lease;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Keeps the WAL of one configuration, from log-in to log-in, until it ends: because the configuration was changed, another
 * console has it, or this one stops. One thread runs it; others may end it.
 */
final class WalSession implements WalListener, BackupSession {

    private static final Duration FIRST_CLEANING = Duration.ofSeconds(20);
    private static final Duration CLEANING = Duration.ofHours(1);
    private static final long SPOOL_BYTES = 1L << 30;
    private static final String AGAIN =
            " It is the second in a row, so no base backup begins by itself: mend the cause," + " then start one.";
    private static final System.Logger LOG = System.getLogger(WalSession.class.getName());

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupTimer timer;
    private final BackupQueue queue;
    private final BackupConfig config;
    private final Lease lease;
    private final ObjectStore store;
    private final WalArchive archive;
    private final BaseCatalog catalog;
    private final BackupSlot slot;
    private final SessionLoops loops;
    private final CountDownLatch ended = new CountDownLatch(1);

    private final SourceStatus status = new SourceStatus();
    private final WalStream stream;
    private final ProgressNote progress;

    /** @param store stays open */
    WalSession(
            BackupsConfig parts,
            BackupStores stores,
            BackupTimer timer,
            BackupQueue queue,
            BackupConfig config,
            Lease lease,
            ObjectStore store)
            throws IOException {
        this.parts = parts;
        this.stores = stores;
        this.timer = timer;
        this.queue = queue;
        this.config = config;
        this.lease = lease;
        this.store = store;
        this.loops = new SessionLoops(parts.workers());
        String system = config.source().systemIdentifier();
        catalog = new BaseCatalog(store, system);
        archive = new WalArchive(
                parts.home().file("backups").resolve(config.id()).resolve(system),
                store,
                new WalArchiveSettings(
                        system,
                        config.source().segmentBytes(),
                        SPOOL_BYTES,
                        config.policy().partialTimes(),
                        lease.number()),
                this,
                parts.clock());
        slot = BackupSlot.of(parts, config);
        stream = new WalStream(parts, stores, config, lease, slot, archive, status);
        progress = new ProgressNote(parts, stores, config, lease, slot, archive, status);
    }

    @Override
    public void run() throws IOException {
        claim();
        archive.start(parts.workers());
        loops.every("Watching " + config.id(), Duration.ZERO, parts.pace().watch(), this::watch);
        if (!status.isRefused()) {
            Retention.tidy(parts, stores, config, catalog);
        }
        loops.every("Removing old backups of " + config.id(), FIRST_CLEANING, CLEANING, this::clean);
        loops.every("Writing down " + config.id(), Duration.ZERO, ConsoleNote.EVERY, this::noteDown);
        BackupPace pace = parts.pace();
        Duration pause = pace.firstPause();
        while (ended.getCount() > 0) {
            long began = System.nanoTime();
            if (status.refusal() == SourceStatus.Refusal.OWNER) {
                claimAgain();
            }
            if (status.refusal() == null || status.refusal() == SourceStatus.Refusal.CLUSTER) {
                stream.receive();
            }
            boolean lasted = System.nanoTime() - began > pace.longestPause().toNanos();
            pause = lasted ? pace.firstPause() : pause;
            await(pause);
            Duration longer = pause.multipliedBy(2);
            pause = longer.compareTo(pace.longestPause()) < 0 ? longer : pace.longestPause();
        }
    }

    /** Asked again now and then: a store without conditional writes may have taken two owners at once for one. */
    private void claim() throws StoreException {
        if (StoreOwner.claim(store, config.source().systemIdentifier(), StoreOwner.mark(config))) {
            status.permit(SourceStatus.Refusal.OWNER);
            return;
        }
        status.refuse(
                SourceStatus.Refusal.OWNER,
                "Another configuration keeps the backups of this cluster in the same place. End one of the two.");
        stream.cut();
    }

    private void claimAgain() {
        try {
            claim();
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "Whose place " + config.id() + " writes to is not known now", e);
        }
    }

    private void await(Duration pause) {
        try {
            var _ = ended.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            end();
        }
    }

    /** For another console, should this one be lost. */
    private void noteDown() {
        if (status.isRefused() || ended.getCount() == 0) {
            return;
        }
        ConsoleNote.write(parts, stores, config, store);
    }

    private void clean() {
        try {
            claim();
            if (status.refusal() == SourceStatus.Refusal.OWNER || ended.getCount() == 0) {
                return;
            }
            Retention.tidy(parts, stores, config, catalog);
            BackupHistory found = BackupHistory.read(parts, stores, config, store);
            new StoreLosses(parts, stores, config, store, this, this::noteLoss).run(found.planned());
            new Retention(parts, stores, config, lease, store).run(found);
        } catch (IOException e) {
            throw new AppException(PlatformError.UPSTREAM_FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void gap(WalGap gap) {
        if (isStored(gap)) {
            return;
        }
        boolean repeats = parts.store().read(tx -> repeats(tx, gap));
        noteLoss(
                tx -> stores.gaps().add(tx, config.id(), gap),
                EventKind.BACKUP_GAP,
                Map.of(
                        "from", gap.from().toString(),
                        "to", gap.to().toString(),
                        "reason", GapWords.of(gap.reason()) + (repeats ? AGAIN : "")),
                !repeats);
    }

    /** Whether one came of the same reason before, and no base has succeeded since: the next would not either. */
    private boolean repeats(Transaction tx, WalGap gap) {
        List<WalGap> before = stores.gaps().all(tx, config.id());
        if (before.isEmpty() || before.getLast().reason() != gap.reason()) {
            return false;
        }
        Instant last = before.getLast().noticedAt();
        return stores.runs().all(tx, config.id(), RunStatus.SUCCEEDED).stream()
                .noneMatch(
                        each -> each.finishedAt() != null && each.finishedAt().isAfter(last));
    }

    private void noteLoss(Predicate<Transaction> isNews, EventKind kind, Map<String, Object> data) {
        noteLoss(isNews, kind, data, true);
    }

    private void noteLoss(
            Predicate<Transaction> isNews, EventKind kind, Map<String, Object> data, boolean takesNewBase) {
        parts.store().change(tx -> {
            parts.leases().require(tx, lease);
            BackupConfig locked = stores.configs().lock(tx, config.id()).orElse(null);
            if (locked == null || !isNews.test(tx)) {
                return;
            }
            if (takesNewBase) {
                queue.add(tx, locked, RunTrigger.GAP);
            }
            parts.events()
                    .appendOfConsole(
                            tx, config.organizationId(), config.actor(), new NewEvent(kind, config.id(), data));
        });
    }

    /** By another console, before this one's spool was left behind. */
    private boolean isStored(WalGap gap) {
        long segmentBytes = config.source().segmentBytes();
        String system = config.source().systemIdentifier();
        try {
            return StoredWal.of(store.list(system + "/wal/"), system, segmentBytes)
                    .covers(gap.timeline(), gap.from().segmentStart(segmentBytes), gap.to());
        } catch (StoreException e) {
            throw new AppException(PlatformError.UPSTREAM_FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    /** Writes down how far it is, looks after the slot and starts what waits. */
    private void watch() {
        try {
            BackupConfig found = parts.store()
                    .read(tx -> stores.configs().find(tx, config.id()))
                    .orElse(null);
            if (found == null) {
                end();
                return;
            }
            if (found.revision() != config.revision() || isConnectionChanged()) {
                progress.write();
                noteDown();
                end();
                return;
            }
            progress.write();
            WalStart now = status.loggedInAt();
            if (now != null && !status.isRefused()) {
                startBase(now);
            }
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.CONFLICT) {
                // The lease is another console's.
                end();
            }
            throw e;
        }
    }

    private boolean isConnectionChanged() {
        return parts.connections()
                .find(config.organizationId(), config.source().databaseId())
                .filter(each -> each.revision() == slot.connectionRevision())
                .isEmpty();
    }

    private void startBase(WalStart now) {
        queue.begin(
                config,
                lease,
                BaseRun.JOB_KIND,
                now,
                run -> new BaseRun(parts, stores, timer, config, lease, run, loops::hurry));
    }

    @Override
    public SessionLoops loops() {
        return loops;
    }

    @Override
    public void wake() {
        loops.hurry();
    }

    @Override
    public void end() {
        ended.countDown();
        stream.end();
    }

    @Override
    public void close() throws IOException {
        end();
        loops.close();
        archive.close();
    }
}

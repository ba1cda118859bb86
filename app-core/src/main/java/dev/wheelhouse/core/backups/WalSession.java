package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.catalog.BaseCatalog;
import dev.wheelhouse.core.backups.plan.Timelines;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.wal.StoredSegment;
import dev.wheelhouse.core.backups.wal.StoredWal;
import dev.wheelhouse.core.backups.wal.WalArchive;
import dev.wheelhouse.core.backups.wal.WalArchiveSettings;
import dev.wheelhouse.core.backups.wal.WalGap;
import dev.wheelhouse.core.backups.wal.WalGapReason;
import dev.wheelhouse.core.backups.wal.WalListener;
import dev.wheelhouse.core.backups.wal.WalProgress;
import dev.wheelhouse.core.backups.wal.WalStart;
import dev.wheelhouse.core.backups.wal.WalState;
import dev.wheelhouse.core.databases.replication.ClusterLink;
import dev.wheelhouse.core.databases.replication.ReplicationException;
import dev.wheelhouse.core.databases.replication.ReplicationState;
import dev.wheelhouse.core.databases.replication.SlotState;
import dev.wheelhouse.core.databases.replication.SystemIdentity;
import dev.wheelhouse.core.databases.replication.TimelineHistory;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.databases.replication.WalSink;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.console.Lease;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.job.JobScopes;
import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.job.PlannedJob;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the WAL of one configuration, from log-in to log-in, until it ends: because the configuration was changed, another
 * console has it, or this one stops. One thread runs it; others may end it.
 */
final class WalSession implements WalListener, AutoCloseable {

    private static final Duration WATCH = Duration.ofSeconds(1);
    private static final Duration SLOT_LOOK = Duration.ofSeconds(30);
    private static final Duration WRITTEN = Duration.ofSeconds(10);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration FIRST_CLEANING = Duration.ofSeconds(20);
    private static final Duration CLEANING = Duration.ofHours(1);
    private static final Duration LATE = Duration.ofMinutes(5);
    private static final long SPOOL_BYTES = 1L << 30;
    private static final System.Logger LOG = System.getLogger(WalSession.class.getName());

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupTimer timer;
    private final BackupQueue queue;
    private final BackupConfig config;
    private final Lease lease;
    private final ObjectStore store;
    private final BackupSlot slot;
    private final WalArchive archive;
    private final BaseCatalog catalog;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Where streams began, by position; what is stored behind one is of its timeline. */
    private final List<WalStart> begun = new CopyOnWriteArrayList<>();

    private final AtomicReference<@Nullable Loop> cleaning = new AtomicReference<>();
    private final AtomicReference<@Nullable Loop> watch = new AtomicReference<>();
    private volatile @Nullable ClusterLink link;
    private volatile @Nullable WalStart loggedInAt;
    private volatile @Nullable String sourceTrouble;
    private volatile boolean conflict;

    /** The watch's own. */
    private BackupProgress written;

    private long writtenAt;
    private long lookedAt;
    private @Nullable Long retained;
    private boolean late;

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
        String system = config.source().systemIdentifier();
        slot = BackupSlot.of(parts, config);
        catalog = new BaseCatalog(store, system);
        written = parts.store()
                .read(tx -> stores.progress().find(tx, config.id()))
                .orElseGet(
                        () -> BackupProgress.waiting(config.id(), parts.clock().instant()));
        lookedAt = System.nanoTime() - SLOT_LOOK.toNanos();
        archive = new WalArchive(
                parts.home().file("backups").resolve(config.id()).resolve(system),
                store,
                new WalArchiveSettings(
                        system,
                        config.source().segmentBytes(),
                        SPOOL_BYTES,
                        config.policy().partialTimes()),
                this,
                parts.clock());
    }

    /** Returns when it has ended. */
    void run() throws IOException {
        if (!StoreOwner.claim(store, config.source().systemIdentifier(), config.id())) {
            refuse("Another configuration keeps the backups of this cluster in the same place. End one of the two.");
        }
        archive.start(parts.workers());
        watch.set(parts.workers().every("Watching " + config.id(), Duration.ZERO, WATCH, this::watch));
        if (!conflict) {
            tidy();
            cleaning.set(parts.workers()
                    .every("Removing old backups of " + config.id(), FIRST_CLEANING, CLEANING, this::clean));
        }
        Duration pause = FIRST_PAUSE;
        while (ended.getCount() > 0) {
            long began = System.nanoTime();
            if (!conflict) {
                receive();
            }
            boolean lasted = System.nanoTime() - began > LONGEST_PAUSE.toNanos();
            pause = lasted ? FIRST_PAUSE : pause;
            await(pause);
            Duration longer = pause.multipliedBy(2);
            pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
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

    /** Finishes what a console that was killed left in the store. */
    private void tidy() {
        try {
            catalog.finishRemovals();
            Set<String> running =
                    parts.store().read(tx -> stores.runs().all(tx, config.id(), RunStatus.RUNNING)).stream()
                            .map(BackupRun::id)
                            .collect(Collectors.toSet());
            catalog.removeUnfinished(running);
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.INFO, "What was left of bases of " + config.id() + " stays for now", e);
        }
    }

    private void clean() {
        try {
            new Retention(parts, stores, config, lease, store).run();
        } catch (IOException e) {
            throw new AppException(PlatformError.UPSTREAM_FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    /** One log-in, until it ends. */
    private void receive() {
        try (ClusterLink made = slot.open()) {
            link = made;
            if (ended.getCount() == 0) {
                return;
            }
            SystemIdentity identity = made.identify();
            if (!identity.systemIdentifier().equals(config.source().systemIdentifier())) {
                refuse("Another cluster answers at this address now. Set up backups of it, or mend the connection.");
                return;
            }
            loggedInAt = new WalStart(identity.timeline(), identity.position());
            stream(made, identity);
        } catch (ReplicationException e) {
            if (e.state() != ReplicationState.CLOSED || ended.getCount() > 0) {
                sourceTrouble = e.getMessage();
            }
        } catch (IOException e) {
            // What the archive refuses, it says in its progress.
            LOG.log(System.Logger.Level.DEBUG, "Receiving WAL of " + config.id() + " broke off", e);
        } catch (AppException e) {
            sourceTrouble = e.getMessage();
        } finally {
            link = null;
            loggedInAt = null;
        }
    }

    private void refuse(String why) {
        conflict = true;
        sourceTrouble = why;
    }

    private void stream(ClusterLink made, SystemIdentity identity) throws ReplicationException, IOException {
        WalGapReason reason = ensureSlot(made);
        long segmentBytes = config.source().segmentBytes();
        WalStart at = archive.resume()
                .orElseGet(() ->
                        new WalStart(identity.timeline(), identity.position().segmentStart(segmentBytes)));
        while (ended.getCount() > 0) {
            try {
                receiveFrom(made, at, reason);
            } catch (ReplicationException e) {
                switch (e.state()) {
                    case WAL_REMOVED -> at = afterRemoved(identity, at, e);
                    case NOT_IN_HISTORY -> {
                        at = atFork(made, identity, at, e);
                        reason = WalGapReason.TIMELINE_AHEAD;
                    }
                    default -> throw e;
                }
            }
        }
    }

    private void receiveFrom(ClusterLink made, WalStart at, WalGapReason reason)
            throws ReplicationException, IOException {
        archive.begin(at, reason);
        begun.add(at);
        try {
            if (at.timeline() > 1) {
                archive.keepHistory(made.timelineHistory(at.timeline()));
            }
            sourceTrouble = null;
            made.receiveWal(slot.name(), at.timeline(), at.position(), new Noted(archive, begun));
        } finally {
            archive.end();
        }
    }

    /** Where WAL begins that the server still has. */
    private WalStart afterRemoved(SystemIdentity identity, WalStart asked, ReplicationException failure)
            throws ReplicationException {
        WalPosition restart = slot.state().map(SlotState::restart).orElse(identity.position());
        WalPosition kept = restart == null ? identity.position() : restart;
        WalStart next = new WalStart(
                Math.max(identity.timeline(), asked.timeline()),
                kept.segmentStart(config.source().segmentBytes()));
        if (next.compareTo(asked) <= 0) {
            throw failure;
        }
        return next;
    }

    /** Where the server's timeline leaves the one that was asked for, of which more is stored than the server went with. */
    private WalStart atFork(ClusterLink made, SystemIdentity identity, WalStart asked, ReplicationException failure)
            throws ReplicationException {
        if (identity.timeline() > asked.timeline()) {
            TimelineHistory history = made.timelineHistory(identity.timeline());
            WalStart fork = Timelines.of(List.of(history)).path(identity.timeline()).stream()
                    .filter(each -> each.timeline() == asked.timeline() && each.to() != null)
                    .findFirst()
                    .map(each -> new WalStart(
                            identity.timeline(),
                            Objects.requireNonNull(each.to())
                                    .segmentStart(config.source().segmentBytes())))
                    .orElse(null);
            if (fork != null) {
                return fork;
            }
        }
        refuse("The server is behind what is stored, or on a timeline of its own: it was restored, or has lost WAL. End"
                + " these backups and set up new ones with another prefix.");
        throw failure;
    }

    /** @return why there is a gap, should there be one */
    private WalGapReason ensureSlot(ClusterLink made) throws ReplicationException {
        SlotState state = slot.state().orElse(null);
        if (state != null && !state.isLost() && state.restart() != null) {
            return WalGapReason.SEGMENT_REMOVED;
        }
        // Before it is made, so that none is forgotten.
        parts.store().change(tx -> {
            parts.leases().require(tx, lease);
            stores.progress()
                    .find(tx, config.id())
                    .ifPresent(each -> stores.progress().put(tx, each.withSlot(true, null)));
        });
        if (state != null) {
            made.dropSlot(slot.name());
        }
        made.createSlot(slot.name());
        return state == null ? WalGapReason.SLOT_MISSING : WalGapReason.SLOT_LOST;
    }

    @Override
    public void stored(StoredSegment segment) {
        // The store itself is asked by whoever wants to know.
    }

    @Override
    public void gap(WalGap gap) {
        if (isStored(gap)) {
            return;
        }
        parts.store().change(tx -> {
            parts.leases().require(tx, lease);
            BackupConfig locked = stores.configs().lock(tx, config.id()).orElse(null);
            if (locked == null || !stores.gaps().add(tx, config.id(), gap)) {
                return;
            }
            queue.add(tx, locked, RunTrigger.GAP);
            parts.events()
                    .appendOfConsole(
                            tx,
                            config.organizationId(),
                            config.actor(),
                            new NewEvent(
                                    EventKind.BACKUP_GAP,
                                    config.id(),
                                    Map.of(
                                            "from", gap.from().toString(),
                                            "to", gap.to().toString(),
                                            "reason", GapWords.of(gap.reason()))));
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
            BackupConfig now = parts.store()
                    .read(tx -> stores.configs().find(tx, config.id()))
                    .orElse(null);
            if (now == null || now.revision() != config.revision()) {
                end();
                return;
            }
            write();
            if (loggedInAt != null && !conflict) {
                startBase(Objects.requireNonNull(loggedInAt));
            }
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.CONFLICT) {
                // The lease is another console's.
                end();
            }
            throw e;
        }
    }

    private void write() {
        lookAtSlot();
        BackupProgress progress = current();
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
            stores.progress().put(tx, progress.withSlot(hasSlot, retained));
            sayLate(tx, progress);
        });
        written = progress;
        writtenAt = System.nanoTime();
    }

    private BackupProgress current() {
        Instant now = parts.clock().instant();
        WalProgress wal = archive.progress();
        String trouble = sourceTrouble;
        BackupProgress progress = written.lagging(wal.lagBytes()).withSlot(written.hasSlot(), retained);
        WalPosition stored = wal.stored();
        Instant reached = wal.lastWalAt();
        if (stored != null && reached != null) {
            progress = progress.at(new WalStart(timelineOf(stored), stored), reached);
        }
        if (conflict) {
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
                        : progress.in(BackupState.SOURCE_AWAY, trouble, now);
        };
    }

    private int timelineOf(WalPosition stored) {
        int timeline = begun.getFirst().timeline();
        for (WalStart each : begun) {
            if (each.position().compareTo(stored) < 0) {
                timeline = Math.max(timeline, each.timeline());
            }
        }
        return timeline;
    }

    private void lookAtSlot() {
        if (loggedInAt == null || System.nanoTime() - lookedAt < SLOT_LOOK.toNanos()) {
            return;
        }
        lookedAt = System.nanoTime();
        try {
            retained = slot.state().map(SlotState::retainedBytes).orElse(null);
        } catch (AppException e) {
            LOG.log(System.Logger.Level.DEBUG, "What the slot of " + config.id() + " keeps is not known", e);
        }
    }

    /** Once, until it is no longer so. */
    private void sayLate(Transaction tx, BackupProgress progress) {
        Instant reached = progress.lastWalAt();
        if (progress.state() == BackupState.STREAMING
                || reached == null
                || reached.plus(LATE).isAfter(parts.clock().instant())) {
            late = false;
            return;
        }
        if (!late) {
            late = true;
            Map<String, Object> data =
                    new LinkedHashMap<>(Map.of("state", progress.state().wireName(), "lastWalAt", reached.toString()));
            if (progress.detail() != null) {
                data.put("detail", progress.detail());
            }
            parts.events()
                    .appendOfConsole(
                            tx,
                            config.organizationId(),
                            config.actor(),
                            new NewEvent(EventKind.BACKUP_LAGGING, config.id(), data));
        }
    }

    private void startBase(WalStart now) {
        List<BackupRun> active = parts.store().read(tx -> stores.runs().active(tx, config.id()));
        if (active.size() != 1 || active.getFirst().status() != RunStatus.QUEUED) {
            return;
        }
        BackupRun run = active.getFirst();
        BaseRun work = new BaseRun(parts, stores, timer, config, run, this::hurryCleaning);
        PlannedJob job = parts.jobs()
                .plan(
                        config.organizationId(),
                        BaseRun.JOB_KIND,
                        config.id(),
                        new JobScopes(Scope.BACKUPS_READ, Scope.BACKUPS_WRITE),
                        work);
        boolean claimed = false;
        try {
            claimed = parts.store().write(tx -> {
                parts.leases().require(tx, lease);
                boolean mine = stores.runs()
                        .claim(tx, run.id(), job.job().id(), now, parts.clock().instant());
                if (mine) {
                    job.keep(tx);
                }
                return mine;
            });
        } finally {
            if (!claimed) {
                job.drop();
            }
        }
        if (claimed) {
            job.start();
        }
    }

    /** Has what waits begin soon. */
    void wake() {
        hurry(watch.get());
        hurryCleaning();
    }

    private void hurryCleaning() {
        hurry(cleaning.get());
    }

    private static void hurry(@Nullable Loop loop) {
        if (loop != null) {
            loop.hurry();
        }
    }

    /** Has {@link #run} return soon. Idempotent. */
    void end() {
        ended.countDown();
        ClusterLink now = link;
        if (now != null) {
            now.close();
        }
    }

    @Override
    public void close() throws IOException {
        end();
        for (AtomicReference<@Nullable Loop> each : List.of(watch, cleaning)) {
            Loop now = each.get();
            if (now != null) {
                now.close();
            }
        }
        archive.close();
    }

    /** Notes where timelines begin on their way into the archive. */
    private record Noted(WalArchive archive, List<WalStart> begun) implements WalSink {

        @Override
        public void write(WalPosition at, byte[] bytes, int offset, int length) throws IOException {
            archive.write(at, bytes, offset, length);
        }

        @Override
        public WalPosition flush() throws IOException {
            return archive.flush();
        }

        @Override
        public void serverAt(WalPosition position, Instant time) {
            archive.serverAt(position, time);
        }

        @Override
        public void beginTimeline(TimelineHistory history, WalPosition from) throws IOException {
            archive.beginTimeline(history, from);
            begun.add(new WalStart(history.timeline(), from));
        }
    }
}

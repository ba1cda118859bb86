package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.catalog.DumpCatalog;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.platform.console.Lease;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** Makes the dumps of one configuration, or its copies of a file, one at a time, and removes what is kept no longer. */
final class DumpSession implements BackupSession {

    private static final Duration FIRST_CLEANING = Duration.ofSeconds(20);
    private static final Duration CLEANING = Duration.ofHours(1);

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupTimer timer;
    private final BackupQueue queue;
    private final BackupConfig config;
    private final Lease lease;
    private final ObjectStore store;
    private final DumpCatalog catalog;
    private final SessionLoops loops;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** @param store stays open */
    DumpSession(
            BackupsConfig parts,
            BackupStores stores,
            BackupTimer timer,
            BackupQueue queue,
            BackupConfig config,
            Lease lease,
            ObjectStore store) {
        this.parts = parts;
        this.stores = stores;
        this.timer = timer;
        this.queue = queue;
        this.config = config;
        this.lease = lease;
        this.store = store;
        this.loops = new SessionLoops(parts.workers());
        this.catalog = new DumpCatalog(store, config.id());
    }

    @Override
    public void run() throws IOException {
        if (!StoreOwner.claim(store, config.source().systemIdentifier(), StoreOwner.mark(config))) {
            throw StoreOwner.ofAnother();
        }
        removeLeftCopies();
        Retention.tidy(parts, stores, config, catalog);
        loops.every("Watching " + config.id(), Duration.ZERO, parts.pace().watch(), this::watch);
        loops.every("Writing down " + config.id(), Duration.ZERO, ConsoleNote.EVERY, this::noteDown);
        loops.every("Removing old backups of " + config.id(), FIRST_CLEANING, CLEANING, this::clean);
        try {
            ended.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Of a console that was killed while it copied. */
    private void removeLeftCopies() throws IOException {
        boolean isUnderWay = !parts.store()
                .read(tx -> stores.runs().all(tx, config.id(), RunStatus.RUNNING))
                .isEmpty();
        if (!isUnderWay) {
            removeCopies(new DumpSource(parts).spool(config.id()), DumpRun.COPY);
        }
    }

    /** Removes a copy, and what SQLite may have left beside it. */
    static void removeCopies(Path spool, String beginning) throws IOException {
        if (!Files.isDirectory(spool)) {
            return;
        }
        List<Path> left;
        try (Stream<Path> files = Files.list(spool)) {
            left = files.filter(each -> each.getFileName().toString().startsWith(beginning))
                    .toList();
        }
        for (Path each : left) {
            Files.deleteIfExists(each);
        }
    }

    /** Starts what waits. */
    private void watch() {
        try {
            BackupConfig found = parts.store()
                    .read(tx -> stores.configs().find(tx, config.id()))
                    .orElse(null);
            if (found == null) {
                end();
                return;
            }
            if (found.revision() != config.revision()) {
                noteDown();
                end();
                return;
            }
            noteReady();
            queue.begin(
                    config,
                    lease,
                    DumpRun.JOB_KIND,
                    null,
                    run -> new DumpRun(parts, stores, timer, config, lease, run, loops::hurry));
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.CONFLICT) {
                // The lease is another console's.
                end();
            }
            throw e;
        }
    }

    /** For another console, should this one be lost; one that has taken the backups over ends this. */
    private void noteDown() {
        if (ended.getCount() == 0) {
            return;
        }
        try {
            StoreOwner.require(store, config);
        } catch (StoreException e) {
            throw new AppException(PlatformError.UPSTREAM_FAILED, String.valueOf(e.getMessage()), e);
        } catch (AppException e) {
            end();
            throw e;
        }
        ConsoleNote.write(parts, stores, config, store);
    }

    private void noteReady() {
        BackupProgress now = parts.store()
                .read(tx -> stores.progress().find(tx, config.id()))
                .orElseGet(
                        () -> BackupProgress.waiting(config.id(), parts.clock().instant()));
        if (now.state() == BackupState.READY) {
            return;
        }
        parts.store().changeUnsynced(tx -> {
            parts.leases().require(tx, lease);
            // Somebody may have paused it in this moment.
            boolean isCurrent = stores.configs()
                    .lock(tx, config.id())
                    .filter(each -> each.revision() == config.revision())
                    .isPresent();
            if (isCurrent) {
                stores.progress()
                        .put(tx, now.in(BackupState.READY, null, parts.clock().instant()));
            }
        });
    }

    private void clean() {
        try {
            Retention.tidy(parts, stores, config, catalog);
            noteLosses();
            new Retention(parts, stores, config, lease, store).runLogical();
        } catch (IOException e) {
            throw new AppException(PlatformError.UPSTREAM_FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    /** Says what the destination has lost, once, and has a new backup made. */
    private void noteLosses() throws IOException {
        for (BackupRun each : parts.store().read(tx -> stores.runs().all(tx, config.id(), RunStatus.SUCCEEDED))) {
            if (each.removing() || each.verification() == Verification.FAILED) {
                continue;
            }
            Optional<String> loss = catalog.loss(each.id());
            if (loss.isPresent()) {
                noteLoss(each.id(), loss.get());
            }
        }
    }

    private void noteLoss(String runId, String loss) {
        parts.store().change(tx -> {
            parts.leases().require(tx, lease);
            BackupConfig locked = stores.configs().lock(tx, config.id()).orElse(null);
            if (locked == null || !stores.runs().setLost(tx, runId, loss)) {
                return;
            }
            queue.add(tx, locked, RunTrigger.GAP);
            parts.events()
                    .appendOfConsole(
                            tx,
                            config.organizationId(),
                            config.actor(),
                            new NewEvent(EventKind.BACKUP_FAILED, config.id(), Map.of("runId", runId, "error", loss)));
        });
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
    }

    @Override
    public void close() {
        end();
        loops.close();
    }
}

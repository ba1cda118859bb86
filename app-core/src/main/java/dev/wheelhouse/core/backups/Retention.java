package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.catalog.BaseCatalog;
import dev.wheelhouse.core.backups.catalog.DumpCatalog;
import dev.wheelhouse.core.backups.catalog.StoredRuns;
import dev.wheelhouse.core.backups.plan.RetentionPlan;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoredObject;
import dev.wheelhouse.core.backups.wal.StoredWal;
import dev.wheelhouse.core.backups.wal.WalStart;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.platform.console.Lease;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Removes what is kept no longer, while this console works a configuration: bases by their age, those that somebody
 * removed, the WAL that no base needs, and uploads that nobody finished. What goes is marked in the state first, within the
 * change that makes sure that no restore reads it. For one thread.
 */
final class Retention {

    private static final System.Logger LOG = System.getLogger(Retention.class.getName());

    /** How many runs without a base stay listed. */
    private static final int MOST_FRUITLESS = 100;

    /** One of a volume of 8 GiB, over a slow line; older ones were left by a console that was killed. */
    private static final Duration LONGEST_UPLOAD = Duration.ofDays(2);

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupConfig config;
    private final Lease lease;
    private final ObjectStore store;

    Retention(BackupsConfig parts, BackupStores stores, BackupConfig config, Lease lease, ObjectStore store) {
        this.parts = parts;
        this.stores = stores;
        this.config = config;
        this.lease = lease;
        this.store = store;
    }

    /** Finishes what a console that was killed left in the store; what cannot be removed now stays for the next time. */
    static void tidy(BackupsConfig parts, BackupStores stores, BackupConfig config, StoredRuns catalog) {
        try {
            catalog.finishRemovals();
            catalog.removeUnfinished(() -> parts.store()
                    .read(tx -> Stream.of(RunStatus.RUNNING, RunStatus.SUCCEEDED)
                            .flatMap(each -> stores.runs().all(tx, config.id(), each).stream())
                            .map(BackupRun::id)
                            .collect(Collectors.toSet())));
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.INFO, "What was left of backups of " + config.id() + " stays for now", e);
        }
    }

    /** @param found in the store a moment ago */
    void run(BackupHistory found) throws IOException {
        record Going(RetentionPlan plan, List<String> runIds) {}
        Going going = parts.store().write(tx -> {
            parts.leases().require(tx, lease);
            stores.configs().lock(tx, config.id());
            RetentionPlan plan = RetentionPlan.of(
                    found.planned(),
                    config.policy().retention(),
                    stores.restores().reading(tx, config.id()),
                    started(tx),
                    parts.clock().instant());
            plan.bases().forEach(each -> stores.runs().setRemoving(tx, each.runId()));
            Set<String> runIds = new LinkedHashSet<>();
            plan.bases().forEach(each -> runIds.add(each.runId()));
            runIds.addAll(others(tx));
            return new Going(plan, List.copyOf(runIds));
        });
        remove(going.runIds());
        // What cannot be read may need any of it.
        if (found.damaged().isEmpty()) {
            removeWal(going.plan());
        }
        sweepUploads();
    }

    /** Of dumps and copies of a file, which need nothing but themselves. */
    void runLogical() throws IOException {
        List<String> going = parts.store().write(tx -> {
            parts.leases().require(tx, lease);
            stores.configs().lock(tx, config.id());
            Set<String> reading = stores.restores().reading(tx, config.id());
            List<BackupRun> complete = stores.runs().all(tx, config.id(), RunStatus.SUCCEEDED).reversed().stream()
                    .filter(each -> !each.removing() && each.verification() != Verification.FAILED)
                    .toList();
            Set<String> runIds = new LinkedHashSet<>();
            config.policy()
                    .retention()
                    .expired(
                            complete,
                            each -> Objects.requireNonNull(each.finishedAt()),
                            each -> each.keep() || reading.contains(each.id()),
                            parts.clock().instant())
                    .forEach(each -> {
                        stores.runs().setRemoving(tx, each.id());
                        runIds.add(each.id());
                    });
            runIds.addAll(others(tx));
            return List.copyOf(runIds);
        });
        remove(going);
        sweepUploads();
    }

    /** What goes beside those that are too old. */
    private List<String> others(Transaction tx) {
        List<String> runIds = new ArrayList<>();
        lostAndOld(tx).forEach(each -> {
            stores.runs().setRemoving(tx, each);
            runIds.add(each);
        });
        stores.runs().removing(tx, config.id()).forEach(each -> runIds.add(each.id()));
        stores.runs().fruitlessBeyond(tx, config.id(), MOST_FRUITLESS).forEach(each -> runIds.add(each.id()));
        return runIds;
    }

    private void sweepUploads() throws StoreException {
        store.sweepUploads(
                config.source().systemIdentifier() + "/",
                parts.clock().instant().minus(LONGEST_UPLOAD));
    }

    /** Those alone that somebody removed. */
    void removeChosen() throws IOException {
        remove(parts.store().read(tx -> stores.runs().removing(tx, config.id())).stream()
                .map(BackupRun::id)
                .toList());
    }

    private void remove(List<String> runIds) throws IOException {
        StoredRuns catalog = config.type().isLogical()
                ? new DumpCatalog(store, config.id())
                : new BaseCatalog(store, config.source().systemIdentifier());
        for (String each : runIds) {
            catalog.remove(each);
            forget(each);
        }
    }

    /** Runs whose base, or its own WAL, is lost, once their time is over. */
    private List<String> lostAndOld(Transaction tx) {
        Instant oldest = config.policy().retention().oldest(parts.clock().instant());
        return stores.runs().all(tx, config.id(), RunStatus.SUCCEEDED).stream()
                .filter(each -> each.verification() == Verification.FAILED && !each.keep() && !each.removing())
                .filter(each -> each.finishedAt() != null && each.finishedAt().isBefore(oldest))
                .map(BackupRun::id)
                .toList();
    }

    /** Where bases begin that are not complete yet. */
    private List<WalStart> started(Transaction tx) {
        return stores.runs().all(tx, config.id(), RunStatus.RUNNING).stream()
                .filter(each -> each.startTimeline() != null && each.startPosition() != null)
                .map(each -> new WalStart(
                        Objects.requireNonNull(each.startTimeline()),
                        WalPosition.parse(Objects.requireNonNull(each.startPosition()))))
                .toList();
    }

    private void forget(String runId) {
        List<String> jobIds = parts.store().write(tx -> {
            List<String> ids = stores.runs().findOf(tx, config.id(), runId).stream()
                    .map(BackupRun::jobId)
                    .filter(Objects::nonNull)
                    .toList();
            parts.jobs().delete(tx, ids);
            stores.runs().delete(tx, runId);
            return ids;
        });
        parts.jobs().deleteLogs(jobIds);
    }

    private void removeWal(RetentionPlan plan) throws StoreException {
        String system = config.source().systemIdentifier();
        long segmentBytes = config.source().segmentBytes();
        List<String> going = new ArrayList<>();
        for (StoredObject each : store.list(system + "/wal/")) {
            StoredWal.placeOf(each.name(), system, segmentBytes)
                    .filter(place -> plan.drops(place, segmentBytes))
                    .ifPresent(_ -> going.add(each.name()));
        }
        if (!going.isEmpty()) {
            store.delete(going);
        }
    }
}

package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.catalog.BaseCatalog;
import dev.wheelhouse.core.backups.plan.StoredBase;
import dev.wheelhouse.core.backups.plan.StoredHistory;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.wal.WalGap;
import dev.wheelhouse.core.backups.wal.WalGapReason;
import dev.wheelhouse.core.backups.wal.WalListener;
import dev.wheelhouse.core.backups.wal.WalRange;
import dev.wheelhouse.core.backups.wal.WalReader;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a destination has lost of what was stored, says so, and has a new base made. A listing may be late, so each loss
 * is looked for by its name. For one thread.
 */
final class StoreLosses {

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupConfig config;
    private final ObjectStore store;
    private final WalListener gaps;
    private final Losses losses;
    private final WalReader wal;

    /** Keeps a loss that is news, with its event, and has a new base made. */
    @FunctionalInterface
    interface Losses {

        /** @param isNews keeps it; false where it is known already */
        void note(Predicate<Transaction> isNews, EventKind kind, Map<String, Object> data);
    }

    /** @param gaps is notified of lost WAL */
    StoreLosses(
            BackupsConfig parts,
            BackupStores stores,
            BackupConfig config,
            ObjectStore store,
            WalListener gaps,
            Losses losses) {
        this.parts = parts;
        this.stores = stores;
        this.config = config;
        this.store = store;
        this.gaps = gaps;
        this.losses = losses;
        this.wal = new WalReader(
                store, config.source().systemIdentifier(), config.source().segmentBytes());
    }

    /** @param history found in the store a moment ago */
    void run(StoredHistory history) throws IOException {
        List<BackupRun> complete = parts.store().read(tx -> stores.runs().all(tx, config.id(), RunStatus.SUCCEEDED));
        Map<String, StoredBase> found =
                history.bases().stream().collect(Collectors.toMap(StoredBase::runId, Function.identity()));
        for (BackupRun each : complete) {
            if (!each.removing() && each.verification() != Verification.FAILED) {
                Optional<String> loss = loss(each, found.get(each.id()), history);
                if (loss.isPresent()) {
                    note(each, loss.get());
                }
            }
        }
        for (WalRange each : history.lost()) {
            WalPosition missing = wal.firstMissing(each.timeline(), each.from(), each.to());
            if (missing != null) {
                gaps.gap(new WalGap(
                        each.timeline(), missing, each.to(), null, parts.clock().instant(), WalGapReason.OBJECT_LOST));
            }
        }
    }

    /** Of a base, or of the WAL without which nothing can be restored from it. */
    private Optional<String> loss(BackupRun run, @Nullable StoredBase base, StoredHistory history) throws IOException {
        if (base == null) {
            return new BaseCatalog(store, config.source().systemIdentifier()).loss(run.id());
        }
        if (history.hasWalOf(base)) {
            return Optional.empty();
        }
        return Optional.ofNullable(wal.firstMissing(base.timeline(), base.start(), base.stop()))
                .map(each -> "WAL from " + each + " on, which this base needs, is not in the store any more.");
    }

    private void note(BackupRun run, String loss) {
        losses.note(
                tx -> stores.runs().setLost(tx, run.id(), loss),
                EventKind.BACKUP_FAILED,
                Map.of("runId", run.id(), "error", loss));
    }
}

package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.catalog.BaseCatalog;
import dev.wheelhouse.core.backups.catalog.BaseMeta;
import dev.wheelhouse.core.backups.catalog.FoundRuns;
import dev.wheelhouse.core.backups.plan.RestorePlanner;
import dev.wheelhouse.core.backups.plan.RestoreWindow;
import dev.wheelhouse.core.backups.plan.StoredEnd;
import dev.wheelhouse.core.backups.plan.StoredHistory;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.wal.WalGap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All that is stored of a configuration's cluster, as it was found at one moment.
 *
 * @param bases complete ones that are not on their way out
 * @param damaged what is wrong with those that were complete, and with timelines' histories
 */
record BackupHistory(List<BaseMeta> bases, List<String> damaged, StoredHistory planned) {

    /** What the console's own state has of it; the runs by their ids. */
    record Known(
            Set<String> succeeded,
            Set<String> removing,
            Set<String> kept,
            List<WalGap> gaps,
            @Nullable StoredEnd end) {

        static Known of(BackupsConfig parts, BackupStores stores, BackupConfig config) {
            return parts.store().read(tx -> {
                List<BackupRun> runs = stores.runs().all(tx, config.id(), RunStatus.SUCCEEDED);
                return new Known(
                        ids(runs, _ -> true),
                        ids(runs, BackupRun::removing),
                        ids(runs, BackupRun::keep),
                        stores.gaps().all(tx, config.id()),
                        stores.progress()
                                .find(tx, config.id())
                                .map(BackupProgress::end)
                                .orElse(null));
            });
        }
    }

    /** @param store of the configuration's destination */
    static BackupHistory read(BackupsConfig parts, BackupStores stores, BackupConfig config, ObjectStore store)
            throws IOException {
        return read(Known.of(parts, stores, config), config, store);
    }

    static BackupHistory read(Known known, BackupConfig config, ObjectStore store) throws IOException {
        BaseCatalog catalog = new BaseCatalog(store, config.source().systemIdentifier());
        FoundRuns<BaseMeta> found = catalog.bases();
        List<BaseMeta> bases = found.complete().stream()
                .filter(each -> !known.removing().contains(each.runId()))
                .toList();
        List<String> damaged = new ArrayList<>(found.damaged());
        StoredHistory planned = catalog.history(
                bases, known.kept(), known.gaps(), known.end(), config.source().segmentBytes(), damaged::add);
        return new BackupHistory(bases, damaged, planned);
    }

    private static Set<String> ids(List<BackupRun> runs, Predicate<BackupRun> which) {
        return runs.stream().filter(which).map(BackupRun::id).collect(Collectors.toSet());
    }

    /** The same, with one base alone. */
    BackupHistory only(String runId) {
        StoredHistory all = planned;
        return new BackupHistory(
                bases.stream().filter(each -> each.runId().equals(runId)).toList(),
                damaged,
                new StoredHistory(
                        all.bases().stream()
                                .filter(each -> each.runId().equals(runId))
                                .toList(),
                        all.wal(),
                        all.timelines(),
                        all.gaps(),
                        all.end(),
                        all.segmentBytes()));
    }

    /** What is wrong with bases that miss the WAL without which nothing can be restored from them. */
    Stream<String> withoutWal() {
        return planned.bases().stream()
                .filter(each -> !planned.hasWalOf(each))
                .map(each -> "The base of run " + each.runId() + " cannot be used: WAL between " + each.start()
                        + " and " + each.stop() + " is not in the store.");
    }

    /** The times that can be restored, with reasons in words. */
    RestoreWindow window() {
        RestoreWindow found = new RestorePlanner(planned).window();
        return new RestoreWindow(
                found.earliest(),
                found.latest(),
                found.gaps().stream()
                        .map(each -> new RestoreWindow.Gap(each.from(), each.to(), GapWords.of(each.reason())))
                        .toList());
    }
}

package dev.wheelhouse.core.backups.catalog;

import dev.wheelhouse.core.backups.base.BaseBackupWriter;
import dev.wheelhouse.core.backups.base.Volume;
import dev.wheelhouse.core.backups.plan.StoredEnd;
import dev.wheelhouse.core.backups.plan.StoredHistory;
import dev.wheelhouse.core.backups.plan.Timelines;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import dev.wheelhouse.core.backups.store.StoredObject;
import dev.wheelhouse.core.backups.wal.StoredWal;
import dev.wheelhouse.core.backups.wal.WalGap;
import dev.wheelhouse.core.backups.wal.WalReader;
import dev.wheelhouse.core.databases.replication.TimelineHistory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The bases of one cluster in a store, as {@link StoredRuns}. */
public final class BaseCatalog extends StoredRuns {

    private final ObjectStore store;
    private final String systemIdentifier;

    /** @param systemIdentifier in decimal */
    public BaseCatalog(ObjectStore store, String systemIdentifier) {
        super(store, systemIdentifier + "/base/");
        this.store = store;
        this.systemIdentifier = systemIdentifier;
    }

    /**
     * Makes a base complete, whose every object and all of whose WAL is stored. The same may be said again.
     *
     * @throws StoreException {@link StoreTrouble#EXISTS} where another base of that run is complete; {@link
     *     StoreTrouble#DAMAGED} where an object of it is gone
     */
    public void complete(BaseMeta meta) throws StoreException {
        complete(meta.runId(), namesOf(meta), MetaFile.write(meta));
    }

    /**
     * What is known of a complete base.
     *
     * @throws StoreException {@link StoreTrouble#NOT_FOUND}; {@link StoreTrouble#DAMAGED}
     */
    public BaseMeta find(String runId) throws StoreException {
        return meta(runId);
    }

    /** What can be restored from. Objects of others, and of bases on their way, are passed over. */
    public FoundRuns<BaseMeta> bases() throws StoreException {
        return found((runId, names) -> {
            BaseMeta meta = meta(runId);
            requireObjects(runId, namesOf(meta), names);
            return meta;
        });
    }

    private static List<String> namesOf(BaseMeta meta) {
        List<String> names = new ArrayList<>(
                meta.content().volumes().stream().map(Volume::name).toList());
        if (meta.content().files() > 0) {
            names.add(BaseBackupWriter.MANIFEST);
        }
        return names;
    }

    /** Why nothing can be restored from a base that was complete; empty when it still is. */
    public Optional<String> loss(String runId) throws StoreException {
        return loss(() -> requireObjects(runId, namesOf(meta(runId)), List.of()));
    }

    private BaseMeta meta(String runId) throws StoreException {
        BaseMeta meta = meta(runId, MetaFile::read);
        if (!meta.runId().equals(runId) || !meta.systemIdentifier().equals(systemIdentifier)) {
            throw ofAnother(runId);
        }
        return meta;
    }

    /**
     * All that is stored of the cluster, for planning.
     *
     * @param bases as {@link #bases} found them
     * @param kept ids of runs whose bases stay whatever their age
     * @param end where the newest WAL ends; null when that is not known
     * @param damaged hears what is wrong with timelines' histories that say nothing, a sentence each
     */
    public StoredHistory history(
            List<BaseMeta> bases,
            Set<String> kept,
            List<WalGap> gaps,
            @Nullable StoredEnd end,
            long segmentBytes,
            Consumer<String> damaged)
            throws IOException {
        List<StoredObject> wal = store.list(systemIdentifier + "/wal/");
        Timelines timelines = timelines(wal, new WalReader(store, systemIdentifier, segmentBytes), damaged);
        return new StoredHistory(
                bases.stream()
                        .map(each -> each.planned(kept.contains(each.runId())))
                        .toList(),
                StoredWal.of(wal, systemIdentifier, segmentBytes),
                timelines,
                gaps,
                end,
                segmentBytes);
    }

    private static Timelines timelines(List<StoredObject> wal, WalReader reader, Consumer<String> damaged)
            throws IOException {
        List<TimelineHistory> histories = new ArrayList<>();
        Set<Integer> unreadable = new TreeSet<>();
        for (StoredObject each : wal) {
            try {
                Optional<TimelineHistory> found = reader.history(each.name());
                if (found.isPresent()) {
                    var _ = Timelines.of(List.of(found.get()));
                    histories.add(found.get());
                }
            } catch (StoreException e) {
                if (e.trouble() != StoreTrouble.DAMAGED) {
                    throw e;
                }
                reader.timelineOf(each.name()).ifPresent(unreadable::add);
                damaged.accept(String.valueOf(e.getMessage()));
            } catch (IllegalArgumentException e) {
                reader.timelineOf(each.name()).ifPresent(unreadable::add);
                damaged.accept(each.name() + " is damaged: " + e.getMessage());
            }
        }
        return Timelines.of(histories, unreadable);
    }
}

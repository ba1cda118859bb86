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
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bases of one cluster in a store. A base is there once its {@code meta.json} is, and no longer once its mark is that it
 * goes: the mark comes first, then {@code meta.json} and the other objects go, the mark last, so that what a killed console
 * began is seen and finished. Thread-safe; of those that change one base at a time.
 */
public final class BaseCatalog {

    private static final String META = "meta.json";
    private static final String MARK = "deleting";
    private static final Pattern RUN = Pattern.compile("[a-z0-9_]{1,64}");

    private final ObjectStore store;
    private final String systemIdentifier;
    private final String prefix;

    /** @param systemIdentifier in decimal */
    public BaseCatalog(ObjectStore store, String systemIdentifier) {
        this.store = store;
        this.systemIdentifier = systemIdentifier;
        prefix = systemIdentifier + "/base/";
    }

    /**
     * Where a run stores its base, with a slash behind it.
     *
     * @throws IllegalArgumentException for an id with anything but lower-case letters, digits and underscores
     */
    public String directory(String runId) {
        if (!RUN.matcher(runId).matches()) {
            throw new IllegalArgumentException("No id of a run: " + runId);
        }
        return prefix + runId + "/";
    }

    /**
     * Makes a base complete, whose every object and all of whose WAL is stored. The same may be said again.
     *
     * @throws StoreException {@link StoreTrouble#EXISTS} where another base of that run is complete; {@link
     *     StoreTrouble#DAMAGED} where an object of it is gone
     */
    public void complete(BaseMeta meta) throws StoreException {
        requireObjects(meta, List.of());
        String name = directory(meta.runId()) + META;
        byte[] bytes = MetaFile.write(meta).getBytes(StandardCharsets.UTF_8);
        if (!store.create(name, bytes) && !Arrays.equals(bytes, read(name))) {
            throw new StoreException(StoreTrouble.EXISTS, name + " is in the store already, with other content.", null);
        }
    }

    private byte[] read(String name) throws StoreException {
        try (InputStream bytes = store.open(name)) {
            return bytes.readNBytes(ObjectStore.PART_BYTES);
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(StoreTrouble.AWAY, name + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * What is known of a complete base.
     *
     * @throws StoreException {@link StoreTrouble#NOT_FOUND}; {@link StoreTrouble#DAMAGED}
     */
    public BaseMeta find(String runId) throws StoreException {
        return meta(runId, directory(runId) + META);
    }

    /** What can be restored from. Objects of others, and of bases on their way, are passed over. */
    public StoredBases bases() throws StoreException {
        List<BaseMeta> complete = new ArrayList<>();
        List<String> damaged = new ArrayList<>();
        for (Map.Entry<String, List<String>> each : objects().entrySet()) {
            if (!each.getValue().contains(META) || each.getValue().contains(MARK)) {
                continue;
            }
            String name = directory(each.getKey()) + META;
            try {
                BaseMeta meta = meta(each.getKey(), name);
                requireObjects(meta, each.getValue());
                complete.add(meta);
            } catch (StoreException e) {
                if (e.trouble() == StoreTrouble.DAMAGED) {
                    damaged.add(String.valueOf(e.getMessage()));
                } else if (e.trouble() != StoreTrouble.NOT_FOUND) {
                    // One that is not found went since it was listed.
                    throw e;
                }
            }
        }
        return new StoredBases(complete, damaged);
    }

    /** @param listed names within the base's directory; a listing may be late, so others are looked for */
    private void requireObjects(BaseMeta meta, List<String> listed) throws StoreException {
        List<String> names = new ArrayList<>(
                meta.content().volumes().stream().map(Volume::name).toList());
        if (meta.content().files() > 0) {
            names.add(BaseBackupWriter.MANIFEST);
        }
        for (String each : names) {
            String name = directory(meta.runId()) + each;
            if (!listed.contains(each) && store.find(name).isEmpty()) {
                throw new StoreException(StoreTrouble.DAMAGED, name + " is not in the store any more.", null);
            }
        }
    }

    /** Why nothing can be restored from a base that was complete; empty when it still is. */
    public Optional<String> loss(String runId) throws StoreException {
        try {
            requireObjects(meta(runId, directory(runId) + META), List.of());
            return Optional.empty();
        } catch (StoreException e) {
            if (e.trouble() == StoreTrouble.DAMAGED || e.trouble() == StoreTrouble.NOT_FOUND) {
                return Optional.of(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    private BaseMeta meta(String runId, String name) throws StoreException {
        BaseMeta meta;
        try {
            meta = MetaFile.read(new String(read(name), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw new StoreException(StoreTrouble.DAMAGED, name + " is damaged: " + e.getMessage() + ".", e);
        }
        if (!meta.runId().equals(runId) || !meta.systemIdentifier().equals(systemIdentifier)) {
            throw new StoreException(StoreTrouble.DAMAGED, name + " is damaged: it is of another base.", null);
        }
        return meta;
    }

    /** The names of the objects of each run, within its directory. */
    private Map<String, List<String>> objects() throws StoreException {
        Map<String, List<String>> objects = new TreeMap<>();
        for (StoredObject each : store.list(prefix)) {
            String name = each.name().substring(prefix.length());
            int slash = name.indexOf('/');
            if (slash > 0 && RUN.matcher(name.substring(0, slash)).matches()) {
                objects.computeIfAbsent(name.substring(0, slash), _ -> new ArrayList<>())
                        .add(name.substring(slash + 1));
            }
        }
        return objects;
    }

    /** Removes a base, complete or not. When it fails, {@link #finishRemovals} goes on. */
    public void remove(String runId) throws StoreException {
        remove(runId, objects().getOrDefault(runId, List.of()));
    }

    private void remove(String runId, List<String> names) throws StoreException {
        store.create(directory(runId) + MARK, new byte[] {'\n'});
        finishRemoval(runId, names);
    }

    /** Goes on with what a killed console began to remove. */
    public void finishRemovals() throws StoreException {
        for (Map.Entry<String, List<String>> each : objects().entrySet()) {
            if (each.getValue().contains(MARK)) {
                finishRemoval(each.getKey(), each.getValue());
            }
        }
    }

    private void finishRemoval(String runId, List<String> names) throws StoreException {
        String directory = directory(runId);
        store.delete(List.of(directory + META));
        store.delete(names.stream()
                .filter(each -> !each.equals(MARK))
                .map(each -> directory + each)
                .toList());
        store.delete(List.of(directory + MARK));
    }

    /**
     * Removes what runs left that never became complete.
     *
     * @param others gives the ids of those that are under way on any console, or known as complete; asked once the store
     *     was listed, so that it has every run that was listed
     * @return the ids of those of which something was removed
     */
    public Set<String> removeUnfinished(Supplier<Set<String>> others) throws StoreException {
        Map<String, List<String>> left = objects();
        left.keySet().removeAll(others.get());
        Set<String> removed = new TreeSet<>();
        for (Map.Entry<String, List<String>> each : left.entrySet()) {
            if (isUnfinished(each.getKey(), each.getValue())) {
                remove(each.getKey(), each.getValue());
                removed.add(each.getKey());
            }
        }
        return removed;
    }

    /** A listing may be late, so that what makes a base complete is looked for. */
    private boolean isUnfinished(String runId, List<String> names) throws StoreException {
        return !names.contains(META) && store.find(directory(runId) + META).isEmpty();
    }

    /** Removes what a run left, unless it became complete. */
    public void removeUnfinished(String runId) throws StoreException {
        List<String> names = objects().getOrDefault(runId, List.of());
        if (isUnfinished(runId, names)) {
            remove(runId, names);
        }
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

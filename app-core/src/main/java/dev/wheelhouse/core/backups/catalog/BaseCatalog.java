package dev.wheelhouse.core.backups.catalog;

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
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
     * @throws StoreException {@link StoreTrouble#EXISTS} where another base of that run is complete
     */
    public void complete(BaseMeta meta) throws StoreException {
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
                complete.add(meta(each.getKey(), name));
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
     * @param running the ids of those that are under way on any console
     * @return the ids of the others
     */
    public Set<String> removeUnfinished(Set<String> running) throws StoreException {
        Map<String, List<String>> left = objects();
        left.entrySet().removeIf(each -> each.getValue().contains(META) || running.contains(each.getKey()));
        for (Map.Entry<String, List<String>> each : left.entrySet()) {
            remove(each.getKey(), each.getValue());
        }
        return left.keySet();
    }

    /**
     * All that is stored of the cluster, for planning.
     *
     * @param bases as {@link #bases} found them
     * @param kept ids of runs whose bases stay whatever their age
     * @param end where the newest WAL ends; null when that is not known
     * @throws StoreException {@link StoreTrouble#DAMAGED} for a timeline's history that says nothing
     */
    public StoredHistory history(
            List<BaseMeta> bases, Set<String> kept, List<WalGap> gaps, @Nullable StoredEnd end, long segmentBytes)
            throws IOException {
        List<StoredObject> wal = store.list(systemIdentifier + "/wal/");
        Timelines timelines;
        try {
            timelines = Timelines.of(new WalReader(store, systemIdentifier, segmentBytes).histories(wal));
        } catch (IllegalArgumentException e) {
            throw new StoreException(StoreTrouble.DAMAGED, "A timeline's history is damaged: " + e.getMessage(), e);
        }
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
}

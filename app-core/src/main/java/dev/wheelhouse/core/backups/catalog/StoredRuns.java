package dev.wheelhouse.core.backups.catalog;

import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import dev.wheelhouse.core.backups.store.StoredObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * What the runs of one configuration have in a store, a directory each. It is there once its {@code meta.json} is, and no
 * longer once its mark is that it goes: the mark comes first, then {@code meta.json} and the other objects go, the mark
 * last, so that what a killed console began is seen and finished. Thread-safe; of those that change one run at a time.
 */
public class StoredRuns {

    private static final String META = "meta.json";
    private static final String MARK = "deleting";
    private static final Pattern RUN = Pattern.compile("[a-z0-9_]{1,64}");

    private final ObjectStore store;
    private final String prefix;

    /** @param prefix of the directories, with a slash behind it */
    StoredRuns(ObjectStore store, String prefix) {
        this.store = store;
        this.prefix = prefix;
    }

    /**
     * Where a run stores its objects, with a slash behind it.
     *
     * @throws IllegalArgumentException for an id with anything but lower-case letters, digits and underscores
     */
    public final String directory(String runId) {
        if (!RUN.matcher(runId).matches()) {
            throw new IllegalArgumentException("No id of a run: " + runId);
        }
        return prefix + runId + "/";
    }

    /** @param names of the objects that have to be there, within the run's directory */
    final void complete(String runId, Collection<String> names, String meta) throws StoreException {
        requireObjects(runId, names, List.of());
        String name = directory(runId) + META;
        byte[] bytes = meta.getBytes(StandardCharsets.UTF_8);
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

    /** @param reader throws {@link IllegalArgumentException} for text that is none, and says why */
    final <M> M meta(String runId, Function<String, M> reader) throws StoreException {
        String name = directory(runId) + META;
        try {
            return reader.apply(new String(read(name), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw new StoreException(StoreTrouble.DAMAGED, name + " is damaged: " + e.getMessage() + ".", e);
        }
    }

    final StoreException ofAnother(String runId) {
        return new StoreException(
                StoreTrouble.DAMAGED, directory(runId) + META + " is damaged: it is of another backup.", null);
    }

    /** @param listed names within the run's directory; a listing may be late, so others are looked for */
    final void requireObjects(String runId, Collection<String> names, List<String> listed) throws StoreException {
        for (String each : names) {
            String name = directory(runId) + each;
            if (!listed.contains(each) && store.find(name).isEmpty()) {
                throw new StoreException(StoreTrouble.DAMAGED, name + " is not in the store any more.", null);
            }
        }
    }

    /** Looks for something that was complete. */
    @FunctionalInterface
    interface Look {
        void run() throws StoreException;
    }

    /** What it says is lost or damaged; empty for nothing. */
    static Optional<String> loss(Look look) throws StoreException {
        try {
            look.run();
            return Optional.empty();
        } catch (StoreException e) {
            if (e.trouble() == StoreTrouble.DAMAGED || e.trouble() == StoreTrouble.NOT_FOUND) {
                return Optional.of(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    private static boolean isComplete(List<String> names) {
        return names.contains(META) && !names.contains(MARK);
    }

    /** Reads what is known of a run. */
    @FunctionalInterface
    interface Reading<M> {
        /** @param names of the run's objects, as they were listed */
        M read(String runId, List<String> names) throws StoreException;
    }

    /** What can be restored from. */
    final <M> FoundRuns<M> found(Reading<M> reading) throws StoreException {
        List<M> complete = new ArrayList<>();
        List<String> damaged = new ArrayList<>();
        for (Map.Entry<String, List<String>> each : objects().entrySet()) {
            if (!isComplete(each.getValue())) {
                continue;
            }
            try {
                complete.add(reading.read(each.getKey(), each.getValue()));
            } catch (StoreException e) {
                if (e.trouble() == StoreTrouble.DAMAGED) {
                    damaged.add(String.valueOf(e.getMessage()));
                } else if (e.trouble() != StoreTrouble.NOT_FOUND) {
                    // One that is not found went since it was listed.
                    throw e;
                }
            }
        }
        return new FoundRuns<>(complete, damaged);
    }

    /** The names of the objects of each run, within its directory. */
    final Map<String, List<String>> objects() throws StoreException {
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

    /** Removes what a run stored, complete or not. When it fails, {@link #finishRemovals} goes on. */
    public final void remove(String runId) throws StoreException {
        remove(runId, objects().getOrDefault(runId, List.of()));
    }

    private void remove(String runId, List<String> names) throws StoreException {
        store.create(directory(runId) + MARK, new byte[] {'\n'});
        finishRemoval(runId, names);
    }

    /** Goes on with what a killed console began to remove. */
    public final void finishRemovals() throws StoreException {
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
    public final Set<String> removeUnfinished(Supplier<Set<String>> others) throws StoreException {
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

    /** A listing may be late, so that what makes a run complete is looked for. */
    private boolean isUnfinished(String runId, List<String> names) throws StoreException {
        return !names.contains(META) && store.find(directory(runId) + META).isEmpty();
    }

    /** Removes what a run left, unless it became complete. */
    public final void removeUnfinished(String runId) throws StoreException {
        List<String> names = objects().getOrDefault(runId, List.of());
        if (isUnfinished(runId, names)) {
            remove(runId, names);
        }
    }
}

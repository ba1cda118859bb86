package dev.wheelhouse.core.backups.catalog;

import dev.wheelhouse.core.backups.base.Volume;
import dev.wheelhouse.core.backups.base.VolumeReader;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import dev.wheelhouse.core.platform.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** The dumps of one database, or the copies of one file, in a store, as {@link StoredRuns}. */
public final class DumpCatalog extends StoredRuns {

    private final ObjectStore store;
    private final String configId;

    public DumpCatalog(ObjectStore store, String configId) {
        super(store, configId + "/dump/");
        this.store = store;
        this.configId = configId;
    }

    /**
     * Makes one complete whose every volume is stored. The same may be said again.
     *
     * @throws StoreException {@link StoreTrouble#EXISTS} where another one of that run is complete; {@link
     *     StoreTrouble#DAMAGED} where a volume of it is gone
     */
    public void complete(DumpMeta meta) throws StoreException {
        complete(meta.runId(), namesOf(meta), Json.write(meta));
    }

    private static List<String> namesOf(DumpMeta meta) {
        return meta.volumes().stream().map(Volume::name).toList();
    }

    /**
     * What is known of a complete one.
     *
     * @throws StoreException {@link StoreTrouble#NOT_FOUND}; {@link StoreTrouble#DAMAGED}
     */
    public DumpMeta find(String runId) throws StoreException {
        DumpMeta meta = meta(runId, DumpMeta::read);
        if (!meta.runId().equals(runId) || !meta.configId().equals(configId)) {
            throw ofAnother(runId);
        }
        return meta;
    }

    /** What can be restored from. Objects of others, and of runs on their way, are passed over. */
    public FoundRuns<DumpMeta> dumps() throws StoreException {
        return found((runId, names) -> {
            DumpMeta meta = find(runId);
            requireObjects(runId, namesOf(meta), names);
            return meta;
        });
    }

    /** Why nothing can be restored from one that was complete; empty when it still can be. */
    public Optional<String> loss(String runId) throws StoreException {
        return loss(() -> requireObjects(runId, namesOf(find(runId)), List.of()));
    }

    /**
     * Reads all of it, and holds each volume against what was stored.
     *
     * @param read gets how many bytes were read since it was called last
     * @throws IOException that names the object that is lost or damaged
     */
    public void check(DumpMeta meta, LongConsumer read) throws IOException {
        VolumeReader.check(store, directory(meta.runId()), meta.volumes(), read);
    }

    /** All of it, as it was stored; what is damaged is an error once its volume ends. The caller closes it. */
    public InputStream open(DumpMeta meta) {
        return new VolumeReader(store, directory(meta.runId()), meta.volumes());
    }
}

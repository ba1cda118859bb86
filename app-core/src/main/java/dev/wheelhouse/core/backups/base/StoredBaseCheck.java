package dev.wheelhouse.core.backups.base;

import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import java.io.IOException;
import java.util.HashMap;
import java.util.function.LongConsumer;

/** Holds the objects of a stored base against what was stored, as they are: nothing is unpacked, and no server is needed. */
public final class StoredBaseCheck {

    private StoredBaseCheck() {}

    /**
     * Reads all of it.
     *
     * @param directory of the base in the store, with a slash behind it
     * @param read gets how many bytes were read since it was called last
     * @throws StoreException {@link StoreTrouble#NOT_FOUND}; {@link StoreTrouble#DAMAGED}; it names the object
     */
    public static void run(ObjectStore store, String directory, BaseContent content, LongConsumer read)
            throws IOException {
        VolumeReader.check(store, directory, content.volumes(), read);
        if (content.files() > 0) {
            ManifestCheck manifest = new ManifestCheck(new HashMap<>());
            try {
                BaseReader.readManifest(store, directory, manifest);
                manifest.finishManifest();
            } catch (ManifestException e) {
                throw new StoreException(StoreTrouble.DAMAGED, directory + ": " + e.getMessage(), e);
            }
        }
    }
}

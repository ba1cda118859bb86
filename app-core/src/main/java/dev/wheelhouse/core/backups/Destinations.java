package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.store.DirectoryStore;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Opens destinations. */
final class Destinations {

    private Destinations() {}

    /** @throws StoreException as far as that shows already */
    static ObjectStore open(Destination destination, DestinationKeys keys) throws StoreException {
        return switch (destination.provider()) {
            // Whoever reaches the machine's disk needs no keys.
            case FILE -> DirectoryStore.open(Path.of(destination.bucket()).resolve(destination.prefix()));
        };
    }

    /**
     * Writes, reads and deletes a small object.
     *
     * @param name that nothing else has
     * @throws StoreException {@link StoreTrouble#DAMAGED} when it is not what was written
     */
    static void tryOut(ObjectStore store, String name) throws StoreException {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        store.create(name, bytes);
        try (InputStream stored = store.open(name)) {
            if (!Arrays.equals(bytes, stored.readAllBytes())) {
                throw new StoreException(StoreTrouble.DAMAGED, "What was stored there is not what came back.", null);
            }
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(StoreTrouble.AWAY, "What was stored there cannot be read: " + e.getMessage(), e);
        } finally {
            store.delete(List.of(name));
        }
    }
}

package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.SealedStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The mark of the configuration whose backups of a cluster a store keeps, so that no other one writes between them. */
final class StoreOwner {

    private static final int LONGEST = 100;

    private StoreOwner() {}

    /** It is never sealed, or another configuration could not read whose it is. */
    private static ObjectStore plain(ObjectStore store) {
        return store instanceof SealedStore sealed ? sealed.plain() : store;
    }

    private static String name(String systemIdentifier) {
        return systemIdentifier + "/owner";
    }

    /** The id of the configuration; empty where there is none. */
    static Optional<String> find(ObjectStore store, String systemIdentifier) throws StoreException {
        try (InputStream bytes = plain(store).open(name(systemIdentifier))) {
            return Optional.of(new String(bytes.readNBytes(LONGEST), StandardCharsets.US_ASCII).strip());
        } catch (StoreException e) {
            if (e.trouble() == StoreTrouble.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        } catch (IOException e) {
            throw new StoreException(StoreTrouble.AWAY, "The owner's mark cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Sets the mark where there is none.
     *
     * @return whether it is of that configuration
     */
    static boolean claim(ObjectStore store, String systemIdentifier, String configId) throws StoreException {
        byte[] mark = (configId + "\n").getBytes(StandardCharsets.US_ASCII);
        plain(store).create(name(systemIdentifier), mark);
        // Read back, as without conditional writes two may have set it: the later one has it.
        return find(store, systemIdentifier).filter(configId::equals).isPresent();
    }

    /** Takes the mark away, if it is of that configuration. */
    static void release(ObjectStore store, String systemIdentifier, String configId) throws StoreException {
        if (find(store, systemIdentifier).filter(configId::equals).isPresent()) {
            plain(store).delete(List.of(name(systemIdentifier)));
        }
    }
}

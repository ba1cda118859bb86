package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.SealedStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The mark of the configuration whose backups of a cluster a store keeps, so that no other one writes between them: its id,
 * and its organization's, as one that was adopted has the id that it had on the console that was lost.
 */
final class StoreOwner {

    private static final int LONGEST = 200;

    private StoreOwner() {}

    /** It is never sealed, or another configuration could not read whose it is. */
    private static ObjectStore plain(ObjectStore store) {
        return store instanceof SealedStore sealed ? sealed.plain() : store;
    }

    private static String name(String systemIdentifier) {
        return systemIdentifier + "/owner";
    }

    /** What the mark of a configuration says. */
    static String mark(String configId, String organizationId) {
        return configId + " " + organizationId;
    }

    static String mark(BackupConfig config) {
        return mark(config.id(), config.organizationId());
    }

    /** The id of the configuration that a mark is of. */
    static String idOf(String mark) {
        int blank = mark.indexOf(' ');
        return blank < 0 ? mark : mark.substring(0, blank);
    }

    /** What the mark says; empty where there is none. */
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
    static boolean claim(ObjectStore store, String systemIdentifier, String mark) throws StoreException {
        plain(store).create(name(systemIdentifier), bytes(mark));
        // Read back, as without conditional writes two may have set it: the later one has it.
        Optional<String> found = find(store, systemIdentifier);
        if (found.filter(idOf(mark)::equals).isPresent()) {
            // Marks said the id alone once.
            take(store, systemIdentifier, mark);
            return true;
        }
        return found.filter(mark::equals).isPresent();
    }

    /**
     * Makes sure that no other console has taken a configuration's backups over.
     *
     * @throws AppException {@code state_invalid}
     */
    static void require(ObjectStore store, BackupConfig config) throws StoreException {
        if (find(store, config.source().systemIdentifier())
                .filter(mark(config)::equals)
                .isEmpty()) {
            throw ofAnother();
        }
    }

    static AppException ofAnother() {
        return new AppException(
                PlatformError.STATE_INVALID, "Another configuration keeps its backups in the same place.");
    }

    /** Sets the mark whosever it was. */
    static void take(ObjectStore store, String systemIdentifier, String mark) throws StoreException {
        plain(store).replace(name(systemIdentifier), bytes(mark));
    }

    private static byte[] bytes(String mark) {
        return (mark + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** Takes the mark away, if it is of that configuration. */
    static void release(ObjectStore store, String systemIdentifier, String mark) throws StoreException {
        if (find(store, systemIdentifier).filter(mark::equals).isPresent()) {
            plain(store).delete(List.of(name(systemIdentifier)));
        }
    }
}

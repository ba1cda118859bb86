package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoredObject;
import dev.wheelhouse.core.databases.replication.ReplicationException;
import dev.wheelhouse.core.platform.console.Lease;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Removes what deleted configurations left: the slot, which fills the cluster's disk, and objects. Thread-safe. */
final class LeftoverCare {

    private static final System.Logger LOG = System.getLogger(LeftoverCare.class.getName());

    /** For how long a connection is kept that a slot is dropped over. */
    private static final Duration SLOT_WAIT = Duration.ofDays(7);

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final Predicate<String> isAtWork;

    /** @param isAtWork whether this console still writes the backups of a configuration; its lease would not keep it off */
    LeftoverCare(BackupsConfig parts, BackupStores stores, Predicate<String> isAtWork) {
        this.parts = parts;
        this.stores = stores;
        this.isAtWork = isAtWork;
    }

    /** A server that has not answered for long may be gone, and then its connection may go. */
    List<String> usesOfConnection(Transaction tx, String databaseId) {
        return stores
                .leftovers()
                .ofConnection(tx, databaseId, parts.clock().instant().minus(SLOT_WAIT))
                .stream()
                .filter(Leftover::mayHaveSlot)
                .map(each -> "the slot of deleted backups, which is dropped once the server answers (by hand: SELECT"
                        + " pg_drop_replication_slot('wheelhouse_" + each.id() + "'))")
                .toList();
    }

    void look() {
        for (Leftover each : parts.store().read(tx -> stores.leftovers().of(tx, parts.homeId()))) {
            if (!isAtWork.test(each.id())) {
                parts.leases().during("the backups of " + each.id(), lease -> remove(each, lease));
            }
        }
    }

    private void remove(Leftover left, Lease lease) {
        // Either may be away for long, and the other must not wait for it.
        boolean slotIsGone = !left.mayHaveSlot()
                || isDone(left, () -> {
                    Optional<BackupSlot> slot = BackupSlot.of(parts, left);
                    if (slot.isPresent()) {
                        slot.get().drop();
                    }
                });
        boolean objectsAreGone = isDone(left, () -> {
            removeObjects(left);
            removeSpool(left.id());
        });
        if (slotIsGone && objectsAreGone) {
            parts.store().change(tx -> {
                parts.leases().require(tx, lease);
                DestinationKeys.deleteAll(tx, parts.vault(), left.id());
                stores.leftovers().delete(tx, left.id());
            });
        }
    }

    private interface Step {
        void run() throws ReplicationException, IOException;
    }

    private static boolean isDone(Leftover left, Step step) {
        try {
            step.run();
            return true;
        } catch (ReplicationException | IOException | AppException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "What the deleted backups " + left.id() + " left cannot be removed yet: " + e.getMessage());
            return false;
        }
    }

    private void removeObjects(Leftover left) throws StoreException {
        String mark = StoreOwner.mark(left.id(), left.organizationId());
        try (ObjectStore store = Destinations.open(parts, left.id(), left.destination())) {
            if (left.deletesObjects()
                    && StoreOwner.find(store, left.systemIdentifier())
                            .filter(mark::equals)
                            .isPresent()) {
                store.delete(store.list(left.systemIdentifier() + "/").stream()
                        .map(StoredObject::name)
                        .filter(each -> !each.equals(left.systemIdentifier() + "/owner"))
                        .toList());
            }
            // Last: what is not removed yet has its owner still.
            StoreOwner.release(store, left.systemIdentifier(), mark);
        }
    }

    /** The console's own copies of WAL, or of a file. */
    private void removeSpool(String id) throws IOException {
        Path directory = parts.home().file("backups").resolve(id);
        if (!Files.isDirectory(directory)) {
            return;
        }
        List<Path> found;
        try (Stream<Path> files = Files.walk(directory)) {
            found = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : found) {
            Files.deleteIfExists(each);
        }
    }
}

package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.Collection;
import java.util.List;

/** Work that begins by itself and was set up with keys. */
@FunctionalInterface
public interface KeyWork {

    /**
     * Turns off what was set up with any of these keys, in the transaction that deletes them.
     *
     * @return what it did, which is told once all rows are written
     */
    List<NewEvent> stop(Transaction tx, String organizationId, Collection<String> keyIds);
}

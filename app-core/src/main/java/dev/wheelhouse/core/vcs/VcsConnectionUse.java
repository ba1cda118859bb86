package dev.wheelhouse.core.vcs;

import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;

/** A feature that works with connections; registered with {@link VcsConnectionService#registerUse}. */
@FunctionalInterface
public interface VcsConnectionUse {

    /**
     * What uses a connection, each in words such as {@code the app shop}; whatever it is, the connection cannot be deleted
     * while there is any.
     */
    List<String> of(Transaction tx, String connectionId);
}

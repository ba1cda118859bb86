package dev.wheelhouse.core.databases.connections;

import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;

/** A feature that works connections; registered with {@link ConnectionService#registerUse}. */
@FunctionalInterface
public interface ConnectionUse {

    /**
     * What works a connection, each in words such as {@code its backups}; whatever it is, the connection cannot be deleted
     * while there is any.
     */
    List<String> of(Transaction tx, String connectionId);
}

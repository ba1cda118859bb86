package dev.wheelhouse.core.databases.connections;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A feature that works connections; registered with {@link ConnectionService#registerUse}. */
@FunctionalInterface
public interface ConnectionUse {

    /**
     * What works a connection, each in words such as {@code its backups}; whatever it is, the connection cannot be deleted
     * while there is any.
     */
    List<String> of(Transaction tx, String connectionId);

    /**
     * What another address, login or password would stop, each as a sentence; asked before the change, outside of any
     * transaction, and may connect.
     *
     * @param after the connection as it would be
     * @param password its password; null for none
     */
    default List<String> stoppedBy(DatabaseConnection after, @Nullable String password) {
        return List.of();
    }
}

package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;

/** A feature whose things live on servers; registered with {@link ServerService#registerUse}. */
@FunctionalInterface
public interface ServerUse {

    /**
     * What uses a server, each in words such as {@code the database connection shop}; whatever it is, the server cannot
     * be deleted while there is any.
     */
    List<String> of(Transaction tx, String serverId);
}

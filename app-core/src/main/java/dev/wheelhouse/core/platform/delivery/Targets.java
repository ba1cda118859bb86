package dev.wheelhouse.core.platform.delivery;

import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Optional;

/** The targets of a feature. Thread-safe. */
public interface Targets {

    /** One of them. */
    record Key(String id, String organizationId) {}

    /** Those that are enabled, of all organizations. */
    List<Key> enabled(Transaction tx);

    /**
     * A target as it is now; empty for one that is gone or disabled.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException {@code vault_locked}
     */
    Optional<Target> find(Key key);

    /**
     * Disables a target for good, with its event; nothing for one that is disabled already. Locks its row before any of
     * this package is touched.
     *
     * @param reason a sentence
     */
    void disable(Transaction tx, Key key, String reason);
}

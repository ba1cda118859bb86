package dev.wheelhouse.core.platform.delivery;

import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Optional;

/** The targets of a feature. Thread-safe. */
public interface Targets {

    /** One of them. */
    record Key(String id, String organizationId) {}

    /** What is wrong with a target. */
    enum Trouble {
        /** A message was refused for good, or nothing was taken for 4 minutes; noticed once until something is taken. */
        FAILING,

        /** Nothing was taken for 5 days. */
        SILENT,

        /** The far side wants no more of anything. */
        GONE
    }

    /**
     * Whether what repeats is told in one message with growing pauses between them, and what happened while nothing could be
     * sent for a day in one digest.
     */
    boolean paced();

    /** Those that are enabled, of all organizations. */
    List<Key> enabled(Transaction tx);

    /**
     * A target as it is now; empty for one that is gone or disabled.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException {@code vault_locked}
     */
    Optional<Target> find(Key key);

    /**
     * Does what is to be done about a target in trouble, with its event; nothing for one that is gone or disabled. Locks its
     * row before any of this package is touched.
     *
     * @param reason a sentence
     * @return whether the target is disabled for good
     */
    boolean isDisabledFor(Trouble trouble, Transaction tx, Key key, String reason);
}

package dev.wheelhouse.core.platform.caller;

import dev.wheelhouse.core.platform.store.Transaction;

/** Finds out what work that begins by itself may do. */
@FunctionalInterface
public interface Actors {

    /**
     * The actor as a caller, as of now: with its scopes that the member's role has now.
     *
     * @param origin what began the work
     * @param requestId names it in the log
     * @throws dev.wheelhouse.core.platform.error.AppException {@code insufficient_scope} when the member is gone
     */
    Caller caller(Transaction tx, String organizationId, Actor actor, Origin origin, String requestId);
}

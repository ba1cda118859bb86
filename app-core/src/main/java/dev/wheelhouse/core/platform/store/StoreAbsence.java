package dev.wheelhouse.core.platform.store;

import dev.wheelhouse.core.platform.error.AppException;

/** What a start does while the server of a shared state is away. */
@FunctionalInterface
public interface StoreAbsence {

    /** The start fails. */
    StoreAbsence NOT_WAITED_FOR = _ -> false;

    /** Waits as long as it likes and returns whether to try again. */
    boolean isWaitedFor(AppException failure);

    /** The server that was waited for answers. Its schema is brought up to date next, which may take long. */
    default void ended() {}
}

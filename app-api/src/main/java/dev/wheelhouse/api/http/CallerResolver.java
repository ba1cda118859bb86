package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;

/** Finds out who asks. Thread-safe; may block. */
@FunctionalInterface
public interface CallerResolver {

    /** @throws AppException {@code unauthenticated} or {@code token_expired} */
    Caller resolve(RequestHead head);
}

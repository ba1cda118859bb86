package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.error.AppException;

/** Looks at every request before anything is done with it. Thread-safe. */
@FunctionalInterface
public interface Guard {

    /** @throws AppException when the request must go no further */
    void check(RequestHead head);
}

package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.idempotency.IdempotentCall;
import org.jspecify.annotations.Nullable;

/** See {@link dev.wheelhouse.core.platform.idempotency.IdempotencyKeys#begin}. */
@FunctionalInterface
public interface IdempotentCalls {

    IdempotentCall begin(Caller caller, String operation, String key, @Nullable String content);
}

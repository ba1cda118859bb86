package dev.wheelhouse.api.testing;

import dev.wheelhouse.api.http.IdempotentCalls;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.idempotency.IdempotentCall;
import org.jspecify.annotations.Nullable;

/** For servers without a state, whose calls have no keys. */
public final class NoIdempotency implements IdempotentCalls {

    @Override
    public IdempotentCall begin(Caller caller, String operation, String key, @Nullable String content) {
        throw new IllegalStateException("This server has no state");
    }
}

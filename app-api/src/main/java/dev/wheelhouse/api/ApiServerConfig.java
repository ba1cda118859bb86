package dev.wheelhouse.api;

import dev.wheelhouse.api.http.HttpLimits;
import dev.wheelhouse.api.http.IdempotentCalls;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import java.util.Collection;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * What the listener needs from outside.
 *
 * @param listener where to listen first; port 0 for a free one
 * @param hostNames names in {@code Host} that are ours beside the loopback ones, without port; asked at each request
 * @param publicNames the same for routes that are opened by a signature
 * @param limits sizes and times
 * @param requestExecutor makes a virtual thread for each request; not closed by the server
 * @param ids names requests
 * @param calls knows those with an {@code Idempotency-Key}
 */
public record ApiServerConfig(
        ListenerSettings listener,
        Supplier<? extends Collection<String>> hostNames,
        Supplier<? extends Collection<String>> publicNames,
        HttpLimits limits,
        Executor requestExecutor,
        IdGenerator ids,
        IdempotentCalls calls) {}

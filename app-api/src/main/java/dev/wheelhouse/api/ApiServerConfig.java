package dev.wheelhouse.api;

import dev.wheelhouse.api.http.HttpLimits;
import dev.wheelhouse.api.http.IdempotentCalls;
import dev.wheelhouse.core.platform.id.IdGenerator;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * What the listener needs from outside.
 *
 * @param port 0 for a free one
 * @param hostNames names in {@code Host} that are ours beside the loopback ones, without port
 * @param publicNames the same for routes that are opened by a signature
 * @param limits sizes and times
 * @param requestExecutor makes a virtual thread for each request; not closed by the server
 * @param ids names requests
 * @param calls knows those with an {@code Idempotency-Key}
 */
public record ApiServerConfig(
        int port,
        Set<String> hostNames,
        Set<String> publicNames,
        HttpLimits limits,
        Executor requestExecutor,
        IdGenerator ids,
        IdempotentCalls calls) {

    public ApiServerConfig {
        hostNames = Set.copyOf(hostNames);
        publicNames = Set.copyOf(publicNames);
    }
}

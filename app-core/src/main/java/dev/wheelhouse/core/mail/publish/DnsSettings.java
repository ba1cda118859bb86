package dev.wheelhouse.core.mail.publish;

import dev.wheelhouse.core.platform.store.JsonStored;
import org.jspecify.annotations.Nullable;

/**
 * Where a domain's zone is kept, checked and without its secret. What its provider has not is null.
 *
 * @param server host name or address without brackets
 * @param port of TCP
 * @param zone in lower case as A-labels, without a dot at the end; null for the one that the domain lies in
 * @param tsigName of the key, in lower case, without a dot at the end
 * @param url http(s), without a slash at the end
 */
public record DnsSettings(
        DnsProvider provider,
        @Nullable String server,
        @Nullable Integer port,
        @Nullable String zone,
        @Nullable String tsigName,
        @Nullable TsigAlgorithm tsigAlgorithm,
        @Nullable String url)
        implements JsonStored {}

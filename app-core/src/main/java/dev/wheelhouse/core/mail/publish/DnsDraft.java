package dev.wheelhouse.core.mail.publish;

import org.jspecify.annotations.Nullable;

/**
 * What somebody says about where a domain's zone is kept, unchecked; null for a field left out.
 *
 * @param provider a wire name of {@link DnsProvider}
 */
public record DnsDraft(
        @Nullable String provider,
        @Nullable String server,
        @Nullable Integer port,
        @Nullable String zone,
        @Nullable String tsigName,
        @Nullable String tsigAlgorithm,
        @Nullable String tsigSecret,
        @Nullable String url,
        @Nullable String token) {

    /** Without secrets. */
    @Override
    public String toString() {
        return "DnsDraft[" + provider + "]";
    }
}

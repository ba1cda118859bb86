package dev.wheelhouse.core.mail.publish;

import dev.wheelhouse.core.platform.json.WireName;
import java.util.Set;

/** Who keeps a zone, and which fields say how it is reached. */
public enum DnsProvider implements WireName {
    /** A server that takes dynamic updates signed with TSIG: BIND, Knot DNS, PowerDNS. */
    RFC2136("tsigSecret"),
    CLOUDFLARE("token"),
    POWERDNS("token");

    private final String secret;

    DnsProvider(String secret) {
        this.secret = secret;
    }

    Set<String> fields() {
        return switch (this) {
            case RFC2136 -> Set.of("server", "port", "zone", "tsigName", "tsigAlgorithm", secret);
            case CLOUDFLARE -> Set.of("zone", secret);
            case POWERDNS -> Set.of("url", "zone", secret);
        };
    }

    /** The field whose value is kept apart from the others, and never shown. */
    public String secret() {
        return secret;
    }
}

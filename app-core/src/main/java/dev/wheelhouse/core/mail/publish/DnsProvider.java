package dev.wheelhouse.core.mail.publish;

import dev.wheelhouse.core.platform.json.WireName;
import java.util.Set;

/** Who keeps a zone, and which fields say how it is reached. */
public enum DnsProvider implements WireName {
    /** A server that takes dynamic updates signed with TSIG: BIND, Knot DNS, PowerDNS. */
    RFC2136(Set.of("server", "port", "zone", "tsigName", "tsigAlgorithm", "tsigSecret"), "tsigSecret"),
    CLOUDFLARE(Set.of("zone", "token"), "token"),
    POWERDNS(Set.of("url", "zone", "token"), "token");

    private final Set<String> fields;
    private final String secret;

    DnsProvider(Set<String> fields, String secret) {
        this.fields = fields;
        this.secret = secret;
    }

    Set<String> fields() {
        return fields;
    }

    /** The field whose value is kept apart from the others, and never shown. */
    public String secret() {
        return secret;
    }
}

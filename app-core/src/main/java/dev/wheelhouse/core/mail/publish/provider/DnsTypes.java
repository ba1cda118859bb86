package dev.wheelhouse.core.mail.publish.provider;

import dev.wheelhouse.core.mail.dns.DnsType;
import java.util.Arrays;
import java.util.Optional;

/** Types as providers name them. */
final class DnsTypes {

    private DnsTypes() {}

    /** Empty for one that mail has nothing to do with. */
    static Optional<DnsType> find(String name) {
        return Arrays.stream(DnsType.values())
                .filter(each -> each.name().equals(name))
                .findFirst();
    }
}

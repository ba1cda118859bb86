package dev.wheelhouse.core.mail.spf;

import org.jspecify.annotations.Nullable;

/** One term of a record (RFC 7208 section 4.6.1). */
sealed interface SpfTerm {

    /** As it stands in the record. */
    String text();

    /** What a mechanism looks at. */
    enum Kind {
        ALL,
        INCLUDE,
        A,
        MX,
        PTR,
        EXISTS,
        IP4,
        IP6;

        /** Whether it counts as one of the ten look-ups. */
        boolean asksDns() {
            return this != ALL && this != IP4 && this != IP6;
        }
    }

    /**
     * @param result of the record when it matches
     * @param domain null for the domain whose record it is
     * @param network null but for {@code ip4} and {@code ip6}
     * @param prefix4 how many bits of IPv4 addresses are compared
     * @param prefix6 how many bits of IPv6 addresses are compared
     */
    record Mechanism(
            String text,
            SpfResult result,
            Kind kind,
            @Nullable MacroString domain,
            @Nullable SpfAddress network,
            int prefix4,
            int prefix6)
            implements SpfTerm {}

    /** @param name in lower case */
    record Modifier(String text, String name, MacroString value) implements SpfTerm {}

    /** @param problem a sentence */
    record Invalid(String text, String problem) implements SpfTerm {}
}

package dev.wheelhouse.core.mail.spf;

import dev.wheelhouse.core.platform.json.WireName;

/** Answers the questions of an SPF evaluation. */
@FunctionalInterface
public interface SpfDns {

    /** The record types that SPF asks for. */
    enum Type implements WireName {
        TXT,
        A,
        AAAA,
        MX,
        PTR
    }

    /**
     * Follows CNAMEs. Never throws for what a server does: a time-out, SERVFAIL or a broken answer is
     * {@link SpfAnswer.Status#FAILED}.
     *
     * @param name in lower case as A-labels, at most 253 characters, without a dot at the end
     */
    SpfAnswer ask(Type type, String name);
}

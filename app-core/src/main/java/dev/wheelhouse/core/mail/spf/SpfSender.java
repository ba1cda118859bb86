package dev.wheelhouse.core.mail.spf;

import java.time.Instant;

/**
 * Who sends a mail, as an SPF evaluation sees it.
 *
 * @param client the address that the connection comes from
 * @param domain of MAIL FROM; empty for a bounce, whose identity is then the name of HELO (RFC 7208 section 2.4)
 * @param localPart of MAIL FROM; empty counts as {@code postmaster}
 * @param helo the name given in HELO or EHLO
 * @param receiver the name of the host that receives, for the macro {@code r} of explanations
 * @param at for the macro {@code t} of explanations
 */
public record SpfSender(SpfAddress client, String domain, String localPart, String helo, String receiver, Instant at) {

    public SpfSender {
        domain = domain.isEmpty() ? helo : domain;
        localPart = localPart.isEmpty() ? "postmaster" : localPart;
    }

    /** The postmaster of a domain; explanations say {@code unknown} for the receiver and 0 for the time. */
    public static SpfSender of(SpfAddress client, String domain, String helo) {
        return new SpfSender(client, domain, "", helo, "unknown", Instant.EPOCH);
    }
}

package dev.wheelhouse.core.mail.check.smtp;

import java.time.Instant;
import java.util.List;

/** Asks a mail server for its greeting and its certificate. */
@FunctionalInterface
public interface SmtpHost {

    /** How the server answered. */
    sealed interface Answer {}

    /** @param reason a clause such as {@code connection refused} */
    record Unreachable(String reason) implements Answer {}

    /** @param reply in place of a greeting with 220 or of the answer to EHLO with 250 */
    record Refused(String reply) implements Answer {}

    record NoStartTls(String greeting) implements Answer {}

    /** @param reason a clause */
    record NoHandshake(String reason) implements Answer {}

    /**
     * TLS was set up, with whatever certificate the server has.
     *
     * @param names that the certificate is for
     * @param expires the end of its validity
     * @param isTrusted whether this machine trusts who signed it
     * @param publicKey the SHA-256 of its SubjectPublicKeyInfo in hex, as TLSA 3 1 1 has it
     */
    record Secured(List<String> names, Instant begins, Instant expires, boolean isTrusted, String publicKey)
            implements Answer {

        public Secured {
            names = List.copyOf(names);
        }
    }

    /**
     * Never throws for what a server does.
     *
     * @param address to connect to
     * @param host the name that TLS asks for (RFC 6066 section 3)
     */
    Answer ask(String address, String host);
}

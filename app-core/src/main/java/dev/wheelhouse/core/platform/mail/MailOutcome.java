package dev.wheelhouse.core.platform.mail;

/** What came of the try to send a mail. */
public sealed interface MailOutcome {

    /** The server has taken it over. */
    record Sent() implements MailOutcome {}

    /**
     * It was not sent, as far as is known.
     *
     * @param words a sentence with what the server said and its reply code; never the password
     * @param permanent whether the same mail would be refused again: the server said so of its sender, its recipient or
     *     its text with a reply of 500 to 599 (RFC 5321 section 4.2.1). Everything else may be mended meanwhile, as Postfix
     *     takes it too: a log-in refused (smtp_sasl_auth_soft_bounce), a greeting of 554 (smtp_skip_5xx_greeting) and a
     *     server without TLS (smtp_tls_security_level)
     */
    record Refused(String words, boolean permanent) implements MailOutcome {}
}

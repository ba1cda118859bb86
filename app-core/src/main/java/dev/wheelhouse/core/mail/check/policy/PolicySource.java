package dev.wheelhouse.core.mail.check.policy;

/** Fetches MTA-STS policies. */
@FunctionalInterface
public interface PolicySource {

    /** What became of a request. */
    sealed interface Answer {}

    /**
     * An answer of the server, also a redirect, which is never followed (RFC 8461 section 3.3).
     *
     * @param contentType empty when it told none
     */
    record Fetched(int status, String contentType, String body) implements Answer {}

    /**
     * No answer.
     *
     * @param reason a sentence
     * @param isTimeout whether the server may only have been slow
     */
    record Unreachable(String reason, boolean isTimeout) implements Answer {}

    /** Asks for {@code https://mta-sts.<domain>/.well-known/mta-sts.txt}; never throws for what a server does. */
    Answer fetch(String domain);
}

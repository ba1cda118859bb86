package dev.wheelhouse.core.mail.dns;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What all authoritative servers of a name answered.
 *
 * @param zone that the name lies in; null when none was found
 * @param answers one for each server, in the order of their names; where CNAMEs lead into another zone, one for each server
 *     of that. Empty only when no server was found
 * @param trouble a clause such as {@code the zone of example.com has no name server that can be found}; empty unless
 *     {@code answers} is empty
 */
public record ZoneAnswers(DnsQuestion question, @Nullable String zone, List<ServerAnswer> answers, String trouble) {

    public ZoneAnswers {
        answers = List.copyOf(answers);
        if (answers.isEmpty() == trouble.isEmpty()) {
            throw new IllegalArgumentException("Either answers or what is wrong");
        }
    }
}

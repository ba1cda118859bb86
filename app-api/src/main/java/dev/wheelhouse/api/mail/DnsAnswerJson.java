package dev.wheelhouse.api.mail;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a server answered, on the wire.
 *
 * @param chain names that CNAMEs led to
 */
record DnsAnswerJson(
        DnsAnswer.Status status,
        List<Found> records,
        List<String> chain,
        @Nullable String trouble) {

    /** @param ttl seconds */
    record Found(String value, @Nullable Integer priority, long ttl) {

        static Found from(DnsRecord found) {
            return new Found(found.value(), found.priority(), found.ttl());
        }
    }

    static DnsAnswerJson from(DnsAnswer answer) {
        return new DnsAnswerJson(
                answer.status(),
                answer.records().stream().map(Found::from).toList(),
                answer.chain(),
                answer.trouble().isEmpty() ? null : answer.trouble());
    }
}

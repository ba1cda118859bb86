package dev.wheelhouse.core.mail.records;

import dev.wheelhouse.core.mail.dns.DnsType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record that a mail domain should have.
 *
 * @param name whole, in lower case as A-labels, without a dot at the end
 * @param type null for {@link RecordKind#SMTP}
 * @param priority of MX and SRV; null for others
 * @param value in the form of {@link dev.wheelhouse.core.mail.dns.DnsRecord#value}
 * @param required whether the domain is not verified without it
 */
public record MailRecord(
        RecordKind kind,
        String name,
        @Nullable DnsType type,
        @Nullable Integer priority,
        String value,
        boolean required) {

    /** Whether DNS has the same for both, whatever it is good for. */
    public boolean isSame(MailRecord other) {
        return kind == other.kind
                && name.equals(other.name)
                && type == other.type
                && Objects.equals(priority, other.priority)
                && value.equals(other.value);
    }
}

package dev.wheelhouse.core.mail.dns;

import dev.wheelhouse.core.platform.json.WireName;
import java.util.List;

/**
 * What one server answered to one question, CNAMEs followed.
 *
 * @param records of the type that was asked for, under the last name of the chain; empty unless found
 * @param chain the names that CNAMEs led to, in order; empty for none
 * @param trouble a clause such as {@code no answer within 2 s} where it failed; empty otherwise
 */
public record DnsAnswer(Status status, List<DnsRecord> records, List<String> chain, String trouble) {

    /** Whether there was an answer, and which. */
    public enum Status implements WireName {
        FOUND,
        NO_SUCH_NAME,
        NO_DATA,
        FAILED
    }

    public DnsAnswer {
        records = List.copyOf(records);
        chain = List.copyOf(chain);
        if (records.isEmpty() == (status == Status.FOUND)) {
            throw new IllegalArgumentException("Only an answer that was found has records");
        }
    }

    public static DnsAnswer failed(String trouble) {
        return new DnsAnswer(Status.FAILED, List.of(), List.of(), trouble);
    }

    /** Whether it says that there is no such record. */
    public boolean isMissing() {
        return status == Status.NO_SUCH_NAME || status == Status.NO_DATA;
    }

    public List<String> values() {
        return records.stream().map(DnsRecord::value).toList();
    }
}

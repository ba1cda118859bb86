package dev.wheelhouse.core.mail.spf;

import dev.wheelhouse.core.platform.json.WireName;
import java.util.List;

/**
 * What DNS answered to one question.
 *
 * @param values empty unless found. TXT: each record's strings joined with nothing between (RFC 7208 section 3.3). A and
 *     AAAA: addresses as text. MX: host names, the most preferred first. PTR: names
 */
public record SpfAnswer(Status status, List<String> values) {

    /** Whether a question was answered, and how. */
    public enum Status implements WireName {
        FOUND,
        NO_SUCH_NAME,
        NO_DATA,
        FAILED
    }

    public static final SpfAnswer NO_SUCH_NAME = new SpfAnswer(Status.NO_SUCH_NAME, List.of());
    public static final SpfAnswer NO_DATA = new SpfAnswer(Status.NO_DATA, List.of());
    public static final SpfAnswer FAILED = new SpfAnswer(Status.FAILED, List.of());

    public SpfAnswer {
        values = List.copyOf(values);
        if (values.isEmpty() == (status == Status.FOUND)) {
            throw new IllegalArgumentException("Only an answer that was found has values");
        }
    }

    /** An answer with values, or {@link #NO_DATA} without any. */
    public static SpfAnswer of(List<String> values) {
        return values.isEmpty() ? NO_DATA : new SpfAnswer(Status.FOUND, values);
    }

    /** Whether the look-up is a void one (RFC 7208 section 4.6.4). */
    boolean isVoid() {
        return status == Status.NO_SUCH_NAME || status == Status.NO_DATA;
    }
}

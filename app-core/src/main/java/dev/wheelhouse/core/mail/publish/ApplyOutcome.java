package dev.wheelhouse.core.mail.publish;

import dev.wheelhouse.core.mail.dns.DnsQuestion;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came of an update. */
public sealed interface ApplyOutcome {

    /** All of it is in the zone. */
    record Applied() implements ApplyOutcome {}

    /**
     * Nothing was done, as the zone is not as it was previewed.
     *
     * @param sets that differ; empty where all are as before again
     */
    record ChangedMeanwhile(List<DnsQuestion> sets) implements ApplyOutcome {

        public ChangedMeanwhile {
            sets = List.copyOf(sets);
        }
    }

    /**
     * Nothing was done.
     *
     * @param code as the server has it: a name of RFC 2136 or RFC 8945, or the status of an HTTP answer
     * @param words sentences for people: what it means, then what to do
     * @param retryAfter when the server asked to be left alone for a time
     */
    record Refused(String code, String words, @Nullable Duration retryAfter) implements ApplyOutcome {}

    /**
     * It was sent, and what came of it is not known: {@link ZoneProvider#state} tells.
     *
     * @param words a sentence for people
     */
    record Unknown(String words) implements ApplyOutcome {}
}

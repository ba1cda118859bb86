package dev.wheelhouse.core.conversations.operations;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Values as tools write them. Pure. */
final class Shown {

    private Shown() {}

    /** To the second, in UTC; a dash for none. */
    static String time(@Nullable Instant moment) {
        return moment == null ? "-" : moment.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** How long something took, such as {@code 1 min 5 s}; a dash while that is not known. */
    static String took(@Nullable Instant from, @Nullable Instant to) {
        if (from == null || to == null) {
            return "-";
        }
        Duration took = Duration.between(from, to);
        if (took.toMinutes() > 0) {
            return took.toMinutes() + " min " + took.toSecondsPart() + " s";
        }
        return took.toSeconds() >= 10 ? took.toSeconds() + " s" : took.toMillis() + " ms";
    }
}

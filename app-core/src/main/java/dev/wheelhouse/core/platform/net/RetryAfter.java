package dev.wheelhouse.core.platform.net;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** How long a server asks to be left alone. */
public final class RetryAfter {

    private static final Duration LONGEST = Duration.ofDays(1);

    private RetryAfter() {}

    /**
     * What the header of that name says (RFC 9110 section 10.2.3): seconds or a date.
     *
     * @param now by which a date is a pause
     * @return 0 to 1 day; empty without the header, or when it says something else
     */
    public static Optional<Duration> of(OutgoingAnswer answer, Instant now) {
        String text = answer.headers().getOrDefault("retry-after", "").strip();
        if (text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
            return Optional.of(ofSeconds(Double.parseDouble(text)));
        }
        try {
            Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Optional.of(within(Duration.between(now, then)));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    /** A pause of seconds and parts of them, 0 to 1 day. */
    public static Duration ofSeconds(double seconds) {
        return within(Duration.ofMillis((long) Math.ceil(Math.min(seconds, (double) LONGEST.toSeconds()) * 1000)));
    }

    private static Duration within(Duration pause) {
        if (pause.isNegative()) {
            return Duration.ZERO;
        }
        return pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
    }
}

package dev.wheelhouse.ui.controls.log;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the times of lines are shown. */
public enum TimeColumn {
    HIDDEN("No times"),
    LOCAL("Local time"),
    UTC("UTC"),
    RELATIVE("Since the selected line");

    /** Characters of the widest time. */
    static final int WIDTH = 18;

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("MM-dd HH:mm:ss.SSS", Locale.ROOT);
    private static final DateTimeFormatter WHOLE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", Locale.ROOT);

    private final String words;

    TimeColumn(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    public TimeColumn next() {
        return switch (this) {
            case HIDDEN -> LOCAL;
            case LOCAL -> UTC;
            case UTC -> RELATIVE;
            case RELATIVE -> HIDDEN;
        };
    }

    /**
     * A time in at most {@value #WIDTH} characters.
     *
     * @param origin of the selected line; null where it has none
     */
    String text(@Nullable Instant time, @Nullable Instant origin, ZoneId zone) {
        if (time == null) {
            return "";
        }
        return switch (this) {
            case HIDDEN -> "";
            case LOCAL -> FORMAT.format(time.atZone(zone));
            case UTC -> FORMAT.format(time.atZone(ZoneOffset.UTC));
            case RELATIVE -> origin == null ? "" : since(Duration.between(origin, time));
        };
    }

    /** With its date and zone, for a copy. */
    static String whole(Instant time, ZoneId zone) {
        return WHOLE.format(time.atZone(zone));
    }

    private static String since(Duration passed) {
        String sign = passed.isNegative() ? "-" : "+";
        Duration length = passed.abs();
        long millis = length.toMillisPart();
        if (length.toDays() > 0) {
            return String.format(
                    Locale.ROOT,
                    "%s%dd %02d:%02d:%02d",
                    sign,
                    length.toDays(),
                    length.toHoursPart(),
                    length.toMinutesPart(),
                    length.toSecondsPart());
        }
        if (length.toHours() > 0) {
            return String.format(
                    Locale.ROOT,
                    "%s%d:%02d:%02d.%03d",
                    sign,
                    length.toHours(),
                    length.toMinutesPart(),
                    length.toSecondsPart(),
                    millis);
        }
        return length.toMinutes() > 0
                ? String.format(Locale.ROOT, "%s%d:%02d.%03d", sign, length.toMinutes(), length.toSecondsPart(), millis)
                : String.format(Locale.ROOT, "%s%d.%03d s", sign, length.toSeconds(), millis);
    }
}

package dev.wheelhouse.ui.backups.restore;

import dev.wheelhouse.core.backups.plan.RestoreWindow;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Times of a restore as they are typed and shown in a zone. No time is ever read as another: where clocks go back or
 * forward, the offset decides.
 */
public final class TargetTimes {

    private static final int MICROS = 6;
    private static final DateTimeFormatter READ = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-M-d['T'][ ]H:mm[:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, MICROS, true)
            .appendPattern("][ ][XXX][X]")
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);
    private static final DateTimeFormatter LOCAL = local("uuuu-MM-dd HH:mm:ss");
    private static final DateTimeFormatter IN_WORDS = local("d MMM uuuu HH:mm:ss");
    private static final DateTimeFormatter OFFSET = DateTimeFormatter.ofPattern("xxx", Locale.ROOT);

    private final ZoneId zone;

    public TargetTimes(ZoneId zone) {
        this.zone = zone;
    }

    private static DateTimeFormatter local(String pattern) {
        return new DateTimeFormatterBuilder()
                .appendPattern(pattern)
                .appendFraction(ChronoField.NANO_OF_SECOND, 0, MICROS, true)
                .toFormatter(Locale.ENGLISH);
    }

    /** As it can be typed; with its offset where its local time comes twice. */
    public String write(Instant at) {
        LocalDateTime local = LocalDateTime.ofInstant(at, zone);
        String text = LOCAL.format(local);
        return zone.getRules().getValidOffsets(local).size() == 1 ? text : text + " " + OFFSET.format(at.atZone(zone));
    }

    /** As it is shown, with its offset. */
    public String words(Instant at) {
        return IN_WORDS.format(at.atZone(zone)) + " " + OFFSET.format(at.atZone(zone));
    }

    /** @throws DateTimeException with what is wrong, for people */
    public Instant read(String typed) {
        TemporalAccessor read = parse(typed);
        if (read instanceof OffsetDateTime exact) {
            return exact.toInstant();
        }
        LocalDateTime local = LocalDateTime.from(read);
        List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
        if (offsets.size() == 1) {
            return local.toInstant(offsets.getFirst());
        }
        String time = LOCAL.format(local);
        if (offsets.isEmpty()) {
            throw new DateTimeException(
                    time + " does not exist in " + zone.getId() + ": clocks go forward. Enter another time.");
        }
        throw new DateTimeException(time + " comes twice in " + zone.getId() + ": clocks go back. Enter "
                + offsets.stream().map(each -> time + " " + each).collect(Collectors.joining(" or ")) + ".");
    }

    private static TemporalAccessor parse(String typed) {
        try {
            return READ.parseBest(typed.strip(), OffsetDateTime::from, LocalDateTime::from);
        } catch (DateTimeException e) {
            throw new DateTimeException(
                    "Enter a time such as 2026-11-21 14:03:20, with a fraction or an offset where needed:"
                            + " 2026-11-21 14:03:20.125 +01:00.",
                    e);
        }
    }

    /** The times that can be restored, and their gaps, in a sentence. */
    public String words(RestoreWindow window) {
        if (window.earliest() == null || window.latest() == null) {
            return window.sentence();
        }
        String gaps = window.gaps().stream()
                .map(each -> ", not between " + words(each.from()) + " and " + words(each.to()))
                .collect(Collectors.joining());
        return "Restorable from " + words(window.earliest()) + " to " + words(window.latest()) + gaps + ".";
    }

    /** Whether a restore reaches a time. */
    static boolean isReached(RestoreWindow window, Instant at) {
        return window.earliest() != null
                && window.latest() != null
                && !at.isBefore(window.earliest())
                && !at.isAfter(window.latest())
                && gapAt(window, at).isEmpty();
    }

    private static Optional<RestoreWindow.Gap> gapAt(RestoreWindow window, Instant at) {
        return window.gaps().stream()
                .filter(each -> at.isAfter(each.from()) && at.isBefore(each.to()))
                .findFirst();
    }

    /**
     * The restorable time nearest to a moment that was pointed at: a whole second where there is one.
     *
     * @param window with an earliest and a latest time
     */
    public static Instant nearest(RestoreWindow window, Instant pointed) {
        Instant at =
                between(pointed, Objects.requireNonNull(window.earliest()), Objects.requireNonNull(window.latest()));
        RestoreWindow.Gap gap = gapAt(window, at).orElse(null);
        if (gap != null) {
            long before = at.toEpochMilli() - gap.from().toEpochMilli();
            at = before <= gap.to().toEpochMilli() - at.toEpochMilli() ? gap.from() : gap.to();
        }
        Instant down = at.truncatedTo(ChronoUnit.SECONDS);
        if (isReached(window, down)) {
            return down;
        }
        Instant up = down.plusSeconds(1);
        return isReached(window, up) ? up : at;
    }

    private static Instant between(Instant at, Instant from, Instant to) {
        return at.isBefore(from) ? from : at.isAfter(to) ? to : at;
    }
}

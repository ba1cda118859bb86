package dev.wheelhouse.ui.schedules.times;

import dev.wheelhouse.core.platform.cron.CronExpression;
import dev.wheelhouse.core.platform.cron.DueTimes;
import dev.wheelhouse.ui.words.Moments;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Locale;

/**
 * One time to come, in words.
 *
 * @param there on the clocks of the schedule's zone, such as {@code Sun 22 Nov 02:30}
 * @param here on the clocks of the window's zone; empty where both show the same
 * @param in such as {@code in 3 h 12 min}
 * @param note why it is not the time that the expression names; empty where it is
 */
public record UpcomingRun(Instant at, String there, String here, String in, String note) {

    // "pp" pads to two places, so that figures of one width stand below each other.
    private static final DateTimeFormatter THIS_YEAR = DateTimeFormatter.ofPattern("EEE ppd MMM HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter OTHER_YEAR =
            DateTimeFormatter.ofPattern("EEE ppd MMM yyyy HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

    /** @param own the window's zone */
    public static List<UpcomingRun> of(DueTimes due, ZoneId own, Instant now, int count) {
        return due.next(now, count).stream().map(at -> of(due, at, own, now)).toList();
    }

    private static UpcomingRun of(DueTimes due, Instant at, ZoneId own, Instant now) {
        LocalDateTime there = LocalDateTime.ofInstant(at, due.zone());
        LocalDateTime here = LocalDateTime.ofInstant(at, own);
        return new UpcomingRun(
                at,
                words(there, now, due.zone()),
                here.equals(there) ? "" : words(here, now, own),
                Moments.in(at, now),
                note(due, at, there));
    }

    private static String words(LocalDateTime time, Instant now, ZoneId zone) {
        boolean thisYear = time.getYear() == now.atZone(zone).getYear();
        return (thisYear ? THIS_YEAR : OTHER_YEAR).format(time);
    }

    private static String note(DueTimes due, Instant at, LocalDateTime there) {
        if (due.expression().isEveryHour()) {
            return "";
        }
        ZoneRules rules = due.zone().getRules();
        if (rules.getValidOffsets(there).size() > 1) {
            return "The clocks go back that day and " + TIME.format(there) + " comes twice: it runs the first time.";
        }
        ZoneOffsetTransition change = rules.nextTransition(at.minusMillis(1));
        if (change == null || !change.getInstant().equals(at) || !change.isGap()) {
            return "";
        }
        return gapNote(due.expression(), change);
    }

    private static String gapNote(CronExpression expression, ZoneOffsetTransition gap) {
        if (expression.isDue(gap.getDateTimeAfter())) {
            return "";
        }
        LocalDateTime leftOut = expression.nextAfter(gap.getDateTimeBefore().minusMinutes(1));
        return "The clocks go forward that day and there is no " + TIME.format(leftOut) + ": it runs at "
                + TIME.format(gap.getDateTimeAfter()) + ".";
    }
}

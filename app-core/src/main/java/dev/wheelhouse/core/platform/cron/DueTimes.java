package dev.wheelhouse.core.platform.cron;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;

/**
 * The moments at which an expression is due in a time zone. Where the clocks are changed:
 *
 * <ul>
 *   <li>an expression that names hours means times of the day: one that the change leaves out is due where the gap ends,
 *       and one that comes twice is due the first time only;
 *   <li>one that is due in every hour means a pace, which goes on by real time: nothing is added for the hour that is
 *       left out, and the hour that comes twice is due twice.
 * </ul>
 *
 * Immutable.
 */
public record DueTimes(CronExpression expression, ZoneId zone) {

    /** The first due moment after {@code moment}. */
    public Instant nextAfter(Instant moment) {
        return expression.isEveryHour() ? nextOfPace(moment) : nextOfDay(moment);
    }

    /** The next so many due moments after {@code moment}, in their order. */
    public List<Instant> next(Instant moment, int count) {
        List<Instant> due = new ArrayList<>(count);
        Instant last = moment;
        for (int i = 0; i < count; i++) {
            last = nextAfter(last);
            due.add(last);
        }
        return due;
    }

    private Instant nextOfDay(Instant moment) {
        LocalDateTime wall = LocalDateTime.ofInstant(moment, zone);
        Instant due;
        do {
            // Several times round only in the second pass of an hour that comes twice: its times were due in the first.
            wall = expression.nextAfter(wall);
            due = at(wall);
        } while (!due.isAfter(moment));
        return due;
    }

    private Instant nextOfPace(Instant moment) {
        ZoneRules rules = zone.getRules();
        Instant from = moment;
        ZoneOffset offset = rules.getOffset(from);
        LocalDateTime wall = LocalDateTime.ofInstant(from, offset);
        while (true) {
            Instant due = expression.nextAfter(wall).toInstant(offset);
            ZoneOffsetTransition change = rules.nextTransition(from);
            if (change == null || due.isBefore(change.getInstant())) {
                return due;
            }
            from = change.getInstant();
            offset = change.getOffsetAfter();
            // The minute of the change itself may be due.
            wall = change.getDateTimeAfter().minusMinutes(1);
        }
    }

    private Instant at(LocalDateTime wall) {
        ZoneOffsetTransition transition = zone.getRules().getTransition(wall);
        if (transition == null) {
            return wall.toInstant(zone.getRules().getOffset(wall));
        }
        return transition.isGap() ? transition.getInstant() : wall.toInstant(transition.getOffsetBefore());
    }
}

package dev.wheelhouse.core.platform.cron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Property;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DueTimesTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final ZoneId LORD_HOWE = ZoneId.of("Australia/Lord_Howe");

    private static List<String> due(String cron, ZoneId zone, String after, int count) {
        return new DueTimes(CronExpression.parse(cron), zone)
                .next(Instant.parse(after), count).stream()
                        .map(Instant::toString)
                        .toList();
    }

    @Test
    void aTimeThatTheClocksLeaveOutIsDueWhereTheGapEnds() {
        // 29 March 2026: 02:00 becomes 03:00.
        assertThat(due("30 2 * * *", BERLIN, "2026-03-28T00:00:00Z", 3))
                .containsExactly("2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z");
    }

    @Test
    void severalTimesInOneGapAreDueOnce() {
        assertThat(due("*/20 2 * * *", BERLIN, "2026-03-28T12:00:00Z", 2))
                .containsExactly("2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z");
        assertThat(due("0,30 2,3 * * *", BERLIN, "2026-03-28T12:00:00Z", 3))
                .containsExactly("2026-03-29T01:00:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:00:00Z");
    }

    @Test
    void aTimeThatComesTwiceIsDueTheFirstTime() {
        // 25 October 2026: 03:00 becomes 02:00.
        assertThat(due("30 2 * * *", BERLIN, "2026-10-24T12:00:00Z", 2))
                .containsExactly("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
        assertThat(due("30 2 * * *", BERLIN, "2026-10-25T01:10:00Z", 1))
                .as("asked in the second pass")
                .containsExactly("2026-10-26T01:30:00Z");
    }

    @Test
    void aPaceGoesOnByRealTime() {
        assertThat(due("30 * * * *", BERLIN, "2026-03-29T00:00:00Z", 3))
                .containsExactly("2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z", "2026-03-29T02:30:00Z");
        assertThat(due("30 * * * *", BERLIN, "2026-10-25T00:00:00Z", 3))
                .containsExactly("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T02:30:00Z");
    }

    @Test
    void theMinuteOfTheChangeItselfIsDue() {
        assertThat(due("0 * * * *", BERLIN, "2026-03-29T00:30:00Z", 2))
                .containsExactly("2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z");
        // Half an hour only: 02:00 becomes 02:30, and no full hour lies between 01:00 and 03:00.
        assertThat(due("0 * * * *", LORD_HOWE, "2026-10-03T14:00:00Z", 2))
                .containsExactly("2026-10-03T14:30:00Z", "2026-10-03T16:00:00Z");
    }

    @Test
    void aWeekdayOfThePaceMayBeBeyondAChange() {
        assertThat(due("0 * * * 1", BERLIN, "2026-03-28T12:00:00Z", 1)).containsExactly("2026-03-29T22:00:00Z");
    }

    /** Walks through every minute of a stretch of time and decides each for itself. */
    private static Set<Instant> walked(CronExpression cron, ZoneId zone, Instant from, Instant to) {
        Set<Instant> due = new TreeSet<>();
        var rules = zone.getRules();
        for (Instant at = from.plusSeconds(60); !at.isAfter(to); at = at.plusSeconds(60)) {
            LocalDateTime wall = LocalDateTime.ofInstant(at, zone);
            boolean secondPass = rules.getValidOffsets(wall).size() == 2
                    && rules.getOffset(at).equals(rules.getValidOffsets(wall).get(1));
            if (cron.isDue(wall) && (cron.isEveryHour() || !secondPass)) {
                due.add(at);
            }
            ZoneOffsetTransition change = rules.previousTransition(at.plusNanos(1));
            if (!cron.isEveryHour()
                    && change != null
                    && change.isGap()
                    && change.getInstant().equals(at)) {
                for (LocalDateTime lost = change.getDateTimeBefore();
                        lost.isBefore(change.getDateTimeAfter());
                        lost = lost.plusMinutes(1)) {
                    if (cron.isDue(lost)) {
                        due.add(at);
                    }
                }
            }
        }
        return due;
    }

    private static String field(Random random, int least, int most) {
        return switch (random.nextInt(6)) {
            case 0, 1 -> "*";
            case 2 -> "*/" + (1 + random.nextInt(7));
            case 3 -> {
                int from = least + random.nextInt(most - least + 1);
                yield from + "-" + (from + random.nextInt(most - from + 1));
            }
            default -> String.valueOf(least + random.nextInt(most - least + 1));
        };
    }

    @Test
    void agreesWithAWalkThroughEveryMinute() {
        List<ZoneId> zones = List.of(
                BERLIN,
                LORD_HOWE,
                ZoneId.of("America/New_York"),
                ZoneId.of("America/Santiago"),
                ZoneId.of("Asia/Kathmandu"),
                ZoneOffset.UTC);
        List<Instant> changes = List.of(
                Instant.parse("2026-03-27T00:00:00Z"),
                Instant.parse("2026-10-23T00:00:00Z"),
                Instant.parse("2026-04-03T00:00:00Z"),
                Instant.parse("2026-10-02T00:00:00Z"),
                Instant.parse("2026-03-06T00:00:00Z"),
                Instant.parse("2026-10-30T00:00:00Z"),
                Instant.parse("2026-09-04T00:00:00Z"));
        Property.holds(400, random -> {
            CronExpression cron = CronExpression.parse(field(random, 0, 59) + " " + field(random, 0, 23) + " "
                    + field(random, 1, 28) + " * " + field(random, 0, 6));
            ZoneId zone = zones.get(random.nextInt(zones.size()));
            Instant from = changes.get(random.nextInt(changes.size())).plusSeconds(60L * random.nextInt(2000));
            Instant to = from.plus(Duration.ofDays(4));
            List<Instant> found = new ArrayList<>();
            DueTimes times = new DueTimes(cron, zone);
            for (Instant at = times.nextAfter(from); !at.isAfter(to); at = times.nextAfter(at)) {
                found.add(at);
            }
            assertThat(found)
                    .as(cron.text() + " in " + zone + " from " + from)
                    .containsExactlyElementsOf(walked(cron, zone, from, to));
        });
    }
}

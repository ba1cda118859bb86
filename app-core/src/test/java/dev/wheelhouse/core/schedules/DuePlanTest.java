package dev.wheelhouse.core.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.cron.CronExpression;
import dev.wheelhouse.core.platform.cron.DueTimes;
import dev.wheelhouse.core.testing.Property;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DuePlanTest {

    private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");
    private static final Duration GRACE = Duration.ofSeconds(60);

    /** Every due time has its place, whatever part of a second it is looked at. */
    @Test
    void partsTheDueTimesAtTheGrace() {
        List<DueTimes> paces = List.of("* * * * *", "*/7 * * * *", "0 * * * *").stream()
                .map(each -> new DueTimes(CronExpression.parse(each), ZoneOffset.UTC))
                .toList();
        Property.holds(5_000, random -> {
            DueTimes due = paces.get(random.nextInt(paces.size()));
            // Near a minute, where it matters, to the microsecond.
            Instant now = START.plus(Duration.ofMinutes(random.nextInt(240)))
                    .plus(random.nextInt(4001) - 2000, ChronoUnit.MICROS);
            Instant after = now.minus(Duration.ofMinutes(random.nextInt(200)))
                    .plus(random.nextInt(4001) - 2000, ChronoUnit.MICROS);
            List<Instant> onTime = new ArrayList<>();
            List<Instant> missed = new ArrayList<>();
            for (Instant each = due.nextAfter(after); !each.isAfter(now); each = due.nextAfter(each)) {
                (each.isBefore(now.minus(GRACE)) ? missed : onTime).add(each);
            }

            DuePlan plan = DuePlan.of(due, after, now, GRACE);

            assertThat(plan.onTime()).as(after + " to " + now).isEqualTo(onTime);
            int older = Math.max(0, missed.size() - DuePlan.MOST_ROWS);
            assertThat(plan.missed()).as(after + " to " + now).isEqualTo(missed.subList(older, missed.size()));
            assertThat(plan.older())
                    .isEqualTo(older == 0 ? null : new DuePlan.Older(older, missed.getFirst(), missed.get(older - 1)));
            assertThat(plan.next()).isEqualTo(due.nextAfter(now.isBefore(after) ? after : now));
        });
    }
}

package dev.wheelhouse.ui.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.cron.CronExpression;
import dev.wheelhouse.core.platform.cron.DueTimes;
import dev.wheelhouse.ui.schedules.output.TerminalText;
import dev.wheelhouse.ui.schedules.times.CronReading;
import dev.wheelhouse.ui.schedules.times.UpcomingRun;
import dev.wheelhouse.ui.schedules.times.ZoneChoice;
import dev.wheelhouse.ui.words.Moments;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people read of times and of output. */
class ScheduleTimesTest {

    private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");
    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final Instant NOW = Instant.parse("2026-11-21T14:03:20Z");

    private static List<UpcomingRun> next(String cron, ZoneId zone, ZoneId own, Instant now) {
        return UpcomingRun.of(new DueTimes(CronExpression.parse(cron), zone), own, now, 3);
    }

    @Test
    void tellsTimesOfAnotherZoneInBoth() {
        UpcomingRun first = next("30 2 * * *", ZURICH, UTC, NOW).getFirst();
        assertThat(first.there()).isEqualTo("Sun 22 Nov 02:30");
        assertThat(first.here()).isEqualTo("Sun 22 Nov 01:30");
        assertThat(first.in()).isEqualTo("in 11 h 26 min");
        assertThat(next("30 2 * * *", ZURICH, ZURICH, NOW).getFirst().here()).isEmpty();
    }

    @Test
    void tellsTheYearWhereItIsAnother() {
        assertThat(next("0 0 1 1 *", UTC, UTC, NOW).getFirst().there()).isEqualTo("Fri  1 Jan 2027 00:00");
    }

    @Test
    void saysWhyATimeIsMovedWhereTheClocksGoForward() {
        List<UpcomingRun> times = next("30 2 * * *", ZURICH, ZURICH, Instant.parse("2027-03-26T20:00:00Z"));
        assertThat(times)
                .extracting(UpcomingRun::note)
                .containsExactly("", "The clocks go forward that day and there is no 02:30: it runs at 03:00.", "");
        assertThat(times.get(1).there()).endsWith("03:00");
    }

    @Test
    void saysThatATimeComesTwiceWhereTheClocksGoBack() {
        List<UpcomingRun> times = next("30 2 * * *", ZURICH, ZURICH, Instant.parse("2027-10-30T20:00:00Z"));
        assertThat(times.getFirst().note())
                .isEqualTo("The clocks go back that day and 02:30 comes twice: it runs the first time.");
    }

    @Test
    void saysNothingOfClocksWhereAPaceGoesOn() {
        assertThat(next("*/30 * * * *", ZURICH, ZURICH, Instant.parse("2027-03-28T00:20:00Z")))
                .extracting(UpcomingRun::note)
                .containsOnly("");
    }

    @Test
    void readsWhatIsTyped() {
        assertThat(CronReading.of(" ", UTC, UTC, NOW)).isEqualTo(new CronReading.Blank());
        assertThat(CronReading.of("61 * * * *", UTC, UTC, NOW))
                .isEqualTo(new CronReading.Wrong("In the minute, \"61\": values are 0 to 59."));
        assertThat(CronReading.of("30 2 * * 1-5", UTC, UTC, NOW)).satisfies(reading -> {
            assertThat(reading).isInstanceOf(CronReading.Right.class);
            assertThat(((CronReading.Right) reading).words()).isEqualTo("At 02:30 on Monday to Friday");
            assertThat(((CronReading.Right) reading).times()).hasSize(CronReading.TIMES);
        });
        assertThat(((CronReading.Right) CronReading.of("@daily", null, UTC, NOW)).times())
                .as("without a zone there is a meaning but no time")
                .isEmpty();
    }

    @Test
    void findsZonesByAnyPartOfTheirName() {
        assertThat(ZoneChoice.find("europe/zurich")).contains(ZURICH);
        assertThat(ZoneChoice.find("America/New York")).contains(ZoneId.of("America/New_York"));
        assertThat(ZoneChoice.find("Zurich")).isEmpty();
        assertThat(ZoneChoice.find("+02:00")).isEmpty();
        List<ZoneChoice> all = ZoneChoice.all(ZURICH, NOW);
        assertThat(all.getFirst()).isEqualTo(new ZoneChoice("Europe/Zurich", "UTC+1"));
        assertThat(all).extracting(ZoneChoice::id).doesNotHaveDuplicates().contains("UTC", "Asia/Kolkata");
        assertThat(all).contains(new ZoneChoice("Asia/Kolkata", "UTC+5:30"));
    }

    @Test
    void saysWhenInFewWords() {
        assertThat(Moments.in(NOW.plusSeconds(40), NOW)).isEqualTo("in 40 s");
        assertThat(Moments.in(NOW, NOW)).isEqualTo("now");
        assertThat(Moments.onDay(NOW.plus(Duration.ofHours(9)), NOW, ZURICH)).isEqualTo("tomorrow 00:03");
        assertThat(Moments.onDay(NOW.plus(Duration.ofDays(3)), NOW, UTC)).isEqualTo("Tue 14:03");
        assertThat(Moments.onDay(NOW.minus(Duration.ofDays(3)), NOW, UTC)).isEqualTo("Wed 18 Nov 14:03");
    }

    @Test
    void readsOutputAsATerminalEndsUpShowingIt() {
        assertThat(TerminalText.plain("\u001B[1;32mok\u001B[0m \u001B]0;title\u0007done\r\n"))
                .isEqualTo("ok done\n");
        assertThat(TerminalText.plain("10 %\r60 %\r100 %\nnext")).isEqualTo("100 %\nnext");
        assertThat(TerminalText.plain("half a line\r")).isEqualTo("half a line");
        assertThat(TerminalText.plain("tab\tand\u0000 bell\u0007")).isEqualTo("tab\tand bell");
    }
}

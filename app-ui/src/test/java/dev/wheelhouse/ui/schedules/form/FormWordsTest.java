package dev.wheelhouse.ui.schedules.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.schedules.times.UsualTimes;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FormWordsTest {

    @Test
    void readsALengthOfTimeAsPeopleWriteIt() {
        assertThat(TimeAmount.parse("90")).contains(Duration.ofSeconds(90));
        assertThat(TimeAmount.parse("15min")).contains(Duration.ofMinutes(15));
        assertThat(TimeAmount.parse(" 1 h 30 Min ")).contains(Duration.ofMinutes(90));
        assertThat(TimeAmount.parse("2 days")).contains(Duration.ofDays(2));
        assertThat(TimeAmount.parse("")).isEmpty();
        assertThat(TimeAmount.parse("1 fortnight")).isEmpty();
        assertThat(TimeAmount.parse("h")).isEmpty();
        assertThat(TimeAmount.parse("-5 s")).isEmpty();
    }

    @Test
    void writesWhatItReads() {
        for (long seconds : new long[] {1, 59, 60, 3_600, 5_400, 86_400, 93_784}) {
            Duration duration = Duration.ofSeconds(seconds);
            assertThat(TimeAmount.parse(TimeAmount.words(duration))).contains(duration);
        }
        assertThat(TimeAmount.words(Duration.ofMinutes(90))).isEqualTo("1 h 30 min");
    }

    @Test
    void keepsTheTimeOfTheDayThatIsTyped() {
        assertThat(UsualTimes.WEEKDAYS.expression("30 2 * * *")).isEqualTo("30 2 * * 1-5");
        assertThat(UsualTimes.DAILY.expression("@hourly")).isEqualTo("0 3 * * *");
        assertThat(UsualTimes.MONTHLY.expression("")).isEqualTo("0 3 1 * *");
    }
}

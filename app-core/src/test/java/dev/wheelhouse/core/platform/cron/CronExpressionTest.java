package dev.wheelhouse.core.platform.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.testing.Property;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronExpressionTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        * * * * *          | 2026-03-01T10:15 | 2026-03-01T10:16
        */15 * * * *       | 2026-03-01T10:15 | 2026-03-01T10:30
        0 2 * * *          | 2026-03-01T02:00 | 2026-03-02T02:00
        30 2 * * mon-fri   | 2026-03-06T02:30 | 2026-03-09T02:30
        30 2 * * FRI-SUN   | 2026-03-06T02:30 | 2026-03-07T02:30
        0 0 29 2 *         | 2026-03-01T00:00 | 2028-02-29T00:00
        0 0 31 * *         | 2026-03-31T00:00 | 2026-05-31T00:00
        0 0 13 * 5         | 2026-03-13T00:00 | 2026-03-20T00:00
        0 0 */2 * 1        | 2026-03-02T00:00 | 2026-03-09T00:00
        59 23 31 12 *      | 2026-12-31T23:59 | 2027-12-31T23:59
        5/20 8-10/2 * * *  | 2026-03-01T08:25 | 2026-03-01T08:45
        0 12 * jan,JUL 7   | 2026-03-01T00:00 | 2026-07-05T12:00
        @daily             | 2026-03-01T00:00 | 2026-03-02T00:00
        @Hourly            | 2026-03-01T00:00 | 2026-03-01T01:00
        @weekly            | 2026-03-02T00:00 | 2026-03-08T00:00
        @monthly           | 2026-03-01T00:00 | 2026-04-01T00:00
        @yearly            | 2026-03-01T00:00 | 2027-01-01T00:00
        """)
    void isDueNext(String text, LocalDateTime after, LocalDateTime due) {
        assertThat(CronExpression.parse(text).nextAfter(after)).isEqualTo(due);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ''                | five fields
        * * * *           | these are 4
        0 * * * * *       | Seconds and years
        60 * * * *        | minute, "60": values are 0 to 59
        * 24 * * *        | hour, "24": values are 0 to 23
        * * 0 * *         | day of the month, "0": values are 1 to 31
        * * * 13 *        | month, "13"
        * * * * 8         | day of the week, "8"
        5-1 * * * *       | runs backwards
        */0 * * * *       | a step is 1 to 59
        1, * * * *        | minute, ""
        1--2 * * * *      | minute, "1--2"
        ٣ * * * *         | minute, "٣"
        L * * * *         | minute, "L"
        99999999999 * * * * | minute
        0 0 30 2 *        | No day is ever due
        0 0 31 4,6,9,11 * | No day is ever due
        @reboot           | not at a start
        @often            | There is no @often
        """)
    void refuses(String text, String why) {
        assertThatThrownBy(() -> CronExpression.parse(text))
                .isInstanceOf(AppException.class)
                .hasMessageStartingWith("cron: ")
                .hasMessageContaining(why);
    }

    @Test
    void keepsTheTextTidied() {
        assertThat(CronExpression.parse("  0\t2  * * * ").text()).isEqualTo("0 2 * * *");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        * * * * *           | every minute
        */5 * * * *         | every 5 minutes
        0 * * * *           | on the hour
        7 * * * *           | at 7 minutes past the hour
        1 * * * *           | at 1 minute past the hour
        30 2 * * 1-5        | at 02:30 on Monday to Friday
        0 8,20 * * *        | at 08:00 and 20:00
        */10 8-17 * * 1-5   | every 10 minutes, in the hours 08:00 to 17:00 on Monday to Friday
        0 */2 * * *         | on the hour, every 2 hours
        0 0 1 * *           | at 00:00 on the 1st of the month
        0 0 1,15 1 *        | at 00:00 on the 1st and 15th of the month in January
        0 0 13 * 5          | at 00:00 on the 13th of the month and on every Friday
        0 3 * * 0,6         | at 03:00 on Saturday and Sunday
        0 3 * * 0-0         | at 03:00 on Sunday
        0 3 * * sun-sun     | at 03:00 on Sunday
        0 3 * * 7-7         | at 03:00 on Sunday
        0 3 * * 7-sun       | at 03:00 on Sunday
        0 3 * * 7/2         | at 03:00 on Tuesday, Thursday, Saturday and Sunday
        0 0 1 * 7/2         | at 00:00 on the 1st of the month and on every Tuesday, Thursday, Saturday and Sunday
        0 0 11-13,22 * *    | at 00:00 on the 11th to 13th and 22nd of the month
        """)
    void saysWhatItMeans(String text, String words) {
        assertThat(CronExpression.parse(text).inWords()).isEqualTo(words);
    }

    private static String value(Random random, int least, int most) {
        int value = least + random.nextInt(most - least + 1);
        List<String> names = most == 12 ? List.of("jan", "JUN", "dec") : List.of("sun", "Mon", "SAT");
        boolean named = most == 12 || most == 7;
        return named && random.nextInt(4) == 0 ? names.get(random.nextInt(3)) : String.valueOf(value);
    }

    private static String field(Random random, int least, int most) {
        StringBuilder text = new StringBuilder();
        do {
            text.append(text.isEmpty() ? "" : ",")
                    .append(
                            switch (random.nextInt(4)) {
                                case 0 -> "*";
                                case 1 -> value(random, least, most) + "-" + value(random, least, most);
                                default -> value(random, least, most);
                            });
            if (random.nextInt(3) == 0) {
                text.append('/').append(random.nextInt(most + 1));
            }
        } while (random.nextInt(4) == 0);
        return text.toString();
    }

    @Test
    void whateverIsTakenHasWordsAndATime() {
        LocalDateTime now = LocalDateTime.parse("2026-03-01T10:15");
        Property.holds(20_000, random -> {
            String text = String.join(
                    " ",
                    field(random, 0, 59),
                    field(random, 0, 23),
                    field(random, 1, 31),
                    field(random, 1, 12),
                    field(random, 0, 7));
            CronExpression cron;
            try {
                cron = CronExpression.parse(text);
            } catch (AppException refused) {
                assertThat(refused).hasMessageStartingWith("cron: ");
                return;
            }
            assertThat(cron.inWords()).as(text).isNotBlank().doesNotContain("  ");
            assertThat(cron.daysOfWeek()).as(text).isPositive().isLessThan(128);
            assertThat(cron.nextAfter(now)).as(text).isAfter(now);
        });
    }
}

package dev.wheelhouse.core.logs.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Property;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineTimesTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-22T12:00:00Z"), ZoneOffset.UTC);

    private final LineTimes times = new LineTimes(ZoneOffset.UTC, CLOCK);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        2026-11-22T10:11:12Z hello                                  | 2026-11-22T10:11:12Z
        2026-11-22T10:11:12.345678901Z hello                        | 2026-11-22T10:11:12.345678901Z
        2026-11-22T10:11:12+01:00 hello                             | 2026-11-22T09:11:12Z
        2026-11-22 10:11:12,345 INFO main hello                     | 2026-11-22T10:11:12.345Z
        [2026-11-22 10:11:12.345] hello                             | 2026-11-22T10:11:12.345Z
        2026-11-22 10:11:12.345 UTC [77] LOG:  hello                | 2026-11-22T10:11:12.345Z
        2026-11-22 10:11:12 -0500 hello                             | 2026-11-22T15:11:12Z
        2026-11-22 10:11:12.345 -03 [1] ERROR hello                 | 2026-11-22T13:11:12.345Z
        2026-11-22T10:11:12+02 hello                                | 2026-11-22T08:11:12Z
        2026-11-22 10:11:12 +0330 hello                             | 2026-11-22T06:41:12Z
        2026-11-22 10:11:12.345 CET [77] LOG:  hello                | 2026-11-22T09:11:12.345Z
        2026-11-22 10:11:12 EDT [77] LOG:  hello                    | 2026-11-22T14:11:12Z
        2026-11-22 10:11:12 -100 points                             | 2026-11-22T10:11:12Z
        2026-11-22 10:11:12 - hello                                 | 2026-11-22T10:11:12Z
        2026-11-22 10:11:12 LOG hello                               | 2026-11-22T10:11:12Z
        2026-11-22 10:11:12 FATAL hello                             | 2026-11-22T10:11:12Z
        2026/11/22 10:11:12 [error] 7#7: *1 open() failed           | 2026-11-22T10:11:12Z
        INFO  2026-11-22 10:11:12,345 hello                         | 2026-11-22T10:11:12.345Z
        [WARN] [2026-11-22T10:11:12Z] hello                         | 2026-11-22T10:11:12Z
        Nov 22 10:11:12 web-1 sshd[7]: hello                        | 2026-11-22T10:11:12Z
        Nov  2 10:11:12 web-1 sshd[7]: hello                        | 2026-11-02T10:11:12Z
        Dec 31 23:59:59 web-1 sshd[7]: hello                        | 2025-12-31T23:59:59Z
        Feb 29 01:02:03 web-1 cron: hello                           | 2024-02-29T01:02:03Z
        127.0.0.1 - - [22/Nov/2026:10:11:12 +0100] "GET / HTTP/1.1" | 2026-11-22T09:11:12Z
        ::1 - ada [22/Nov/2026:10:11:12 +0000] "GET / HTTP/1.1" 200 | 2026-11-22T10:11:12Z
        1795342272 hello                                            | 2026-11-22T10:11:12Z
        1795342272.5 hello                                          | 2026-11-22T10:11:12.500Z
        1795342272345 hello                                         | 2026-11-22T10:11:12.345Z
        I1122 10:11:12.345678       1 server.go:1] hello            | 2026-11-22T10:11:12.345678Z
        {"level":"info","ts":1795342272.345,"msg":"hello"}          | 2026-11-22T10:11:12.345Z
        {"msg":"hello", "time": "2026-11-22T10:11:12Z"}             | 2026-11-22T10:11:12Z
        {"@timestamp":"2026-11-22T10:11:12.345Z","msg":"t"}         | 2026-11-22T10:11:12.345Z
        {"time":1795342272345,"msg":"hello"}                        | 2026-11-22T10:11:12.345Z
        level=info ts=2026-11-22T10:11:12Z caller=main.go:1         | 2026-11-22T10:11:12Z
        time="2026-11-22T10:11:12+02:00" level=info msg=hello       | 2026-11-22T08:11:12Z
        2016-12-31T23:59:60Z leap                                   | 2016-12-31T23:59:59Z
        """)
    void recognisesWhatLogsSay(String line, Instant expected) {
        assertThat(times.find(line)).isEqualTo(expected);
    }

    @Test
    void looksBehindColours() {
        assertThat(times.find("\u001b[90m2026-11-22T10:11:12Z\u001b[0m \u001b[32mINF\u001b[0m hello"))
                .isEqualTo("2026-11-22T10:11:12Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hello",
                "    at dev.wheelhouse.Main.main(Main.java:7)",
                "2026-13-22T10:11:12Z",
                "2026-02-29T10:11:12Z",
                "2026-11-22T24:11:12Z",
                "2026-11-22",
                "2026-11-22 10:11:12 IST hello",
                "2026-11-22 10:11:12 CST hello",
                "2026-11-22T10:11:12+123 hello",
                "2026-11-22T10:11:12-99 hello",
                "1234567890123456789012345",
                "123",
                "1795342272abc",
                "Nov hello",
                "{\"timeout\":1795342272}",
                "{\"runtime\":\"2026-11-22T10:11:12Z\"}",
                "uptime=1795342272",
                "[22/Foo/2026:10:11:12 +0000]",
                "{",
                "\u001b["
            })
    void findsNoneWhereThereIsNone(String line) {
        assertThat(times.find(line)).isNull();
    }

    /** IST is that of India here, of Ireland or of Israel elsewhere. */
    @Test
    void understandsANameOfSeveralZonesWhereItIsTheGivenOnes() {
        assertThat(new LineTimes(ZoneId.of("Asia/Kolkata"), CLOCK).find("2026-11-22 10:11:12 IST hello"))
                .isEqualTo("2026-11-22T04:41:12Z");
        assertThat(new LineTimes(ZoneId.of("America/Chicago"), CLOCK).find("2026-11-22 10:11:12 CST hello"))
                .isEqualTo("2026-11-22T16:11:12Z");
        assertThat(new LineTimes(ZoneId.of("America/Chicago"), CLOCK).find("2026-07-22 10:11:12 CDT hello"))
                .isEqualTo("2026-07-22T15:11:12Z");
    }

    @Test
    void takesATimeWithoutAZoneForTheGivenOne() {
        LineTimes auckland = new LineTimes(ZoneId.of("Pacific/Auckland"), CLOCK);
        assertThat(auckland.find("2026-11-22 10:11:12 hello")).isEqualTo("2026-11-21T21:11:12Z");
        assertThat(auckland.find("2026-11-22 10:11:12Z hello")).isEqualTo("2026-11-22T10:11:12Z");
    }

    @Test
    void anyTimeComesBackFromEveryForm() {
        Property.holds(300, random -> {
            Instant time = Instant.ofEpochSecond(
                    1_000_000_000L + random.nextLong(2_000_000_000L), random.nextInt(1000) * 1_000_000L);
            for (String form : new String[] {
                "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", "yyyy-MM-dd HH:mm:ss,SSS", "'['yyyy/MM/dd HH:mm:ss.SSSSSS']'"
            }) {
                String text = DateTimeFormatter.ofPattern(form, Locale.ROOT)
                        .withZone(ZoneOffset.UTC)
                        .format(time);
                assertThat(times.find(text + " hello")).as(text).isEqualTo(time);
            }
        });
    }

    @Test
    void nothingMakesItFail() {
        Property.holds(3000, random -> {
            times.find(anyLine(random));
        });
    }

    private static String anyLine(Random random) {
        String[] pieces = {
            "2026",
            "-",
            "11",
            ":",
            "22",
            "T",
            " ",
            "Z",
            "+",
            "01",
            "ts",
            "time",
            "=",
            "\"",
            "{",
            "[",
            "Nov",
            "/",
            "\u001b",
            "m",
            ".",
            ",",
            "99",
            "1795342272",
            "@timestamp",
            "I1122",
            "é"
        };
        StringBuilder line = new StringBuilder();
        for (int i = random.nextInt(16); i > 0; i--) {
            line.append(pieces[random.nextInt(pieces.length)]);
        }
        return line.toString();
    }

    @ParameterizedTest
    @CsvSource({
        // Without daylight saving, and yet Java has a name for it.
        "America/Phoenix, MST, 17", "America/Phoenix, MDT, 16", "Australia/Brisbane, AEDT, 23",
                "America/Regina, CST, 16",
        "America/Regina, CDT, ", "Asia/Kolkata, IST, 4", "Europe/Dublin, IST, 9", "UTC, IST, "
    })
    void aNameIsOfTheLogsOwnZoneFirst(String zone, String name, Integer hour) {
        Instant time = new LineTimes(ZoneId.of(zone), CLOCK).find("2026-06-22 10:11:12 " + name + " hello");

        assertThat(time == null ? null : time.atOffset(ZoneOffset.UTC).getHour())
                .isEqualTo(hour);
    }
}

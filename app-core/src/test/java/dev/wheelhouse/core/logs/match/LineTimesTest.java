package dev.wheelhouse.core.logs.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Property;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
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
        [Wed Oct 11 14:32:52.123456 2026] [core:error] [pid 35708] no | 2026-10-11T14:32:52.123456Z
        [Sun Oct  1 14:32:52 2006] [error] hello                    | 2006-10-01T14:32:52Z
        Wed Oct 11 14:32:52 CEST 2006 hello                         | 2006-10-11T12:32:52Z
        Wed Oct 11 14:32:52 web-1 pppd: hello                       | 2026-10-11T14:32:52Z
        Sun, 22 Nov 2026 10:11:12 +0100 hello                       | 2026-11-22T09:11:12Z
        22-Nov-2026 10:11:12.345 SEVERE [main] a.B.c hello          | 2026-11-22T10:11:12.345Z
        [22-Nov-2026 10:11:12 UTC] PHP Warning:  hello              | 2026-11-22T10:11:12Z
        [22-Nov-2026 10:11:12] NOTICE: fpm is running, pid 1        | 2026-11-22T10:11:12Z
        Nov 22, 2026 10:11:12 AM org.x.Y z                          | 2026-11-22T10:11:12Z
        Nov 22, 2026 9:11:12 PM org.x.Y z                           | 2026-11-22T21:11:12Z
        Nov 22, 2026 12:11:12 AM org.x.Y z                          | 2026-11-22T00:11:12Z
        Nov 22, 2026 12:11:12 PM org.x.Y z                          | 2026-11-22T12:11:12Z
        Nov 22 2025 10:11:12 asa-1 : %ASA-6-302013: hello           | 2025-11-22T10:11:12Z
        Nov 22 10:11:12 2001 is the name of a host                  | 2026-11-22T10:11:12Z
        E, [2026-11-22T10:11:12.345678 #1234] ERROR -- : hello      | 2026-11-22T10:11:12.345678Z
        1234:M 22 Nov 2026 10:11:12.345 # hello                     | 2026-11-22T10:11:12.345Z
        1:C 22 Nov 10:11:12.345 * hello                             | 2026-11-22T10:11:12.345Z
        {"t":{"$date":"2026-11-22T10:11:12.345+01:00"},"s":"E"}     | 2026-11-22T09:11:12.345Z
        {"Timestamp":"2026-11-22T10:11:12.345Z","Level":"Error"}    | 2026-11-22T10:11:12.345Z
        {"time":"22/Nov/2026:10:11:12 +0100","status":"200"}        | 2026-11-22T09:11:12Z
        <34>Oct 11 22:14:15 mymachine su: hello                     | 2026-10-11T22:14:15Z
        <34>1 2026-11-22T10:11:12.003Z host app - ID47 - hello      | 2026-11-22T10:11:12.003Z
        <165>1 2026-11-22T10:11:12+02:00 host app - - - hello       | 2026-11-22T08:11:12Z
        [2026-11-22T10:11:12.345678+00:00] app.ERROR: hello [] []   | 2026-11-22T10:11:12.345678Z
        update-alternatives 2026-11-22 10:11:12: run with --install | 2026-11-22T10:11:12Z
        Log started: 2026-11-22  10:11:12                           | 2026-11-22T10:11:12Z
        Start-Date: 2026-11-22  10:11:12                            | 2026-11-22T10:11:12Z
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
                "Sun hello",
                "Nov 22, 2026 9:11:12 org.x.Y z",
                "Nov 31, 2026 10:11:12 AM org.x.Y z",
                "22-Foo-2026 10:11:12",
                "22-11-2026 10:11:12",
                "31-Nov-2026 10:11:12",
                "1234:M hello",
                "10.0.0.1 - - hello",
                "<34>hello",
                "<>2",
                "<1234>Oct 11 22:14:15",
                "{\"t\":{\"$date\":\"",
                "update-alternatives ",
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        [22-Nov-2026 10:11:12 Europe/Berlin] PHP Warning: x | 2026-11-22T09:11:12Z
        [22-Jul-2026 10:11:12 America/Argentina/Salta] x    | 2026-07-22T13:11:12Z
        2026-11-22 10:11:12 Europe/Nowhere hello            | 2026-11-22T10:11:12Z
        2026-11-22 10:11:12 sshd/auth hello                 | 2026-11-22T10:11:12Z
        2026-11-22 10:11:12 GMT+02:00 hello                 | 2026-11-22T08:11:12Z
        2026-11-22 10:11:12 UTC+3 hello                     | 2026-11-22T07:11:12Z
        2026-11-22 10:11:12 UTC-0330 hello                  | 2026-11-22T13:41:12Z
        2026-11-22 10:11:12 GMT+99 hello                    |
        2026-11-22t10:11:12z hello                          | 2026-11-22T10:11:12Z
        2026-11-22 10:11:12 zebra hello                     | 2026-11-22T10:11:12Z
        2026-11-22 10:11:12 WIB hello                       | 2026-11-22T03:11:12Z
        2026-11-22 10:11:12 NST hello                       | 2026-11-22T13:41:12Z
        2026-11-22 10:11:12 ChST hello                      | 2026-11-22T00:11:12Z
        2026-11-22 10:11:12.345 XYT [123] LOG:  hello       |
        [2026-11-22 10:11:12 XYT] hello                     |
        [2026-11-22 10:11:12 INF] hello                     | 2026-11-22T10:11:12Z
        [2026-11-22 10:11:12 ALERT] hello                   | 2026-11-22T10:11:12Z
        [2026-11-22 10:11:12 API] hello                     | 2026-11-22T10:11:12Z
        [22-Nov-2026 10:11:12 Etc/GMT+2] hello              | 2026-11-22T12:11:12Z
        [2026-11-22 10:11:12 WARN] hello                    | 2026-11-22T10:11:12Z
        2026-11-22 10:11:12 HTTP [main] hello               | 2026-11-22T10:11:12Z
        181122 10:11:12 [Note] mysqld: ready                | 2018-11-22T10:11:12Z
        181122  9:11:12 InnoDB: started                     | 2018-11-22T09:11:12Z
        181322 10:11:12 hello                               |
        """)
    void readsEveryWayInWhichAZoneIsWritten(String line, @Nullable Instant time) {
        assertThat(times.find(line)).isEqualTo(time);
    }

    /** A writer that goes on at its old place in a file that was cut to nothing leaves a hole of NULs in front. */
    @Test
    void looksBehindTheHoleOfAFileThatWasCut() {
        assertThat(times.find("\0".repeat(4096) + "2026-11-22T10:11:12Z hello")).isEqualTo("2026-11-22T10:11:12Z");
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
                "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'",
                "yyyy-MM-dd HH:mm:ss,SSS",
                "'['yyyy/MM/dd HH:mm:ss.SSSSSS']'",
                "dd-MMM-yyyy HH:mm:ss.SSS",
                "'1:M 'dd MMM yyyy HH:mm:ss.SSS",
                "'[x] ['dd/MMM/yyyy:HH:mm:ss.SSS",
                "'['EEE MMM dd HH:mm:ss.SSS yyyy']'",
                "EEE MMM ppd HH:mm:ss.SSS 'UTC' yyyy",
                "EEE, dd MMM yyyy HH:mm:ss.SSS",
                "MMM dd, yyyy h:mm:ss.SSS a",
                "'<13>1 'yyyy-MM-dd'T'HH:mm:ss.SSS"
            }) {
                String text = DateTimeFormatter.ofPattern(form, Locale.ENGLISH)
                        .withZone(ZoneOffset.UTC)
                        .format(time);
                assertThat(times.find(text + " hello")).as(text).isEqualTo(time);
            }
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Dec 31 23:59:59 web-1 sshd[7]: hello       | 2024-12-31T23:59:59Z
        Jan  1 00:00:00 web-1 sshd[7]: hello       | 2025-01-01T00:00:00Z
        Mar 20 10:11:12 web-1 sshd[7]: hello       | 2025-03-20T10:11:12Z
        Mar 21 10:11:12 zone.not.known hello       | 2025-03-21T10:11:12Z
        Mar 22 10:11:12 web-1 sshd[7]: hello       | 2024-03-22T10:11:12Z
        Feb 29 10:11:12 web-1 sshd[7]: hello       | 2024-02-29T10:11:12Z
        Nov 22 10:11:12 +0300 hello                | 2024-11-22T07:11:12Z
        <34>Dec 31 23:59:59 web-1 su: hello        | 2024-12-31T23:59:59Z
        I1231 23:59:59.345678  1 server.go:1] hello | 2024-12-31T23:59:59.345678Z
        I0229 23:59:59.345678  1 server.go:1] hello | 2024-02-29T23:59:59.345678Z
        1:C 31 Dec 23:59:59.345 * hello            | 2024-12-31T23:59:59.345Z
        {"time":"Dec 31 23:59:59","msg":"hello"}   | 2024-12-31T23:59:59Z
        Dec 31, 2001 11:59:59 PM org.x.Y z         | 2001-12-31T23:59:59Z
        """)
    void aTimeWithoutAYearIsAtMostThatOfTheNewestLine(String line, Instant expected) {
        assertThat(times.until(() -> Optional.of(Instant.parse("2025-03-20T12:00:00Z")))
                        .find(line))
                .isEqualTo(expected);
    }

    @Test
    void asksForTheNewestLineOnlyWhereATimeHasNoYear() {
        LineTimes never = times.until(() -> {
            throw new AssertionError("It was asked");
        });
        for (String line : List.of(
                "2026-11-22T10:11:12Z hello",
                "ERROR 2026-11-22 10:11:12 hello",
                "Warning: hello",
                "Nov 22, 2026 10:11:12 AM org.x.Y z",
                "[Wed Oct 11 14:32:52.123456 2026] hello",
                "{\"time\":1795342272345}",
                "hello")) {
            never.find(line);
        }
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
            "é",
            "<34>",
            "Sun",
            "PM",
            "1234:M ",
            "10:11:12"
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

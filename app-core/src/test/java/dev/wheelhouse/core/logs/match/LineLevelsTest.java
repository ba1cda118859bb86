package dev.wheelhouse.core.logs.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.logs.LogLevel;
import dev.wheelhouse.core.testing.Property;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineLevelsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        2026-11-22 10:11:12,345 INFO  [main] started                      | INFO
        2026-11-22 10:11:12,345 [main] ERROR dev.App - failed             | ERROR
        2026-11-22T10:11:12Z WARN slow                                    | WARN
        [2026-11-22] [warning] slow                                       | WARN
        INFO handled the ERROR page                                       | INFO
        {"level":"error","msg":"INFO gateway"}                               | ERROR
        {"msg":"an ERROR here","level":"info"}                            | INFO
        {"msg":"an ERROR here","severity": "WARNING"}                     | WARN
        {"level":30,"time":1795342272345,"msg":"hello"}                   | INFO
        {"level":50,"msg":"hello"}                                        | ERROR
        {"levelname":"CRITICAL","msg":"hello"}                            | FATAL
        {"msg":"no level, ERROR"}                                         | ERROR
        level=debug msg="ERROR in the text"                               | DEBUG
        time="2026-11-22T10:11:12Z" level=warning msg=slow                | WARN
        ts=1 lvl=eror msg=x                                               | ERROR
        msg="ERROR" level=info                                            | INFO
        E1122 10:11:12.345678       1 server.go:1] no                     | ERROR
        I1122 10:11:12.345678       1 server.go:1] yes                    | INFO
        W/ActivityManager(  585): slow                                    | WARN
        E/AndroidRuntime: boom                                            | ERROR
        I/choreographer(1234): ERROR in the text                          | INFO
        E/no/tag of anything                                              | NONE
        127.0.0.1 - - [22/Nov/2026:10:11:12 +0000] "GET / HTTP/1.1" 200 5 | INFO
        127.0.0.1 - - [22/Nov/2026:10:11:12 +0000] "GET / HTTP/1.1" 404 5 | WARN
        127.0.0.1 - - [22/Nov/2026:10:11:12 +0000] "GET / HTTP/1.1" 502 5 | ERROR
        2026/11/22 10:11:12 [error] 7#7: *1 open() failed                 | ERROR
        2026/11/22 10:11:12 [notice] 7#7: ready                           | INFO
        2026-11-22 10:11:12.345 UTC [77] LOG:  checkpoint starting        | INFO
        2026-11-22 10:11:12.345 UTC [77] FATAL:  no such role             | FATAL
        2026-11-22 10:11:12.345 UTC [77] DEBUG1:  more                    | NONE
        npm ERR! code ELIFECYCLE                                          | NONE
        error: could not compile                                          | ERROR
        Error: boom                                                       | ERROR
        panic: runtime error: index out of range                          | FATAL
        10:11:12 INF listening                                            | INFO
        10:11:12 DBG listening                                            | DEBUG
        10:11:12 [ERR] broken                                             | ERROR
        Nov 22 10:11:12 web-1 kernel: usb 1-1: error -71                  | NONE
        <3>err                                                            | ERROR
        <34>Oct 11 22:14:15 mymachine su: failed for ada                  | FATAL
        <0>it burns                                                       | FATAL
        <11>Oct 11 22:14:15 mymachine su: INFO                            | ERROR
        <12>Oct 11 22:14:15 mymachine su: slow                            | WARN
        <165>1 2026-11-22T10:11:12.003Z host app - ID47 - an ERROR here   | INFO
        <14>Oct 11 22:14:15 mymachine su: ready                           | INFO
        <191>1 2026-11-22T10:11:12.003Z host app - - - more               | DEBUG
        <192>ready                                                        | NONE
        <>ready                                                           | NONE
        <1234>ready                                                       | NONE
        <34                                                               | NONE
        <error> no                                                        | ERROR
        [Wed Oct 11 14:32:52.123456 2026] [core:error] [pid 35708] no     | ERROR
        [Wed Oct 11 14:32:52.123456 2026] [ssl:warn] [pid 35708] slow     | WARN
        22-Nov-2026 10:11:12.345 SEVERE [main] a.B.c no                   | ERROR
        Nov 22, 2026 10:11:12 AM org.x.Y z                                | NONE
        'E, [2026-11-22T10:11:12.345678 #1234] ERROR -- : no'             | ERROR
        'I, [2026-11-22T10:11:12.345678 #1234]  INFO -- : an ERROR'       | INFO
        1234:M 22 Nov 2026 10:11:12.345 # slow                            | WARN
        1234:C 22 Nov 2026 10:11:12.345 * an ERROR here                   | INFO
        1:S 22 Nov 10:11:12.345 - accepted                                | DEBUG
        1:X 22 Nov 10:11:12.345 . more                                    | DEBUG
        1234:M hello                                                      | NONE
        '{"t":{"$date":"2026-11-22T10:11:12.345+00:00"},"s":"E",  "c":"NETWORK","msg":"no"}' | ERROR
        '{"t":{"$date":"2026-11-22T10:11:12.345+00:00"},"s":"I",  "c":"-","msg":"an ERROR"}' | INFO
        '{"t":{"$date":"2026-11-22T10:11:12.345+00:00"},"s":"D1", "c":"-","msg":"more"}'     | DEBUG
        '{"t":{"$date":"2026-11-22T10:11:12.345+00:00"},"s":"'            | NONE
        '{"t":{"$date":"'                                                 | NONE
        [2026-11-22T10:11:12.345678+00:00] app.ERROR: no [] []            | ERROR
        [2019-06-11 16:35:06] local.WARNING: slow                         | WARN
        [2019-06-11 16:35:06] local.EMERGENCY: it burns                   | FATAL
        {"severity":"EMERGENCY","msg":"it burns"}                         | FATAL
        GET http://shop.INFO/ and app.error: no                           | NONE
        no error was found                                                | NONE
        GET /info/error.html                                              | NONE
        information is power                                              | NONE
        Traceback (most recent call last):                                | ERROR
        Exception in thread "main" java.lang.IllegalStateException: x     | ERROR
        java.lang.IllegalStateException: x                                | ERROR
        SEVERE: broken                                                    | ERROR
        hello                                                             | NONE
        '{"level":null}'                                                  | NONE
        """)
    void recognisesTheLevel(String line, LogLevel expected) {
        assertThat(LineLevels.of(line)).as(line).isEqualTo(expected);
    }

    @Test
    void looksThroughColours() {
        assertThat(LineLevels.of("\u001b[32mINFO\u001b[0m ready")).isEqualTo(LogLevel.INFO);
        assertThat(LineLevels.of("\u001b[90m10:11\u001b[0m \u001b[31mERR\u001b[0m no"))
                .isEqualTo(LogLevel.ERROR);
    }

    @Test
    void nothingMakesItFail() {
        Property.holds(5000, random -> {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            String[] pieces = {
                "level",
                "\"",
                ":",
                "=",
                "{",
                "ERROR",
                "\" 5",
                "E1122",
                "0",
                " ",
                "<34>",
                "1:M ",
                "# ",
                "{\"t\":{\"$date\":\""
            };
            StringBuilder text = new StringBuilder(new String(bytes, StandardCharsets.ISO_8859_1));
            for (int i = random.nextInt(8); i > 0; i--) {
                text.insert(random.nextInt(text.length() + 1), pieces[random.nextInt(pieces.length)]);
            }
            assertThat(LineLevels.of(text.toString())).isNotNull();
            byte[] line = text.toString().getBytes(StandardCharsets.UTF_8);
            int from = random.nextInt(line.length + 1);
            assertThat(LineLevels.of(line, from, from + random.nextInt(line.length - from + 1)))
                    .isNotNull();
        });
    }

    private static List<Integer> heads(String text) {
        LineGroups groups = new LineGroups();
        List<Integer> heads = new ArrayList<>();
        String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            byte[] bytes = lines[i].getBytes(StandardCharsets.UTF_8);
            if (!groups.next(bytes, 0, bytes.length)) {
                heads.add(i);
            }
        }
        return heads;
    }

    @Test
    void javasTraceIsOne() {
        assertThat(heads("""
            10:00 ERROR boom
            java.lang.IllegalStateException: boom
            \tat Main.main(Main.java:1)
            Caused by: java.io.IOException: no
            \tat Main.read(Main.java:9)
            \t... 1 more
            10:01 INFO on\
            """)).containsExactly(0, 6);
    }

    @Test
    void pythonsTraceIsOneWithItsLastLine() {
        assertThat(heads("""
            ERROR:root:boom
            Traceback (most recent call last):
              File "a.py", line 1, in <module>
                f()
            KeyError: 'x'

            During handling of the above exception, another exception occurred:

            Traceback (most recent call last):
              File "a.py", line 3, in <module>
                g()
            ValueError: y
            INFO:root:on\
            """)).containsExactly(0, 12);
    }

    @Test
    void gosPanicIsOne() {
        assertThat(heads("""
            2026/11/22 10:00:00 on
            panic: runtime error: index out of range [5]

            goroutine 1 [running]:
            main.main()
            \t/app/main.go:7 +0x1d
            created by main.start in goroutine 7
            \t/app/main.go:1 +0x1d
            exit status 2\
            """)).containsExactly(0, 1, 8);
    }

    @Test
    void nodesTraceIsOne() {
        assertThat(heads("""
            Error: boom
                at f (/app/a.js:1:2)
                at node:internal/main:3:4 {
              code: 'E'
            }
            on\
            """)).containsExactly(0, 5);
    }

    @Test
    void aPaddedLevelAndABlankLineStandForThemselves() {
        assertThat(heads("a\n INFO b\n\n  c\nWARN d")).containsExactly(0, 1, 2, 4);
    }

    @Test
    void looksBehindTheHoleOfAFileThatWasCut() {
        assertThat(LineLevels.of("\0".repeat(4096) + "ERROR boom")).isEqualTo(LogLevel.ERROR);
    }
}

package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.LogLevel;
import java.time.Instant;
import java.util.List;

/** What logs of real programs look like. */
final class SampleDocuments {

    static final Instant BEGIN = Instant.parse("2026-11-21T02:10:00.250Z");
    private static final String ESC = "\u001b[";

    private SampleDocuments() {}

    /** A web shop with colours, JSON and a stack trace now and then. */
    static void shop(ListedDocument document, int turns) {
        Instant time = BEGIN;
        for (int i = 0; i < turns; i++) {
            time = time.plusMillis(137 + i * 31L % 400);
            document.add(
                    LogLevel.INFO,
                    time,
                    null,
                    ESC + "32mINFO " + ESC + "0m http-nio-8080 GET /orders/" + (1000 + i * 7) + " " + ESC + "1m200"
                            + ESC + "0m " + (3 + i % 9) + " ms");
            if (i % 4 == 1) {
                document.add(
                        LogLevel.DEBUG,
                        time,
                        null,
                        ESC + "2mDEBUG catalogue cache: hit ratio 0." + (80 + i % 19) + ESC + "0m");
            }
            if (i % 9 == 4) {
                document.add(
                        LogLevel.WARN,
                        time,
                        null,
                        ESC + "33mWARN " + ESC + "0m pool " + ESC + "4mshop-db" + ESC + "0m is at " + ESC + "38;5;208m"
                                + (60 + i % 40) + " %" + ESC + "0m of its connections");
            }
            if (i % 6 == 3) {
                document.add(
                        LogLevel.INFO,
                        time,
                        null,
                        "{\"level\":\"info\",\"msg\":\"payment taken\",\"order\":" + (1000 + i)
                                + ",\"amount\":{\"value\":19.90,\"currency\":\"EUR\"},\"tags\":[\"card\",\"retry\"],\"ok\":true}");
            }
            if (i % 13 == 6) {
                trace(document, time);
            }
        }
    }

    private static void trace(ListedDocument document, Instant time) {
        document.add(
                LogLevel.ERROR,
                time,
                null,
                ESC + "1;31mERROR" + ESC + "0m order 1042 was not written: java.sql.SQLException: deadlock detected");
        for (String frame : List.of(
                "\tat org.postgresql.core.v3.QueryExecutorImpl.receiveErrorResponse(QueryExecutorImpl.java:2733)",
                "\tat com.example.shop.OrderStore.write(OrderStore.java:118)",
                "\tat com.example.shop.OrderService.place(OrderService.java:64)",
                "Caused by: java.io.IOException: connection reset",
                "\t... 31 more")) {
            document.add(LogLevel.ERROR, time, null, true, frame);
        }
    }

    /** Three programs at once. */
    static void merged(ListedDocument document, int turns) {
        Instant time = BEGIN;
        for (int i = 0; i < turns; i++) {
            time = time.plusMillis(71);
            document.add(
                    LogLevel.INFO,
                    time,
                    "nginx",
                    "10.0.0." + (i % 200) + " \"GET /orders/" + i + " HTTP/1.1\" 200 " + (512 + i));
            if (i % 2 == 0) {
                document.add(
                        LogLevel.INFO,
                        time.plusMillis(9),
                        "shop",
                        "INFO  request " + i + " took " + (4 + i % 17) + " ms");
            }
            if (i % 5 == 2) {
                document.add(LogLevel.DEBUG, time.plusMillis(17), "mailer", "DEBUG queue has " + (i % 7) + " messages");
            }
            if (i % 11 == 5) {
                document.add(
                        LogLevel.WARN,
                        time.plusMillis(20),
                        "mailer",
                        "WARN  mx1.example.com defers: 451 greylisted, retry in 300 s");
            }
        }
    }
}

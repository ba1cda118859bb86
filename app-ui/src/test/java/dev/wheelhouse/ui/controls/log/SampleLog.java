package dev.wheelhouse.ui.controls.log;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A log with everything that logs have. */
public final class SampleLog {

    private static final String ESC = "\u001b[";

    private SampleLog() {}

    public static ListedLines lines() {
        List<ShownLine> lines = new ArrayList<>();
        Instant time = Instant.parse("2026-11-21T02:10:00Z");
        for (int i = 0; i < 40; i++) {
            time = time.plusMillis(137 + i * 31L % 400);
            add(
                    lines,
                    time,
                    LineLevel.INFO,
                    ESC + "32mINFO" + ESC + "0m  http-nio-8080 GET /orders/" + (1000 + i * 7) + " " + ESC + "1m200"
                            + ESC + "0m " + (3 + i % 9) + " ms");
            if (i % 4 == 1) {
                add(lines, time, LineLevel.DEBUG, ESC + "2mDEBUG cache hit ratio 0." + (80 + i % 19) + ESC + "0m");
            }
            if (i % 9 == 4) {
                add(
                        lines,
                        time,
                        LineLevel.WARN,
                        ESC + "33mWARN" + ESC + "0m  pool \u001b[4mshop-db\u001b[0m is at " + ESC + "38;5;208m"
                                + (70 + i) + " %" + ESC + "0m of its connections");
            }
            if (i % 13 == 6) {
                int at = lines.size();
                String[] trace = {
                    ESC + "31;1mERROR" + ESC
                            + "0m order 1042 was not written: java.sql.SQLException: deadlock detected",
                    "\tat org.postgresql.core.v3.QueryExecutorImpl.receiveErrorResponse(QueryExecutorImpl.java:2733)",
                    "\tat com.example.shop.OrderStore.write(OrderStore.java:118)",
                    "\tat com.example.shop.OrderService.place(OrderService.java:64)",
                    "Caused by: java.io.IOException: connection reset",
                    "\t... 31 more"
                };
                for (int j = 0; j < trace.length; j++) {
                    lines.add(new ShownLine(
                            at + j,
                            at + j,
                            time,
                            LineLevel.ERROR,
                            0,
                            trace[j],
                            trace[j].length(),
                            false,
                            j == 0 ? trace.length - 1 : 0,
                            j));
                }
            }
            if (i % 6 == 3) {
                add(
                        lines,
                        time,
                        LineLevel.INFO,
                        "{\"level\":\"info\",\"msg\":\"payment taken\",\"order\":" + (1000 + i)
                                + ",\"amount\":{\"value\":19.90,\"currency\":\"EUR\"},\"tags\":[\"card\",\"retry\"],\"ok\":true}");
            }
        }
        add(lines, time, LineLevel.INFO, "ANSI " + table());
        add(
                lines,
                time,
                LineLevel.INFO,
                ESC + "38;2;255;235;59myellow on paper" + ESC + "0m " + ESC
                        + "38;2;20;30;70mnavy on paper" + ESC + "0m " + ESC + "7minverse" + ESC + "0m " + ESC
                        + "3mitalic" + ESC
                        + "0m " + ESC + "9mstruck" + ESC + "0m " + ESC + "97;41m white on red " + ESC + "0m");
        add(lines, time, LineLevel.INFO, "tab\tseparated\tvalues  naïve café 日本語ログ 🚀 deployed \u0001 bell\u0007");
        return new ListedLines(lines);
    }

    private static String table() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 16; i++) {
            text.append(ESC)
                    .append(i < 8 ? 30 + i : 82 + i)
                    .append("m colour")
                    .append(i)
                    .append(ESC)
                    .append("0m");
        }
        return text.toString();
    }

    private static void add(List<ShownLine> lines, Instant time, LineLevel level, String text) {
        lines.add(ShownLine.of(lines.size(), time, level, 0, text));
    }
}

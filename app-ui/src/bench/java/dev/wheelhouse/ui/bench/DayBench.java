package dev.wheelhouse.ui.bench;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.ProbeJar;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;

/** What a window takes after a day's use, in software rendering, against what it took when the day began. */
final class DayBench {

    private static final int LOGS = 5;
    private static final int LOG_LINES = 500_000;
    private static final int FIRST_TABLE = 10;
    private static final int TABLES = 20;
    private static final int MOST_LIVE_MEGABYTES = 96;
    private static final double MOST_GROWTH = 1.3;
    private static final int MOST_KEY_MILLIS = 50;

    private DayBench() {}

    private record Taken(double live, double resident, String collections, String collected, double key) {}

    static List<Measurement> run(Path root) throws Exception {
        Path work = Files.createTempDirectory("wheelhouse-day");
        ProbeJar.pack(work.resolve("probe.jar"), DayRobot.class, DayRobot.Painted.class);
        String database = database(work.resolve("day.db"));
        List<String> logs = new ArrayList<>();
        for (int i = 0; i < LOGS; i++) {
            logs.add(log(work.resolve("log" + i + ".log"), i));
        }
        Map<String, Taken> day = new HashMap<>();
        try (VirtualScreen screen = VirtualScreen.start()) {
            List<String> command = WindowProgram.java(List.of(
                    "@" + root.resolve("packaging/jvm.options"),
                    "-D" + DayRobot.LOGS + "=" + String.join(File.pathSeparator, logs),
                    "-cp",
                    work.resolve("probe.jar") + ":" + root.resolve("app-ui/target/app-ui.jar") + ":"
                            + root.resolve("app-ui/target/lib") + "/*",
                    DayRobot.class.getName(),
                    "--home",
                    work.resolve("home").toString(),
                    "--port",
                    "0",
                    database));
            WindowProgram.run(screen.display(), work.resolve("log"), command, line -> {
                Matcher matcher = DayRobot.LINE.matcher(line);
                if (matcher.matches()) {
                    day.put(
                            matcher.group("what"),
                            new Taken(
                                    Double.parseDouble(matcher.group("live")),
                                    Double.parseDouble(matcher.group("resident")),
                                    matcher.group("collections"),
                                    matcher.group("collected"),
                                    Double.parseDouble(matcher.group("key"))));
                }
                return day.containsKey(DayRobot.END);
            });
        }
        for (String log : logs) {
            Files.delete(Path.of(log));
        }
        Taken start = Objects.requireNonNull(day.get(DayRobot.START));
        Taken end = Objects.requireNonNull(day.get(DayRobot.END));
        String collected = end.collections() + " collections in " + end.collected() + " ms";
        return List.of(
                Measurement.atMost(
                        "day-live",
                        "window: live heap after a day's use",
                        end.live(),
                        "MB",
                        MOST_LIVE_MEGABYTES,
                        "%.0f MB when it began; %s".formatted(start.live(), collected)),
                Measurement.atMost(
                        "day-resident",
                        "window: resident memory after a day's use, to its begin",
                        end.resident() / start.resident(),
                        "×",
                        MOST_GROWTH,
                        "%.0f MB, %.0f MB when it began".formatted(end.resident(), start.resident())),
                Measurement.atMost(
                        "day-key",
                        "window: key of a search to painted (p95) after a day's use",
                        end.key(),
                        "ms",
                        MOST_KEY_MILLIS,
                        "%.0f ms when it began".formatted(start.key())));
    }

    private static String database(Path file) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (int i = FIRST_TABLE; i < FIRST_TABLE + TABLES; i++) {
                statement.execute("CREATE TABLE table" + i + " (id INTEGER PRIMARY KEY, name TEXT)");
                statement.execute("INSERT INTO table" + i + " VALUES (1, 'one')");
            }
        }
        return file.toString();
    }

    /** Some 50 MB. */
    private static String log(Path file, int service) throws IOException {
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            for (int line = 0; line < LOG_LINES; line++) {
                writer.write("2026-11-30T10:%02d:%02d.%03dZ INFO request %d of service %d took %d ms, and went well in every way%n"
                        .formatted(
                                line / 10_000, line / 200 % 60, line % 1000, line, service, line % 977));
            }
        }
        return file.toString();
    }
}

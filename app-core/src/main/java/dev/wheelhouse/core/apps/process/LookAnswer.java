package dev.wheelhouse.core.apps.process;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.platform.host.ProcessTable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the script that looks at apps answers, read. */
final class LookAnswer {

    private static final int RUN_FIELDS = 7;
    private static final Pattern FILE = Pattern.compile(".*/(app_[a-z0-9]+)/(run|supervisor):(.*)");

    /** The identity of a process. */
    private record Mark(long pid, long start, String boot) {}

    /**
     * A run of an app's program.
     *
     * @param endedAt null while its supervisor has not seen its end
     */
    private record Run(
            Mark mark,
            Instant startedAt,
            long restarts,
            @Nullable Instant endedAt,
            @Nullable Integer exitCode) {}

    private final Map<String, Run> runs = new HashMap<>();
    private final Map<String, Mark> supervisors = new HashMap<>();
    private final Map<String, String> damaged = new HashMap<>();
    private final List<String> processes = new ArrayList<>();
    private String boot = "";
    private long uptime;
    private long memory;
    private long ticksPerSecond = 100;
    private long pageBytes = 4096;

    private LookAnswer() {}

    /** @throws IllegalArgumentException when it is not such an answer */
    static Map<String, AppSnapshot> read(String text, List<App> apps) {
        LookAnswer answer = new LookAnswer();
        answer.take(text);
        ProcessTable table = new ProcessTable(answer.processes, answer.ticksPerSecond, answer.pageBytes);
        Map<String, AppSnapshot> snapshots = new HashMap<>();
        for (App each : apps) {
            snapshots.put(each.id(), answer.snapshot(each, table));
        }
        return snapshots;
    }

    private void take(String text) {
        boolean table = false;
        for (String line : text.split("\n", -1)) {
            if (table) {
                processes.add(line);
                continue;
            }
            Matcher file = FILE.matcher(line);
            if (file.matches()) {
                takeFile(file.group(1), file.group(2), file.group(3).split(" ", -1));
                continue;
            }
            int blank = line.indexOf(' ');
            String name = blank < 0 ? line : line.substring(0, blank);
            String rest = blank < 0 ? "" : line.substring(blank + 1);
            switch (name) {
                case "uptime" -> uptime = nanos(rest.split(" ", -1)[0]);
                case "boot" -> boot = rest;
                case "memory" -> memory = Long.parseLong(rest) * 1024;
                case "ticks" -> ticksPerSecond = Math.max(1, Long.parseLong(rest));
                case "page" -> pageBytes = Long.parseLong(rest);
                case "processes" -> table = true;
                default -> {
                    // A greeting of the server's.
                }
            }
        }
        if (!table) {
            throw new IllegalArgumentException("It names no processes");
        }
    }

    private void takeFile(String app, String file, String[] fields) {
        try {
            if (file.equals("run")) {
                takeRun(app, fields);
            } else {
                takeSupervisor(app, fields);
            }
        } catch (NumberFormatException _) {
            damaged.put(app, file);
        }
    }

    /** Of seconds since 1970, with decimals or without. */
    static Instant instant(String seconds) {
        return Instant.ofEpochSecond(0, nanos(seconds));
    }

    private static long nanos(String seconds) {
        return new BigDecimal(seconds).movePointRight(9).longValue();
    }

    private void takeRun(String app, String[] fields) {
        if (fields.length < RUN_FIELDS) {
            return;
        }
        boolean ended = !fields[5].equals("-");
        runs.put(
                app,
                new Run(
                        mark(fields),
                        instant(fields[3]),
                        Long.parseLong(fields[4]),
                        ended ? instant(fields[5]) : null,
                        ended ? Integer.valueOf(fields[6]) : null));
    }

    private void takeSupervisor(String app, String[] fields) {
        if (fields.length >= 3) {
            supervisors.put(app, mark(fields));
        }
    }

    private static Mark mark(String[] fields) {
        return new Mark(Long.parseLong(fields[0]), Long.parseLong(fields[1]), fields[2]);
    }

    private AppSnapshot snapshot(App app, ProcessTable table) {
        String file = damaged.get(app.id());
        if (file != null) {
            return new AppSnapshot(
                    List.of(),
                    uptime,
                    "The file " + file
                            + " in its directory on the server is damaged. Restart the app, which writes it anew.");
        }
        Run run = runs.get(app.id());
        if (run == null) {
            return new AppSnapshot(
                    List.of(new Instance("", Instance.PROCESS, false, null, null, null, null, 0, "", null)),
                    uptime,
                    null);
        }
        Mark supervisor = supervisors.get(app.id());
        boolean supervised = supervisor != null && isAlive(supervisor, table);
        boolean alive = isAlive(run.mark(), table);
        // Between the program's end and its note there is a moment in which nobody knows the exit code yet.
        boolean ending = supervised && !alive && run.endedAt() == null;
        boolean running = ending || (alive && run.endedAt() == null);
        return new AppSnapshot(
                List.of(new Instance(
                        run.mark().pid() + ":" + run.mark().start() + ":"
                                + run.mark().boot(),
                        Instance.PROCESS,
                        running,
                        alive && running ? run.mark().pid() : null,
                        run.startedAt(),
                        run.endedAt(),
                        run.exitCode(),
                        run.restarts(),
                        detail(run, running, supervised),
                        alive && running ? use(table, run.mark().pid()) : null,
                        supervised && !running)),
                uptime,
                null);
    }

    private boolean isAlive(Mark mark, ProcessTable table) {
        return mark.boot().equals(boot) && table.isAlive(mark.pid(), mark.start());
    }

    private Instance.Use use(ProcessTable table, long pid) {
        ProcessTable.Sum sum = table.ofSession(pid);
        return new Instance.Use(sum.cpuNanos(), sum.memoryBytes(), memory);
    }

    private String detail(Run run, boolean running, boolean supervised) {
        if (running) {
            return supervised ? "" : "Its supervisor was killed: its end will not be known. Restart it when you can.";
        }
        if (run.endedAt() == null) {
            return run.mark().boot().equals(boot)
                    ? "It was killed together with its supervisor."
                    : "Its server was started anew.";
        }
        return supervised ? "It is started again in a moment." : "";
    }
}

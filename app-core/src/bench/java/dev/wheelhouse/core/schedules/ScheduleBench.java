package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.access.TestOrganizations;
import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.paging.PageRequest;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A thousand schedules due in one second, and what ten thousand cost that are not due. */
public final class ScheduleBench {

    private static final int DUE = 1000;
    private static final double LONGEST_DELAY = 3;
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);
    private static final int IDLE = 10_000;
    private static final int IDLE_SECONDS = 20;
    private static final Instant DUE_AT = Instant.parse("2026-01-02T04:00:00Z");
    private static final double MEBIBYTE = 1 << 20;

    private ScheduleBench() {}

    public static List<Measurement> run() throws IOException, InterruptedException {
        // A console has run for a while when its night comes.
        together();
        List<Measurement> measurements = new ArrayList<>(together());
        measurements.add(idle());
        return measurements;
    }

    private static List<Measurement> together() throws IOException, InterruptedException {
        // The clock stands a minute before the due time until everything is there.
        Path home = Files.createTempDirectory("wheelhouse-schedules");
        List<Schedule> schedules = new ArrayList<>();
        Caller caller = fill(home, DUE, "0 4 * * *", schedules);
        FastClock clock = new FastClock(System.currentTimeMillis() + 3000, DUE_AT, 1);
        try (FastConsole console = new FastConsole(home, clock, caller.organizationId(), SchedulePace.STANDARD)) {
            console.start();
            List<Double> delays = new ArrayList<>();
            long end = System.nanoTime() + LONGEST_WAIT.toNanos();
            while (delays.size() < DUE) {
                if (System.nanoTime() > end) {
                    throw new IllegalStateException(
                            delays.size() + " of " + DUE + " schedules ran within " + LONGEST_WAIT);
                }
                TimeUnit.SECONDS.sleep(2);
                delays.clear();
                schedules.forEach(each ->
                        console.schedules.runs().list(caller, each.id(), new PageRequest(1, null)).items().stream()
                                .filter(run -> run.status() == RunStatus.SUCCEEDED)
                                .forEach(run -> delays.add(Duration.between(
                                                        Objects.requireNonNull(run.dueAt()),
                                                        Objects.requireNonNull(run.startedAt()))
                                                .toMillis()
                                        / 1000.0)));
            }
            delays.sort(null);
            System.gc();
            double heap =
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEBIBYTE;
            String note = DUE + " schedules due in one second, 32 runs at once, SQLite";
            return List.of(
                    Measurement.told("schedules-p50", "delay of a start, median", delays.get(DUE / 2), "s", note),
                    Measurement.atMost(
                            "schedules-p99", "delay of a start, p99", delays.get(DUE * 99 / 100), "s", LONGEST_DELAY, note),
                    Measurement.told("schedules-heap", "heap after it", heap, "MiB", note));
        }
    }

    private static Measurement idle() throws IOException, InterruptedException {
        Path home = Files.createTempDirectory("wheelhouse-schedules");
        Caller caller = fill(home, IDLE, "0 4 29 2 *", new ArrayList<>());
        FastClock clock = new FastClock(System.currentTimeMillis(), DUE_AT, 1);
        try (FastConsole console = new FastConsole(home, clock, caller.organizationId(), SchedulePace.STANDARD)) {
            console.start();
            TimeUnit.SECONDS.sleep(IDLE_SECONDS);
            long before = cpuNanos();
            TimeUnit.SECONDS.sleep(IDLE_SECONDS);
            double percent = (cpuNanos() - before) / 1e7 / IDLE_SECONDS;
            return Measurement.told(
                    "schedules-idle", "CPU of 10,000 schedules that are not due", percent, "% of a core", "");
        }
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static Caller fill(Path home, int count, String cron, List<Schedule> schedules) {
        FastClock clock = new FastClock(System.currentTimeMillis() + 600_000, DUE_AT, 1);
        try (FastConsole console = new FastConsole(home, clock, "", SchedulePace.STANDARD)) {
            Caller caller = new TestOrganizations(console.store, new IdGenerator(clock, new SecureRandom()), clock)
                    .newOrganization();
            console.addServer(caller);
            for (int i = 0; i < count; i++) {
                ScheduleDraft draft =
                        new ScheduleDraft("s-" + i, FastConsole.HOME_ID, "true", cron, null, null, null, null, null);
                schedules.add(console.schedules.service().create(caller, draft));
            }
            return caller;
        }
    }
}

package dev.wheelhouse.core.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.access.TestOrganizations;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.JavaProcess;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A console over one home that is killed again and again, and what must be true of it in the end. */
final class KilledConsole {

    private static final int SCHEDULES = 4;
    private static final int LONGEST_MILLIS = 500;
    private static final Pattern SHARED = Pattern.compile("(\\d+) due times since (\\S+) were missed.*");

    private final Path directory;
    private final Random random = new Random();

    KilledConsole(Path directory) {
        this.directory = directory;
    }

    /** Lives through so many kills, and looks at every due time then. */
    void live(int kills) throws IOException, InterruptedException {
        StateKind.migrated(directory.resolve("home"));
        long origin = System.currentTimeMillis();
        FastClock clock = new FastClock(origin, FastConsole.START, FastConsole.FACTOR);
        Path ran = directory.resolve("ran");
        Files.createFile(ran);
        Caller caller;
        List<Schedule> schedules = new ArrayList<>();
        try (FastConsole console = new FastConsole(directory.resolve("home"), clock, "", FastConsole.fastPace())) {
            caller = new TestOrganizations(console.store, new IdGenerator(clock, random), clock).newOrganization();
            console.addServer(caller);
            for (int i = 0; i < SCHEDULES; i++) {
                schedules.add(console.schedules.service().create(caller, draft(i, ran)));
            }
        }
        for (int i = 0; i < kills; i++) {
            runAndKill(origin, caller.organizationId());
        }
        try (FastConsole console =
                new FastConsole(directory.resolve("home"), clock, caller.organizationId(), FastConsole.fastPace())) {
            Instant end = clock.instant();
            console.start();
            for (Schedule each : schedules) {
                Awaiting.until(() -> console.schedules
                        .service()
                        .get(caller, each.id())
                        .handledUntil()
                        .isAfter(end));
            }
            console.schedules.service().pauseAll(caller);
            Awaiting.until(() -> schedules.stream()
                    .flatMap(each -> runs(console, caller, each).stream())
                    .allMatch(each -> each.status().isFinal()));
            Map<String, Integer> begun = begun(ran);
            begun.forEach((run, times) -> assertThat(times).as(run).isEqualTo(1));
            for (Schedule each : schedules) {
                checkRows(each.createdAt(), runs(console, caller, each), begun, end);
            }
            assertThat(console.jobs.list(caller, new PageRequest(100_000, null)).items())
                    .allMatch(each -> each.status() != JobStatus.RUNNING);
        }
    }

    private static ScheduleDraft draft(int number, Path ran) {
        // One appended line is one write, which the system does not tear.
        String command = "echo $WHEELHOUSE_RUN_ID >> '" + ran + "'; sleep 0." + number;
        return new ScheduleDraft(
                "s-" + number, FastConsole.HOME_ID, command, "* * * * *", null, null, null, Overlap.QUEUE, null);
    }

    private void runAndKill(long origin, String organizationId) throws IOException, InterruptedException {
        Process started = JavaProcess.plain()
                .of(FastConsole.Main.class, directory.resolve("home").toString(), Long.toString(origin), organizationId)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        // Also in the middle of its start, so not only after it says that it is ready.
        boolean early = random.nextInt(4) == 0;
        if (!early) {
            Awaiting.until(() -> isReady() || !started.isAlive());
        }
        assertThat(started.waitFor(random.nextInt(LONGEST_MILLIS), TimeUnit.MILLISECONDS))
                .as("It ended by itself")
                .isFalse();
        started.destroyForcibly().waitFor();
        Files.writeString(directory.resolve("log"), "");
    }

    private boolean isReady() {
        try {
            return Files.readString(directory.resolve("log")).contains("ready");
        } catch (IOException _) {
            return false;
        }
    }

    private static List<ScheduleRun> runs(FastConsole console, Caller caller, Schedule schedule) {
        return console.schedules
                .runs()
                .list(caller, schedule.id(), new PageRequest(100_000, null))
                .items();
    }

    private static Map<String, Integer> begun(Path ran) throws IOException {
        Map<String, Integer> begun = new HashMap<>();
        Files.readAllLines(ran).forEach(each -> begun.merge(each, 1, Integer::sum));
        return begun;
    }

    /** Every minute has its row, or is counted by one. */
    private static void checkRows(Instant from, List<ScheduleRun> runs, Map<String, Integer> begun, Instant end) {
        Map<Instant, ScheduleRun> byDue = new TreeMap<>();
        runs.forEach(each -> assertThat(byDue.put(Objects.requireNonNull(each.dueAt()), each))
                .isNull());
        Instant last = from.truncatedTo(ChronoUnit.MINUTES);
        for (Map.Entry<Instant, ScheduleRun> each : byDue.entrySet()) {
            Matcher shared = SHARED.matcher(String.valueOf(each.getValue().error()));
            long covered = shared.matches() ? Long.parseLong(shared.group(1)) : 1;
            assertThat(Duration.between(last, each.getKey()).toMinutes())
                    .as(each.toString())
                    .isEqualTo(covered);
            last = each.getKey();
        }
        assertThat(last).isAfter(end.minus(Duration.ofMinutes(2)));
        for (ScheduleRun each : runs) {
            boolean ran = begun.containsKey(each.id());
            switch (each.status()) {
                case SUCCEEDED -> assertThat(ran).as(each.toString()).isTrue();
                case MISSED, SKIPPED -> assertThat(ran).as(each.toString()).isFalse();
                case FAILED -> assertThat(each.error()).contains("console stopped");
                default -> throw new AssertionError(each);
            }
        }
        assertThat(runs).anyMatch(each -> each.status() == RunStatus.SUCCEEDED);
    }
}

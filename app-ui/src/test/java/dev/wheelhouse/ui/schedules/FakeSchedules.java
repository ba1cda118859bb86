package dev.wheelhouse.ui.schedules;

import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.cron.CronExpression;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobLogText;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.schedules.MissedPolicy;
import dev.wheelhouse.core.schedules.Overlap;
import dev.wheelhouse.core.schedules.RunGateway;
import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.RunTrigger;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleDraft;
import dev.wheelhouse.core.schedules.ScheduleGateway;
import dev.wheelhouse.core.schedules.ScheduleNews;
import dev.wheelhouse.core.schedules.ScheduleRun;
import dev.wheelhouse.core.schedules.ScheduleTrials;
import dev.wheelhouse.core.schedules.TrialGateway;
import dev.wheelhouse.core.schedules.TrialStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Schedules that a test makes up; runs succeed or fail as a seed has it. Thread-safe. */
public final class FakeSchedules implements ScheduleGateway, RunGateway, TrialGateway {

    static final String OUTPUT = """
        [backup] 2026-11-21 02:30:00 dumping shop
        \u001B[32mcustomers\u001B[0m      50,000 rows
        \u001B[32morders\u001B[0m        120,000 rows
        \u001B[32mpayments\u001B[0m      118,400 rows
        progress  10 %\rprogress  60 %\rprogress 100 %
        [backup] wrote /srv/backup/shop-2026-11-21.gz (48.2 MiB)
        [backup] done
        """;

    private static final int PAGE = 50;
    private static final int SHOWN = 4000;

    final List<String> calls = new ArrayList<>();
    final List<ScheduleDraft> drafts = new ArrayList<>();
    final Map<String, String> outputs = new HashMap<>();
    final List<TrialStatus> trialLooks = new ArrayList<>();
    final List<ScheduleNews> news = new ArrayList<>();
    private final Map<String, Schedule> schedules = new LinkedHashMap<>();
    private final Map<String, List<ScheduleRun>> runs = new HashMap<>();
    private final Clock clock;
    private @Nullable Instant pausedSince;
    private int made;

    /** Thrown by each reading of all; null for none. */
    @Nullable
    volatile AppException unreadable;

    /** Thrown by the next call that could throw it; null for none. */
    @Nullable
    AppException refusal;

    public FakeSchedules(Clock clock) {
        this.clock = clock;
    }

    /** A backup, a rotation, one that fails, one that is off, one that runs all day, one that never ran. */
    public void addSome() {
        put(schedule("sch_backup", "backup-shop", "srv_db", "30 2 * * *", "Europe/Zurich", true)
                .withCommand("pg_dump --format=custom shop > /srv/backup/shop-$(date +%F).dump\n"
                        + "find /srv/backup -name 'shop-*.dump' -mtime +14 -delete"));
        put(schedule("sch_rotate", "rotate-logs", "srv_web1", "@hourly", "UTC", true)
                .withCommand("logrotate /etc/logrotate.d/shop"));
        put(schedule("sch_report", "weekly-report", "srv_web2", "0 7 * * mon", "Europe/Zurich", true)
                .withCommand("/opt/reports/weekly --mail finance@example.com"));
        put(schedule("sch_ping", "heartbeat", "srv_web1", "*/5 * * * *", "UTC", true)
                .withCommand("curl -fsS https://status.example.com/ping/web-1"));
        put(schedule("sch_old", "old-import", "srv_web2", "15 4 1 * *", "UTC", false)
                .withCommand("/opt/import/run.sh --all"));
        put(schedule("sch_certs", "renew-certificates", "srv_web1", "17 3,15 * * *", "UTC", true)
                .withCommand("certbot renew --quiet"));
        put(schedule("sch_vacuum", "vacuum-shop", "srv_db", "0 4 * * 6,0", "Europe/Zurich", true)
                .withCommand("vacuumdb --analyze shop"));
        fill("sch_backup", Duration.ofHours(24), 40, 180_000, 0.04, 1);
        fill("sch_rotate", Duration.ofHours(1), 60, 2_400, 0.02, 2);
        fill("sch_report", Duration.ofDays(7), 9, 44_000, 0.35, 3);
        fill("sch_ping", Duration.ofMinutes(5), 60, 320, 0.12, 4);
        fill("sch_old", Duration.ofDays(30), 12, 1_200_000, 0.3, 5);
        fill("sch_certs", Duration.ofHours(12), 30, 6_000, 0, 6);
    }

    /** A schedule with setters for tests. */
    public record Made(Schedule schedule) {

        Made withCommand(String command) {
            Schedule old = schedule;
            return new Made(new Schedule(
                    old.id(),
                    old.organizationId(),
                    old.serverId(),
                    old.name(),
                    command,
                    old.cron(),
                    old.timeZone(),
                    old.enabled(),
                    old.timeout(),
                    old.overlap(),
                    old.missed(),
                    old.handledUntil(),
                    old.createdAt(),
                    old.revision(),
                    new Actor("mem_test", null, null)));
        }
    }

    Made schedule(String id, String name, String serverId, String cron, String zone, boolean enabled) {
        Instant now = clock.instant();
        return new Made(new Schedule(
                id,
                "org_test",
                serverId,
                name,
                "true",
                CronExpression.parse(cron),
                ZoneId.of(zone),
                enabled,
                Duration.ofHours(1),
                Overlap.SKIP,
                MissedPolicy.RUN_ONCE,
                now,
                now,
                1,
                new Actor("mem_test", null, null)));
    }

    synchronized void put(Made schedule) {
        schedules.put(schedule.schedule().id(), schedule.schedule());
    }

    private void fill(String id, Duration pace, int count, long usualMillis, double failing, long seed) {
        Random random = new Random(seed);
        List<ScheduleRun> newestFirst = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Instant due = clock.instant().minus(pace.multipliedBy(i)).minusSeconds(40 * 60);
            double luck = random.nextDouble();
            RunStatus status = luck < failing ? RunStatus.FAILED : RunStatus.SUCCEEDED;
            if (i == 7 && id.equals("sch_rotate")) {
                status = RunStatus.MISSED;
            } else if (i == 5 && id.equals("sch_backup")) {
                status = RunStatus.TIMED_OUT;
            } else if (i == 9 && id.equals("sch_ping")) {
                status = RunStatus.SKIPPED;
            }
            if (i == 0 && id.equals("sch_report")) {
                status = RunStatus.FAILED;
            }
            long took = status == RunStatus.TIMED_OUT ? 360_000 : (long) (usualMillis * (0.6 + random.nextDouble()));
            newestFirst.add(run(id, status, due, Duration.ofMillis(took)));
        }
        runs.put(id, newestFirst);
    }

    ScheduleRun run(String scheduleId, RunStatus status, Instant due, Duration took) {
        boolean began = status != RunStatus.MISSED && status != RunStatus.SKIPPED && status != RunStatus.QUEUED;
        Instant started = began ? due.plusMillis(120) : null;
        Instant finished = !status.isFinal() ? null : started == null ? due : started.plus(took);
        Integer exit = status == RunStatus.SUCCEEDED ? (Integer) 0 : status == RunStatus.FAILED ? (Integer) 1 : null;
        return new ScheduleRun(
                "run_" + String.format("%06d", ++made),
                "org_test",
                scheduleId,
                status,
                RunTrigger.SCHEDULE,
                due,
                null,
                "srv_own",
                null,
                exit,
                null,
                error(status),
                due,
                started,
                finished,
                null);
    }

    private static @Nullable String error(RunStatus status) {
        return switch (status) {
            case FAILED -> "The command ended with exit code 1.";
            case TIMED_OUT -> "The command did not end within 3600 s and was stopped.";
            case MISSED -> "No console was on when it was due.";
            case SKIPPED -> "The run before it was not over.";
            case QUEUED, RUNNING, SUCCEEDED, CANCELLED -> null;
        };
    }

    /** All of them, newest first. */
    synchronized List<ScheduleRun> runsOf(String scheduleId) {
        return List.copyOf(runs.getOrDefault(scheduleId, List.of()));
    }

    synchronized void add(ScheduleRun run) {
        runs.computeIfAbsent(run.scheduleId(), _ -> new ArrayList<>()).addFirst(run);
    }

    synchronized void replace(ScheduleRun run) {
        runs.getOrDefault(run.scheduleId(), new ArrayList<>())
                .replaceAll(each -> each.id().equals(run.id()) ? run : each);
    }

    synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    private synchronized void called(String call) {
        calls.add(call);
        AppException thrown = refusal;
        if (thrown != null) {
            refusal = null;
            throw thrown;
        }
    }

    @Override
    public synchronized List<Schedule> all(Caller caller) {
        AppException thrown = unreadable;
        if (thrown != null) {
            throw thrown;
        }
        return List.copyOf(schedules.values());
    }

    @Override
    public synchronized Map<String, List<ScheduleRun>> newest(Caller caller, int most) {
        Map<String, List<ScheduleRun>> newest = new HashMap<>();
        runs.forEach((id, all) -> newest.put(id, List.copyOf(all.subList(0, Math.min(most, all.size())))));
        return newest;
    }

    @Override
    public synchronized Optional<Instant> pausedSince(Caller caller) {
        return Optional.ofNullable(pausedSince);
    }

    @Override
    public synchronized Schedule create(Caller caller, ScheduleDraft draft) {
        called("create " + draft.name());
        drafts.add(draft);
        Schedule schedule = of("sch_made", draft, 1);
        schedules.put(schedule.id(), schedule);
        return schedule;
    }

    @Override
    public synchronized Schedule update(Caller caller, String id, ScheduleDraft draft, @Nullable Long expected) {
        called("update " + draft.name() + " " + expected);
        drafts.add(draft);
        Schedule before = get(caller, id);
        if (expected != null && expected != before.revision()) {
            throw new AppException(PlatformError.PRECONDITION_FAILED, "It was changed since.");
        }
        Schedule after = of(id, draft, before.revision() + 1);
        schedules.put(id, after);
        return after;
    }

    private Schedule of(String id, ScheduleDraft draft, long revision) {
        return new Schedule(
                id,
                "org_test",
                draft.serverId(),
                draft.name(),
                draft.command(),
                CronExpression.parse(draft.cron()),
                ZoneId.of(Objects.requireNonNullElse(draft.timeZone(), "UTC")),
                !Boolean.FALSE.equals(draft.enabled()),
                Duration.ofSeconds(Objects.requireNonNullElse(draft.timeoutSeconds(), 3600L)),
                Objects.requireNonNullElse(draft.overlap(), Overlap.SKIP),
                Objects.requireNonNullElse(draft.missed(), MissedPolicy.SKIP),
                clock.instant(),
                clock.instant(),
                revision,
                new Actor("mem_test", null, null));
    }

    @Override
    public synchronized Schedule get(Caller caller, String id) {
        return Optional.ofNullable(schedules.get(id)).orElseThrow(() -> AppException.notFound("schedule", id));
    }

    @Override
    public synchronized Schedule setEnabled(Caller caller, String id, boolean enabled) {
        called((enabled ? "on " : "off ") + get(caller, id).name());
        Schedule old = get(caller, id);
        Schedule now = new Schedule(
                id,
                old.organizationId(),
                old.serverId(),
                old.name(),
                old.command(),
                old.cron(),
                old.timeZone(),
                enabled,
                old.timeout(),
                old.overlap(),
                old.missed(),
                old.handledUntil(),
                old.createdAt(),
                old.revision() + 1,
                new Actor("mem_test", null, null));
        schedules.put(id, now);
        return now;
    }

    @Override
    public synchronized void delete(Caller caller, String id, @Nullable Long expectedRevision) {
        called("delete " + get(caller, id).name());
        schedules.remove(id);
        runs.remove(id);
    }

    @Override
    public synchronized ScheduleRun start(Caller caller, String id) {
        called("run " + get(caller, id).name());
        ScheduleRun run = run(id, RunStatus.RUNNING, clock.instant(), Duration.ZERO);
        add(run);
        return run;
    }

    @Override
    public synchronized Optional<Instant> pauseAll(Caller caller) {
        called("pause");
        pausedSince = clock.instant();
        return Optional.of(pausedSince);
    }

    @Override
    public synchronized void resumeAll(Caller caller) {
        called("resume");
        pausedSince = null;
    }

    @Override
    public synchronized Page<ScheduleRun> list(Caller caller, String id, PageRequest request) {
        String cursor = request.cursor();
        List<ScheduleRun> all = runs.getOrDefault(id, List.of());
        int from = 0;
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).id().equals(cursor)) {
                from = i + 1;
            }
        }
        List<ScheduleRun> page = all.subList(from, Math.min(all.size(), from + PAGE));
        boolean more = from + PAGE < all.size();
        return new Page<>(page, more ? page.getLast().id() : null);
    }

    private ScheduleRun run(String id, String runId) {
        return runs.getOrDefault(id, List.of()).stream()
                .filter(each -> each.id().equals(runId))
                .findFirst()
                .orElseThrow(() -> AppException.notFound("run", runId));
    }

    @Override
    public synchronized void cancel(Caller caller, String id, String runId) {
        called("cancel " + runId);
        ScheduleRun run = run(id, runId);
        replace(new ScheduleRun(
                run.id(),
                run.organizationId(),
                run.scheduleId(),
                RunStatus.CANCELLED,
                run.trigger(),
                run.dueAt(),
                run.onlyHome(),
                run.homeId(),
                run.jobId(),
                null,
                null,
                "Cancelled.",
                run.createdAt(),
                run.startedAt(),
                clock.instant(),
                null));
    }

    @Override
    public synchronized JobLogText logEnd(Caller caller, String id, String runId, int most) {
        String text = outputs.getOrDefault(runId, OUTPUT);
        JobLogText whole = new JobLogText(text, text.length(), true);
        if (most == Integer.MAX_VALUE || text.length() <= SHOWN) {
            return whole;
        }
        return new JobLogText(text.substring(text.indexOf('\n', text.length() - SHOWN) + 1), text.length(), false);
    }

    @Override
    public void saveLog(Caller caller, String id, String runId, Path file) {
        try {
            Files.writeString(file, logEnd(caller, id, runId, Integer.MAX_VALUE).text());
        } catch (IOException e) {
            throw HostFailures.ofFile(file.toString(), e);
        }
    }

    @Override
    public synchronized List<ScheduleNews> news(Caller caller, Instant from) {
        return List.copyOf(news);
    }

    @Override
    public synchronized Job begin(Caller caller, ScheduleDraft draft) {
        called("trial " + draft.command());
        drafts.add(draft);
        return new Job(
                "job_trial",
                "org_test",
                ScheduleTrials.KIND,
                draft.serverId(),
                Scope.SCHEDULES_WRITE,
                Scope.SCHEDULES_WRITE,
                JobStatus.QUEUED,
                null,
                null,
                null,
                null,
                Map.of(),
                clock.instant(),
                null,
                null,
                null,
                null);
    }

    @Override
    public synchronized TrialStatus status(Caller caller, String id, int most) {
        return trialLooks.size() == 1 ? trialLooks.getFirst() : trialLooks.removeFirst();
    }

    @Override
    public synchronized void cancel(Caller caller, String id) {
        called("cancel trial");
    }
}

package dev.wheelhouse.ui.schedules.gateway;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobLogText;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleDraft;
import dev.wheelhouse.core.schedules.ScheduleRun;
import dev.wheelhouse.core.schedules.ScheduleRuns;
import dev.wheelhouse.core.schedules.ScheduleService;
import dev.wheelhouse.core.schedules.ScheduleTrials;
import dev.wheelhouse.core.schedules.Schedules;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Schedules of the core. Thread-safe. */
public final class CoreScheduleGateway implements ScheduleGateway {

    private static final int PAGE = 200;
    private static final int RUN_PAGE = 50;
    private static final int NEWS_SEEN = 100;
    private static final Map<String, RunStatus> NEWS = Map.of(
            "schedule.succeeded", RunStatus.SUCCEEDED,
            "schedule.failed", RunStatus.FAILED,
            "schedule.timed_out", RunStatus.TIMED_OUT,
            "schedule.missed", RunStatus.MISSED);
    /** The most that is shown until somebody wants all of it; a log may be 5 MiB. */
    private static final int SHOWN_BYTES = 256 << 10;

    private final ScheduleService schedules;
    private final ScheduleRuns runs;
    private final ScheduleTrials trials;
    private final JobService jobs;
    private final EventService events;
    private final Supplier<Caller> callers;
    private final Clock clock;

    public CoreScheduleGateway(
            Schedules schedules, JobService jobs, EventService events, Supplier<Caller> callers, Clock clock) {
        this.schedules = schedules.service();
        this.runs = schedules.runs();
        this.trials = schedules.trials();
        this.jobs = jobs;
        this.events = events;
        this.callers = callers;
        this.clock = clock;
    }

    @Override
    public ScheduleSnapshot snapshot() {
        Caller caller = callers.get();
        List<Schedule> all = new ArrayList<>();
        String cursor = null;
        do {
            Page<Schedule> page = schedules.list(caller, new PageRequest(PAGE, cursor));
            all.addAll(page.items());
            cursor = page.next();
        } while (cursor != null);
        return new ScheduleSnapshot(
                all,
                runs.newest(caller, RUNS_SEEN),
                schedules.pausedSince(caller).orElse(null));
    }

    @Override
    public Schedule create(ScheduleDraft draft) {
        return schedules.create(callers.get(), draft);
    }

    @Override
    public Schedule update(String id, ScheduleDraft draft, @Nullable Long expected) {
        return schedules.update(callers.get(), id, draft, expected);
    }

    @Override
    public Schedule get(String id) {
        return schedules.get(callers.get(), id);
    }

    @Override
    public Schedule setEnabled(String id, boolean enabled) {
        Caller caller = callers.get();
        Schedule now = schedules.get(caller, id);
        ScheduleDraft draft = new ScheduleDraft(
                now.name(),
                now.serverId(),
                now.command(),
                now.cron().text(),
                now.timeZone().getId(),
                enabled,
                now.timeout().toSeconds(),
                now.overlap(),
                now.missed());
        return schedules.update(caller, id, draft, now.revision());
    }

    @Override
    public void delete(String id) {
        schedules.delete(callers.get(), id, null);
    }

    @Override
    public ScheduleRun runNow(String id) {
        return runs.start(callers.get(), id);
    }

    @Override
    public void pauseAll() {
        schedules.pauseAll(callers.get());
    }

    @Override
    public void resumeAll() {
        schedules.resumeAll(callers.get());
    }

    @Override
    public Page<ScheduleRun> runs(String id, @Nullable String cursor) {
        return runs.list(callers.get(), id, new PageRequest(RUN_PAGE, cursor));
    }

    @Override
    public ScheduleRun run(String id, String runId) {
        return runs.get(callers.get(), id, runId);
    }

    @Override
    public void cancelRun(String id, String runId) {
        runs.cancel(callers.get(), id, runId);
    }

    @Override
    public JobLogText output(String id, String runId) {
        return runs.logEnd(callers.get(), id, runId, SHOWN_BYTES);
    }

    @Override
    public JobLogText wholeOutput(String id, String runId) {
        try (InputStream log = runs.log(callers.get(), id, runId)) {
            return JobLogText.whole(log.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void saveOutput(String id, String runId, Path file) {
        try (InputStream log = runs.log(callers.get(), id, runId)) {
            save(log, file.toAbsolutePath());
        } catch (IOException e) {
            throw HostFailures.ofFile(file.toString(), e);
        }
    }

    private static void save(InputStream log, Path whole) throws IOException {
        Path part = Files.createTempFile(whole.getParent(), String.valueOf(whole.getFileName()), ".part");
        try {
            Files.copy(log, part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    @Override
    public String beginTrial(ScheduleDraft draft) {
        return trials.begin(callers.get(), draft).id();
    }

    @Override
    public TrialStatus trial(String trialId) {
        Caller caller = callers.get();
        Job job = jobs.get(caller, trialId);
        Instant from = Objects.requireNonNullElse(job.startedAt(), job.createdAt());
        Instant to = Objects.requireNonNullElse(job.finishedAt(), clock.instant());
        JobLogText output = jobs.logEndOf(trialId, SHOWN_BYTES);
        Object exitCode = job.result().get("exitCode");
        RunStatus status = status(job);
        return new TrialStatus(
                status,
                exitCode instanceof Number number ? (Integer) number.intValue() : null,
                status == RunStatus.CANCELLED ? null : job.error(),
                to.isBefore(from) ? Duration.ZERO : Duration.between(from, to),
                output);
    }

    private static RunStatus status(Job job) {
        if (job.status() == JobStatus.FAILED) {
            return RunStatus.TIMED_OUT.wireName().equals(job.result().get("status"))
                    ? RunStatus.TIMED_OUT
                    : RunStatus.FAILED;
        }
        return switch (job.status()) {
            case QUEUED -> RunStatus.QUEUED;
            case RUNNING -> RunStatus.RUNNING;
            case SUCCEEDED -> RunStatus.SUCCEEDED;
            case FAILED -> RunStatus.FAILED;
            case CANCELLED -> RunStatus.CANCELLED;
        };
    }

    @Override
    public void cancelTrial(String trialId) {
        jobs.cancel(callers.get(), trialId);
    }

    @Override
    public List<ScheduleNews> news(Instant from) {
        List<Event> found = events.list(
                        callers.get(),
                        new EventFilter(List.copyOf(NEWS.keySet()), null, from, null),
                        new PageRequest(NEWS_SEEN, null))
                .items();
        return found.reversed().stream().map(CoreScheduleGateway::news).toList();
    }

    private static ScheduleNews news(Event event) {
        Map<String, Object> data = event.data();
        return new ScheduleNews(
                event.ordinal(),
                event.subjectId(),
                String.valueOf(data.getOrDefault("name", "A schedule")),
                Objects.requireNonNull(NEWS.get(event.kind())),
                data.get("runId") instanceof String run ? run : null,
                data.get("error") instanceof String error ? error : "",
                data.get("count") instanceof Number count ? count.intValue() : 1);
    }
}

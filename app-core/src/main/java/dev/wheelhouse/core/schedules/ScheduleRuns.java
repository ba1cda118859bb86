package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.job.JobLogText;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.StateStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs of schedules: to start, follow, cancel and read them. Thread-safe. */
public final class ScheduleRuns implements RunGateway {

    private static final int NEWS = 100;

    private final StateStore store;
    private final EventLog events;
    private final JobService jobs;
    private final Clock clock;
    private final ScheduleService schedules;
    private final JdbcScheduleStore stored;
    private final JdbcRunStore runs;
    private final RunAdmission admission;
    private final RunQueue queue;

    ScheduleRuns(
            SchedulesConfig config,
            ScheduleService schedules,
            JdbcScheduleStore stored,
            JdbcRunStore runs,
            RunAdmission admission,
            RunQueue queue) {
        this.store = config.store();
        this.events = config.events();
        this.jobs = config.jobs();
        this.clock = config.clock();
        this.schedules = schedules;
        this.stored = stored;
        this.runs = runs;
        this.admission = admission;
        this.queue = queue;
    }

    /**
     * Runs a schedule now, also one that is off and while all rest.
     *
     * @return the run, queued: it begins in a moment, or after those before it
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code already_running} when its overlap policy
     *     is to skip and a run is not over
     */
    @Override
    public ScheduleRun start(Caller caller, String scheduleId) {
        schedules.forUse(caller, scheduleId, Scope.SCHEDULES_RUN);
        ScheduleRun run = store.write(tx -> {
            // Locked, or two that look for a run and find none would both begin one.
            Schedule schedule =
                    stored.lock(tx, scheduleId).orElseThrow(() -> AppException.notFound("schedule", scheduleId));
            ScheduleRun made = admission
                    .admit(tx, schedule, RunTrigger.MANUAL, null, stored.placeOf(tx, schedule))
                    .orElseThrow();
            if (made.status() == RunStatus.SKIPPED) {
                throw new AppException(
                        PlatformError.ALREADY_RUNNING,
                        made.error() + " Wait for its end, cancel it, or choose another overlap policy.");
            }
            events.append(
                    tx,
                    caller,
                    new NewEvent(
                            EventKind.SCHEDULE_RUN_REQUESTED,
                            scheduleId,
                            Map.of("name", schedule.name(), "runId", made.id())));
            return made;
        });
        queue.wake();
        return run;
    }

    /** A schedule's runs, newest first, those that never ran included. */
    @Override
    public Page<ScheduleRun> list(Caller caller, String scheduleId, PageRequest page) {
        schedules.get(caller, scheduleId);
        return Page.cut(
                store.read(tx -> runs.listOf(tx, scheduleId, page)).stream()
                        .map(this::live)
                        .toList(),
                page,
                ScheduleRun::id);
    }

    /**
     * The newest runs of every schedule that has any, by the schedule's id, newest first and without their output; for
     * who shows all schedules at once.
     *
     * @param most of each schedule, from 1
     * @throws AppException {@code insufficient_scope}
     */
    @Override
    public Map<String, List<ScheduleRun>> newest(Caller caller, int most) {
        caller.require(Scope.SCHEDULES_READ);
        Map<String, List<ScheduleRun>> newest = new LinkedHashMap<>();
        store.read(tx -> runs.newestOfEach(tx, caller.organizationId(), most))
                .forEach(each -> newest.computeIfAbsent(each.scheduleId(), _ -> new ArrayList<>())
                        .add(each));
        return newest;
    }

    /** @throws AppException {@code insufficient_scope}, {@code not_found} */
    public ScheduleRun get(Caller caller, String scheduleId, String runId) {
        return live(find(caller, scheduleId, runId, Scope.SCHEDULES_READ));
    }

    /**
     * As {@link #get}, for callers who may cancel it.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public ScheduleRun forCancel(Caller caller, String scheduleId, String runId) {
        return find(caller, scheduleId, runId, Scope.SCHEDULES_RUN);
    }

    private ScheduleRun find(Caller caller, String scheduleId, String runId, Scope scope) {
        schedules.forUse(caller, scheduleId, scope);
        return store.read(tx -> runs.findOf(tx, scheduleId, runId))
                .orElseThrow(() -> AppException.notFound("run", runId));
    }

    /** With what it has written last, while it runs here. */
    private ScheduleRun live(ScheduleRun run) {
        String tail =
                run.status() == RunStatus.RUNNING ? queue.liveTail(run.id()).orElse(null) : null;
        return tail == null ? run : run.withTail(tail);
    }

    /**
     * Cancels a run: one that waits at once; one that runs is asked to end and killed after ten seconds, by whichever
     * console runs it; of one whose console died the command that may still run is stopped.
     *
     * @throws AppException {@code not_found}; {@code state_invalid} when it is over
     */
    @Override
    public void cancel(Caller caller, String scheduleId, String runId) {
        ScheduleRun run = forCancel(caller, scheduleId, runId);
        if (run.leftProcessId() != null && run.jobId() != null) {
            jobs.stopLeftCommand(run.jobId());
        } else if (run.status().isFinal()) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The run is over: " + run.status().wireName().replace('_', ' ') + ".");
        }
        String reason = "Cancelled.";
        store.change(tx -> {
            if (!runs.end(tx, runId, RunStatus.QUEUED, RunStatus.CANCELLED, reason, clock.instant())) {
                Optional.ofNullable(run.jobId()).ifPresent(job -> jobs.stop(tx, job, reason));
            }
            events.append(
                    tx, caller, new NewEvent(EventKind.SCHEDULE_RUN_CANCELLED, scheduleId, Map.of("runId", runId)));
        });
        queue.wake();
    }

    /**
     * What a run wrote, in UTF-8, up to now if it still runs here; the caller closes it. Up to 5 MiB, cut in the middle
     * with a note. Where this console has not got the whole log, what is kept of its end.
     *
     * @throws AppException {@code not_found}
     */
    public InputStream log(Caller caller, String scheduleId, String runId) {
        return logOf(get(caller, scheduleId, runId));
    }

    /**
     * The end of what a run wrote; see {@link #log}.
     *
     * @param most bytes of it
     */
    @Override
    public JobLogText logEnd(Caller caller, String scheduleId, String runId, int most) {
        ScheduleRun run = get(caller, scheduleId, runId);
        String jobId = run.jobId();
        return jobId != null && jobs.hasLog(jobId) ? jobs.logEndOf(jobId, most) : JobLogText.whole(tail(run));
    }

    /**
     * Writes all that is kept of a run's log into a file, in the place of what was there once it is whole.
     *
     * @throws AppException {@code not_found}; what {@link HostFailures} says of a file that cannot be written
     */
    @Override
    public void saveLog(Caller caller, String scheduleId, String runId, Path file) {
        try (InputStream log = log(caller, scheduleId, runId)) {
            Path whole = file.toAbsolutePath();
            Path part = Files.createTempFile(whole.getParent(), String.valueOf(whole.getFileName()), ".part");
            try {
                Files.copy(log, part, StandardCopyOption.REPLACE_EXISTING);
                Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            throw HostFailures.ofFile(file.toString(), e);
        }
    }

    /**
     * What happened to runs from a moment on, from the newest hundred events, oldest first.
     *
     * @throws AppException {@code insufficient_scope}
     */
    @Override
    public List<ScheduleNews> news(Caller caller, Instant from) {
        EventFilter ofRuns = new EventFilter(List.copyOf(ScheduleNews.KINDS.keySet()), null, from, null);
        return new EventService(store)
                .list(caller, ofRuns, new PageRequest(NEWS, null)).items().reversed().stream()
                        .map(ScheduleNews::of)
                        .toList();
    }

    /** The log of a run that somebody was given; see {@link #log}. Asks nothing of the state. */
    public InputStream logOf(ScheduleRun run) {
        String jobId = run.jobId();
        if (jobId != null && jobs.hasLog(jobId)) {
            return jobs.logOf(jobId);
        }
        return new ByteArrayInputStream(tail(run));
    }

    private static byte[] tail(ScheduleRun run) {
        String tail = run.outputTail();
        return (tail == null ? "" : tail).getBytes(StandardCharsets.UTF_8);
    }
}

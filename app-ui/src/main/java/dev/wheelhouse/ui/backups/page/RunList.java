package dev.wheelhouse.ui.backups.page;

import dev.wheelhouse.core.backups.BackupRun;
import dev.wheelhouse.core.backups.BackupRunGateway;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.ui.backups.list.BackupList;
import dev.wheelhouse.ui.list.PagedList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The runs of a backup configuration, newest first. Belongs to the window's thread. */
final class RunList extends PagedList<RunList.Reading, RunLine> {

    private static final Duration PACE = Duration.ofSeconds(1);

    private static final int PAGE = 200;

    private final BackupRunGateway runs;
    private final String configId;
    private final Supplier<Caller> callers;
    private final ZoneId zone;

    /** @param job of the run that is under way; null for none */
    record Reading(
            List<BackupRun> runs, boolean hasMore, @Nullable Job job) {}

    RunList(BackupRunGateway runs, BackupList list, Workbench workbench, String configId) {
        super(workbench.background(), list.clock(), PACE, RunLine::id, PAGE);
        this.runs = runs;
        this.configId = configId;
        this.callers = workbench.callers();
        this.zone = list.zone();
    }

    @Override
    protected Reading read() {
        Caller caller = callers.get();
        Page<BackupRun> read = readPages(page -> runs.list(caller, configId, page));
        return new Reading(
                read.items(),
                read.next() != null,
                runs.running(caller, configId).orElse(null));
    }

    @Override
    protected List<RunLine> lines(Reading reading) {
        setHasMore(reading.hasMore());
        Instant now = clock().instant();
        Job job = reading.job();
        return reading.runs().stream()
                .map(run -> RunLine.of(run, job != null && job.id().equals(run.jobId()) ? job : null, now, zone))
                .toList();
    }
}

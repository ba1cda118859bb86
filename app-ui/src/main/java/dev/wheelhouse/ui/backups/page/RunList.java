package dev.wheelhouse.ui.backups.page;

import dev.wheelhouse.core.backups.BackupRun;
import dev.wheelhouse.core.backups.BackupRunGateway;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.ui.backups.list.BackupList;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import org.jspecify.annotations.Nullable;

/** The runs of a backup configuration, newest first, a page more on demand. Belongs to the window's thread. */
final class RunList extends LiveList<RunList.Reading, RunLine> {

    private static final Duration PACE = Duration.ofSeconds(1);

    private static final int PAGE = 200;

    private final BackupRunGateway runs;
    private final String configId;
    private final Supplier<Caller> callers;
    private final ZoneId zone;
    private final ReadOnlyBooleanWrapper hasMore = new ReadOnlyBooleanWrapper(this, "hasMore");
    private final AtomicInteger pages = new AtomicInteger(1);

    /** @param job of the run that is under way; null for none */
    record Reading(
            List<BackupRun> runs, boolean hasMore, @Nullable Job job) {}

    RunList(BackupRunGateway runs, BackupList list, Workbench workbench, String configId) {
        super(workbench.background(), list.clock(), PACE, RunLine::id);
        this.runs = runs;
        this.configId = configId;
        this.callers = workbench.callers();
        this.zone = list.zone();
    }

    @Override
    protected Reading read() {
        Caller caller = callers.get();
        List<BackupRun> read = new ArrayList<>();
        Page<BackupRun> page = runs.list(caller, configId, new PageRequest(PAGE, null));
        read.addAll(page.items());
        for (int i = 1; i < pages.get() && page.next() != null; i++) {
            page = runs.list(caller, configId, new PageRequest(PAGE, page.next()));
            read.addAll(page.items());
        }
        return new Reading(
                read, page.next() != null, runs.running(caller, configId).orElse(null));
    }

    /** Shows the next older runs too. */
    void readMore() {
        pages.incrementAndGet();
        refresh();
    }

    ReadOnlyBooleanProperty hasMoreProperty() {
        return hasMore.getReadOnlyProperty();
    }

    @Override
    protected List<RunLine> lines(Reading reading) {
        hasMore.set(reading.hasMore());
        Instant now = clock().instant();
        Job job = reading.job();
        return reading.runs().stream()
                .map(run -> RunLine.of(run, job != null && job.id().equals(run.jobId()) ? job : null, now, zone))
                .toList();
    }
}

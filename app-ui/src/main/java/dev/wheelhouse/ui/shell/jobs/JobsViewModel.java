package dev.wheelhouse.ui.shell.jobs;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.ReadOnlyDoubleWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** What runs and what ran: the line of the status bar and the jobs panel. Tells by a notice when a job ends. */
public final class JobsViewModel {

    private static final Duration PERIOD = Duration.ofMillis(500);
    private static final int SHOWN = 50;

    private final JobService jobs;
    private final Workbench workbench;
    private final Clock clock;
    private final Latest reading;
    private final Set<String> known = new HashSet<>();
    private final ObservableList<JobLine> lines = FXCollections.observableArrayList();
    private final ReadOnlyStringWrapper summary = new ReadOnlyStringWrapper("");
    private final ReadOnlyDoubleWrapper progress = new ReadOnlyDoubleWrapper(-1);
    private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper();
    private JobService.Listening listening = () -> {};
    private Background.Handle timer = Background.Handle.NONE;
    private boolean panelShown;

    public JobsViewModel(JobService jobs, Workbench workbench, Clock clock) {
        this.jobs = jobs;
        this.workbench = workbench;
        this.clock = clock;
        this.reading = new Latest(workbench.background());
    }

    /** Begins to watch. */
    public void onShow() {
        timer = workbench.background().every(PERIOD, this::look);
        listening = jobs.whenEnded(caller(), job -> workbench.background().onWindow(() -> tell(job)));
        look();
    }

    public void onHide() {
        timer.cancel();
        listening.close();
        reading.cancel();
    }

    /** Whether the panel is open, which also needs the jobs that have ended. */
    void setPanelShown(boolean shown) {
        panelShown = shown;
        if (shown) {
            readAll();
        }
    }

    private Caller caller() {
        return workbench.callers().get();
    }

    private void look() {
        List<Job> now = jobs.running(caller());
        Set<String> ids = now.stream().map(Job::id).collect(Collectors.toSet());
        boolean changed = !known.equals(ids);
        known.clear();
        known.addAll(ids);
        summarise(now);
        if (panelShown && changed) {
            readAll();
        } else if (panelShown) {
            refresh(now);
        }
    }

    private void summarise(List<Job> now) {
        running.set(!now.isEmpty());
        if (now.isEmpty()) {
            summary.set("");
            progress.set(-1);
            return;
        }
        JobLine first = JobLine.of(now.getFirst(), clock.instant());
        String percent = first.progress() < 0 ? "" : " %d %%".formatted((int) (first.progress() * 100));
        String more = now.size() == 1 ? "" : " · 1 of " + now.size() + " jobs";
        summary.set(first.title() + percent + more);
        progress.set(first.progress());
    }

    /** Of every job, those included that begin and end between two looks. */
    private void tell(Job job) {
        JobLine line = JobLine.of(job, clock.instant());
        if (job.status() == JobStatus.FAILED) {
            workbench.say(Notice.failure(line.title() + " failed: " + line.words(), job.id() + "\n" + line.words()));
            return;
        }
        workbench.say(Notice.info(line.title() + ": " + line.words()));
    }

    private void readAll() {
        reading.run(
                () -> jobs.list(caller(), new PageRequest(SHOWN, null)).items(),
                all -> lines.setAll(all.stream()
                        .map(job -> JobLine.of(job, clock.instant()))
                        .toList()),
                workbench::say);
    }

    private void refresh(List<Job> now) {
        for (Job job : now) {
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).id().equals(job.id())) {
                    lines.set(i, JobLine.of(job, clock.instant()));
                }
            }
        }
    }

    void cancel(JobLine line) {
        workbench
                .background()
                .run(
                        () -> {
                            jobs.cancel(caller(), line.id());
                            return true;
                        },
                        _ -> look(),
                        (AppException failure) -> workbench.say(failure));
    }

    void copyCurl(JobLine line) {
        workbench.copyCurl(
                line.isRunning()
                        ? new CurlCommand("DELETE", "/jobs/" + line.id(), Map.of(), null)
                        : CurlCommand.get("/jobs/" + line.id()));
    }

    ObservableList<JobLine> lines() {
        return lines;
    }

    /** What runs, in a few words; empty when nothing does. */
    public ReadOnlyStringProperty summaryProperty() {
        return summary.getReadOnlyProperty();
    }

    /** Of the job named in the summary, 0 to 1; negative while unknown. */
    public ReadOnlyDoubleProperty progressProperty() {
        return progress.getReadOnlyProperty();
    }

    public ReadOnlyBooleanProperty runningProperty() {
        return running.getReadOnlyProperty();
    }
}

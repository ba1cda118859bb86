package dev.wheelhouse.ui.shell.jobs;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobFollowing;
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
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.ReadOnlyDoubleWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/**
 * What runs and what ran: the line of the status bar and the jobs panel, kept by the feed of jobs. Tells by a notice when a
 * job ends. Belongs to the window's thread.
 */
public final class JobsViewModel {

    /** Between two looks into the feed, which reports each job once however often it changed meanwhile. */
    private static final Duration PAUSE = Duration.ofMillis(100);

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration RETRY = Duration.ofSeconds(5);
    /** Of the clock that shows how long something runs. */
    private static final Duration TICK = Duration.ofSeconds(1);

    private static final int SHOWN = 50;
    /** What comes of a run stands in its schedule, and a thousand may end in a second; of an answer, in its conversation. */
    private static final Set<String> TOLD_ELSEWHERE =
            Set.of("schedule_run", "schedule_test", "conversation_answer", "conversation_plan");

    private final JobService jobs;
    private final Workbench workbench;
    private final Clock clock;
    private final Function<String, Optional<String>> names;
    private final Latest reading;
    /** By id, so the oldest first. */
    private final Map<String, Job> underWay = new TreeMap<>();

    private final ObservableList<JobLine> lines = FXCollections.observableArrayList();
    private final ReadOnlyStringWrapper summary = new ReadOnlyStringWrapper("");
    private final ReadOnlyDoubleWrapper progress = new ReadOnlyDoubleWrapper(-1);
    private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper();
    private @Nullable JobFollowing following;
    private Background.Handle listening = Background.Handle.NONE;
    private Background.Handle ticking = Background.Handle.NONE;
    private boolean panelShown;
    private boolean isDeaf;

    /** @param names of what jobs are done to, by id; empty where the window does not know it */
    public JobsViewModel(JobService jobs, Workbench workbench, Clock clock, Function<String, Optional<String>> names) {
        this.names = names;
        this.jobs = jobs;
        this.workbench = workbench;
        this.clock = clock;
        this.reading = new Latest(workbench.background());
    }

    /** Begins to watch. */
    public void onShow() {
        // Before what runs is read, or a job that begins meanwhile would be overlooked.
        JobFollowing feed = jobs.follow(caller(), null);
        following = feed;
        readRunning();
        listen(feed);
    }

    public void onHide() {
        listening.cancel();
        ticking.cancel();
        reading.cancel();
        if (following != null) {
            following.close();
            following = null;
        }
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

    /** What the feed reported at once. */
    private record Heard(List<JobFollowing.Change> changes, boolean missed) {}

    private void listen(JobFollowing feed) {
        listening = workbench
                .background()
                .run(
                        () -> new Heard(feed.next(PATIENCE), feed.takeMissed()),
                        heard -> {
                            listening = workbench.background().after(PAUSE, () -> listen(feed));
                            isDeaf = false;
                            take(heard);
                        },
                        failure -> {
                            listening = workbench.background().after(RETRY, () -> listen(feed));
                            // Once, however long it lasts.
                            if (!isDeaf) {
                                isDeaf = true;
                                workbench.say(failure);
                            }
                        });
    }

    private void take(Heard heard) {
        if (heard.missed()) {
            readRunning();
            if (panelShown) {
                readAll();
            }
        }
        for (JobFollowing.Change change : heard.changes()) {
            take(change.job());
        }
        if (!heard.changes().isEmpty()) {
            summarise();
        }
    }

    private void take(Job job) {
        if (job.status().isFinal()) {
            underWay.remove(job.id());
            tell(job);
        } else {
            underWay.put(job.id(), job);
        }
        if (panelShown) {
            show(job);
        }
    }

    private void readRunning() {
        underWay.clear();
        jobs.running(caller()).forEach(each -> underWay.put(each.id(), each));
        summarise();
    }

    private void summarise() {
        boolean some = !underWay.isEmpty();
        if (some != running.get()) {
            running.set(some);
            ticking.cancel();
            ticking = some ? workbench.background().every(TICK, this::tick) : Background.Handle.NONE;
        }
        if (!some) {
            summary.set("");
            progress.set(-1);
            return;
        }
        JobLine first = line(underWay.values().iterator().next());
        String percent = first.progress() < 0 ? "" : " %d %%".formatted((int) (first.progress() * 100));
        String more = underWay.size() == 1 ? "" : " · 1 of " + underWay.size() + " jobs";
        summary.set(first.title() + percent + more);
        progress.set(first.progress());
    }

    /** Time passes also for what does not change. */
    private void tick() {
        if (panelShown) {
            underWay.values().forEach(this::show);
        }
    }

    /** Of every job, however short it was. */
    private void tell(Job job) {
        if (TOLD_ELSEWHERE.contains(job.kind())) {
            return;
        }
        JobLine line = line(job);
        if (job.status() == JobStatus.FAILED) {
            workbench.say(Notice.failure(line.title() + " failed: " + line.words(), job.id() + "\n" + line.words()));
            return;
        }
        workbench.say(Notice.info(line.title() + ": " + line.words()));
    }

    private JobLine line(Job job) {
        String subject = names.apply(job.subjectId()).orElse("");
        return JobLine.of(job, subject, clock.instant(), ZoneId.systemDefault());
    }

    private void readAll() {
        reading.run(
                () -> jobs.list(caller(), new PageRequest(SHOWN, null)).items(),
                all -> lines.setAll(all.stream().map(this::line).toList()),
                workbench::say);
    }

    /** In its place, or above the others when it is new. */
    private void show(Job job) {
        JobLine now = line(job);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).id().equals(now.id())) {
                if (!lines.get(i).equals(now)) {
                    lines.set(i, now);
                }
                return;
            }
        }
        if (lines.isEmpty() || lines.getFirst().id().compareTo(now.id()) < 0) {
            lines.addFirst(now);
            if (lines.size() > SHOWN) {
                lines.removeLast();
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
                        _ -> {},
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

package dev.wheelhouse.ui.schedules;

import dev.wheelhouse.core.schedules.RunGateway;
import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.ScheduleNews;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Watch;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Shows a notice for runs that failed or were missed, from the event log. A schedule that fails again and again gets one
 * notice until it has succeeded; many at once share one.
 */
final class ScheduleNotices implements Watch {

    private static final Duration PERIOD = Duration.ofSeconds(5);
    private static final int MOST_AT_ONCE = 2;

    private final RunGateway runs;
    private final Workbench workbench;
    private final SchedulesEntrance entrance;
    private final Instant since;
    private final Latest latest;
    private final Set<String> failing = new HashSet<>();
    private Background.Handle polling = Background.Handle.NONE;
    private boolean isReading;
    private long told;

    /** @param since what happened before is left out */
    ScheduleNotices(RunGateway runs, Workbench workbench, SchedulesEntrance entrance, Instant since) {
        this.runs = runs;
        this.workbench = workbench;
        this.entrance = entrance;
        this.since = since;
        this.latest = new Latest(workbench.background());
    }

    @Override
    public void onShow() {
        polling = workbench.background().every(PERIOD, this::poll);
        poll();
    }

    @Override
    public void onHide() {
        polling.cancel();
        latest.cancel();
    }

    private void poll() {
        if (isReading) {
            return;
        }
        isReading = true;
        latest.run(
                () -> runs.news(workbench.callers().get(), since),
                news -> {
                    isReading = false;
                    take(news);
                },
                // The list of schedules says so where somebody looks.
                _ -> isReading = false);
    }

    /** @param news oldest first */
    private void take(List<ScheduleNews> news) {
        List<ScheduleNews> failed = new ArrayList<>();
        List<ScheduleNews> missed = new ArrayList<>();
        for (ScheduleNews each : news) {
            if (each.ordinal() <= told) {
                continue;
            }
            told = each.ordinal();
            if (each.outcome() == RunStatus.SUCCEEDED) {
                failing.remove(each.scheduleId());
            } else if (each.outcome() == RunStatus.MISSED) {
                missed.add(each);
            } else if (failing.add(each.scheduleId())) {
                failed.add(each);
            }
        }
        tellFailed(failed);
        tellMissed(missed);
    }

    private void tellFailed(List<ScheduleNews> failed) {
        if (failed.size() > MOST_AT_ONCE) {
            workbench.say(Notice.failure("Runs of " + failed.size() + " schedules failed.", "")
                    .withLink("Open schedules", entrance::revealAll));
            return;
        }
        for (ScheduleNews each : failed) {
            String how = each.outcome() == RunStatus.TIMED_OUT ? " timed out." : " failed.";
            String why = each.error().isEmpty() ? "" : " " + each.error();
            workbench.say(link(Notice.failure(each.name() + how + why, ""), each));
        }
    }

    private void tellMissed(List<ScheduleNews> missed) {
        if (missed.isEmpty()) {
            return;
        }
        int count = missed.stream().mapToInt(ScheduleNews::count).sum();
        String runs = count == 1 ? "1 run" : "%,d runs".formatted(count);
        long schedules =
                missed.stream().map(ScheduleNews::scheduleId).distinct().count();
        if (schedules == 1) {
            ScheduleNews first = missed.getFirst();
            workbench.say(
                    link(Notice.warning(first.name() + " missed " + runs + ": Wheelhouse was not running."), first));
            return;
        }
        workbench.say(Notice.warning(schedules + " schedules missed " + runs + ": Wheelhouse was not running.")
                .withLink("Open schedules", entrance::revealAll));
    }

    private Notice link(Notice notice, ScheduleNews news) {
        String run = news.runId();
        return run == null
                ? notice.withLink("Open schedule", () -> entrance.reveal(news.scheduleId()))
                : notice.withLink("Open run", () -> entrance.reveal(news.scheduleId(), run));
    }
}

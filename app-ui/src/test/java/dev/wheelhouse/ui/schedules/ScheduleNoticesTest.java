package dev.wheelhouse.ui.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.ScheduleNews;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ScheduleNoticesTest {

    private final SettableClock clock = new SettableClock(Instant.parse("2026-11-21T14:03:20Z"));
    private final FakeSchedules schedules = new FakeSchedules(clock);
    private final FakeWorkbench workbench = new FakeWorkbench(new SameThreadBackground());
    private final List<String> opened = new ArrayList<>();
    private final SchedulesEntrance entrance = new SchedulesEntrance() {
        @Override
        public void reveal(String scheduleId) {
            opened.add(scheduleId);
        }

        @Override
        public void reveal(String scheduleId, String runId) {
            opened.add(scheduleId + " " + runId);
        }

        @Override
        public void revealAll() {
            opened.add("all");
        }
    };
    private final ScheduleNotices notices = new ScheduleNotices(schedules, workbench, entrance, clock.instant());
    private long ordinal;

    private void happened(String id, RunStatus outcome, @Nullable String run, String error, int count) {
        schedules.news.add(new ScheduleNews(++ordinal, id, "the " + id, outcome, run, error, count));
    }

    /** What is told of what happened since the look before. */
    private List<String> told() {
        workbench.notices.clear();
        notices.onShow();
        return workbench.notices.stream().map(Notice::text).toList();
    }

    private void follow() {
        Objects.requireNonNull(workbench.notices.getLast().link()).follow().run();
    }

    @Test
    void leadsToTheRunThatFailed() {
        happened("backup", RunStatus.FAILED, "run_1", "Exit code 3.", 1);
        assertThat(told()).containsExactly("the backup failed. Exit code 3.");
        follow();
        assertThat(opened).containsExactly("backup run_1");
        assertThat(told()).as("told once").isEmpty();
    }

    @Test
    void tellsOfOneThatFailsAgainAndAgainOnceUntilItSucceeded() {
        happened("ping", RunStatus.FAILED, "run_1", "", 1);
        happened("ping", RunStatus.TIMED_OUT, "run_2", "", 1);
        assertThat(told()).containsExactly("the ping failed.");
        happened("ping", RunStatus.FAILED, "run_3", "", 1);
        assertThat(told()).isEmpty();
        happened("ping", RunStatus.SUCCEEDED, "run_4", "", 1);
        happened("ping", RunStatus.TIMED_OUT, "run_5", "", 1);
        assertThat(told()).containsExactly("the ping timed out.");
    }

    @Test
    void tellsOfManyTogether() {
        for (int i = 0; i < 5; i++) {
            happened("job" + i, RunStatus.FAILED, "run_" + i, "", 1);
        }
        assertThat(told()).containsExactly("Runs of 5 schedules failed.");
        follow();
        assertThat(opened).containsExactly("all");
    }

    @Test
    void tellsOfAllThatWasMissedAtOnce() {
        happened("backup", RunStatus.MISSED, null, "", 1);
        assertThat(told()).containsExactly("the backup missed 1 run: Wheelhouse was not running.");
        follow();
        assertThat(opened).containsExactly("backup");
        happened("backup", RunStatus.MISSED, null, "", 3);
        happened("ping", RunStatus.MISSED, null, "", 1200);
        assertThat(told()).containsExactly("2 schedules missed 1,203 runs: Wheelhouse was not running.");
    }
}

package dev.wheelhouse.ui.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.ScheduleRun;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.ui.schedules.list.ScheduleList;
import dev.wheelhouse.ui.schedules.page.SchedulePageViewModel;
import dev.wheelhouse.ui.servers.FakeServers;
import dev.wheelhouse.ui.servers.ServerList;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchedulePageViewModelTest {

    private static final int PAGE = 50;

    private final SettableClock clock = new SettableClock(Instant.parse("2026-11-21T14:03:20Z"));
    private final FakeSchedules schedules = new FakeSchedules(clock);
    private final FakeServers servers = new FakeServers(clock);
    private final SameThreadBackground background = new SameThreadBackground();
    private final FakeWorkbench workbench = new FakeWorkbench(background);
    private final ScheduleList list = new ScheduleList(
            schedules,
            schedules,
            new ServerList(servers, workbench, clock),
            workbench,
            clock,
            ZoneId.of("Europe/Zurich"));

    private void run(int count) {
        for (int i = 0; i < count; i++) {
            clock.advance(Duration.ofMinutes(1));
            schedules.add(schedules.run("sch_rotate", RunStatus.SUCCEEDED, clock.instant(), Duration.ofSeconds(2)));
        }
    }

    private static List<String> ids(List<ScheduleRun> runs) {
        return runs.stream().map(ScheduleRun::id).toList();
    }

    @Test
    void keepsOlderRunsWhereTheNewestOnesJoinOn() {
        schedules.put(schedules.schedule("sch_rotate", "rotate-logs", "srv_web1", "@hourly", "UTC", true));
        run(120);
        SchedulePageViewModel page = new SchedulePageViewModel(schedules, list, workbench, "sch_rotate");
        page.onShow();
        page.readMore();
        assertThat(page.runs()).hasSize(2 * PAGE);
        run(10);
        page.refresh();
        page.readMore();
        assertThat(ids(page.runs())).isEqualTo(all());
    }

    @Test
    void readsOlderRunsAnewWhereSomeWereMissedBetween() {
        schedules.put(schedules.schedule("sch_rotate", "rotate-logs", "srv_web1", "@hourly", "UTC", true));
        run(120);
        SchedulePageViewModel page = new SchedulePageViewModel(schedules, list, workbench, "sch_rotate");
        page.onShow();
        page.readMore();
        page.onHide();
        run(PAGE + 10);
        page.onShow();
        assertThat(ids(page.runs())).isEqualTo(all().subList(0, PAGE));
        for (int i = 0; i < 4; i++) {
            page.readMore();
        }
        assertThat(ids(page.runs())).isEqualTo(all());
    }

    private List<String> all() {
        return schedules.runsOf("sch_rotate").stream().map(ScheduleRun::id).toList();
    }
}

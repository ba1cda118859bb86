package dev.wheelhouse.ui.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.schedules.list.ScheduleLine;
import dev.wheelhouse.ui.schedules.list.ScheduleList;
import dev.wheelhouse.ui.servers.FakeServers;
import dev.wheelhouse.ui.servers.ServerList;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.Objects;
import javafx.collections.transformation.SortedList;
import org.junit.jupiter.api.Test;

class ScheduleListTest {

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

    private void pass(Duration time) {
        clock.advance(time);
        background.advance(time);
    }

    @Test
    void staysSortedWhileTimesGoBy() {
        schedules.addSome();
        ListModel<ScheduleLine> model = new ListModel<>(list, ScheduleLine::matches);
        Comparator<LiveRow<ScheduleLine>> byNext = Comparator.comparing(
                row -> Objects.requireNonNullElse(row.line().next(), Instant.MAX));
        SortedList<LiveRow<ScheduleLine>> sorted = new SortedList<>(model.shown(), byNext);
        model.onShow();
        assertThat(sorted.stream().map(LiveRow::id)).startsWith("sch_ping", "sch_rotate", "sch_certs");
        pass(Duration.ofMinutes(58));
        assertThat(sorted.stream().map(LiveRow::id)).startsWith("sch_ping", "sch_certs", "sch_rotate");
        assertThat(sorted).isSortedAccordingTo(byNext);
    }
}

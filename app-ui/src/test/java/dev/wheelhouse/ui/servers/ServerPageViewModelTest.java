package dev.wheelhouse.ui.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricMark;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.Sample;
import dev.wheelhouse.core.metrics.collect.LiveReading;
import dev.wheelhouse.core.servers.ServerStatus;
import dev.wheelhouse.core.servers.ServerTest;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.ui.controls.chart.ChartData;
import dev.wheelhouse.ui.controls.chart.ChartSeries;
import dev.wheelhouse.ui.controls.chart.EventMark;
import dev.wheelhouse.ui.metrics.LiveTail;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServerPageViewModelTest {

    private final SettableClock clock = new SettableClock(Instant.parse("2026-03-14T09:26:53Z"));
    private final FakeServers servers = new FakeServers(clock);
    private final SameThreadBackground background = new SameThreadBackground();
    private final FakeWorkbench workbench = new FakeWorkbench(background);
    private final ServerList list = new ServerList(servers, workbench, clock);
    private final ServerCommands commands = new ServerCommands(servers, list, workbench);

    @BeforeEach
    void fill() {
        servers.addSome();
        list.refresh();
    }

    private ServerPageViewModel page(String id) {
        return new ServerPageViewModel(servers, commands, workbench, clock, id);
    }

    private static ServerPageViewModel.Panel panel(ServerPageViewModel page, String title) {
        return Objects.requireNonNull(page.contentProperty().get()).stream()
                .filter(each -> each.spec().title().equals(title))
                .findFirst()
                .orElseThrow();
    }

    private static ChartData data(ServerPageViewModel page, String title) {
        return panel(page, title).data();
    }

    private void pass(Duration time) {
        clock.advance(time);
        background.advance(time);
    }

    @Test
    void drawsTheUsualChartsAndOneForEachMount() {
        ServerPageViewModel page = page("srv_web1");
        page.onShow();

        assertThat(Objects.requireNonNull(page.contentProperty().get()))
                .extracting(panel -> panel.spec().title())
                .containsExactly(
                        "CPU",
                        "Memory",
                        "Load",
                        "Network",
                        "Disk throughput",
                        "Disk  /",
                        "Disk  /srv",
                        "Swap",
                        "Processes");
        assertThat(data(page, "CPU").lines()).extracting(ChartSeries::name).containsExactly("CPU", "I/O wait", "Steal");
        assertThat(data(page, "CPU").limit()).isNull();
        assertThat(data(page, "Memory").limit()).isEqualTo(16.0 * (1L << 30));
        assertThat(page.costProperty().get()).startsWith("Monitoring costs 0.8 ms of processor time and 11.1 KiB");
    }

    @Test
    void putsLiveReadingsBehindTheHistoryWithoutAGap() {
        ServerPageViewModel page = page("srv_web1");
        page.range().rangeProperty().set(MetricRange.MINUTES_15);
        page.onShow();
        long now = clock.millis();
        servers.come(FakeServers.reading(now - 1_000, 41), FakeServers.reading(now, 42));
        background.advance(Duration.ofMillis(100));

        ChartSeries cpu = data(page, "CPU").first();
        int last = cpu.size() - 1;
        assertThat(cpu.average(last)).isEqualTo(42);
        assertThat(cpu.length(last)).isEqualTo(1_000);
        assertThat(cpu.average(last - 1)).isEqualTo(41);
        assertThat(cpu.joinsPrevious(last)).isTrue();
        assertThat(cpu.joinsPrevious(last - 1)).isTrue();
    }

    @Test
    void watchesOnlyWhileItIsShown() {
        ServerPageViewModel page = page("srv_web1");
        assertThat(servers.watches).isZero();
        page.onShow();
        assertThat(servers.watches).isEqualTo(1);
        page.onHide();
        assertThat(servers.watches).isZero();
        int calls = servers.calls().size();
        servers.come(FakeServers.reading(clock.millis(), 99));
        pass(Duration.ofMinutes(5));
        assertThat(servers.calls()).hasSize(calls);
        assertThat(servers.live).hasSize(1);
    }

    @Test
    void watchesAgainAfterTheWatchBrokeOff() {
        ServerPageViewModel page = page("srv_web1");
        page.onShow();
        servers.breakOff();
        assertThat(servers.watches).isZero();
        pass(Duration.ofSeconds(5));
        assertThat(servers.watches).isEqualTo(1);
        page.onHide();
        pass(Duration.ofSeconds(5));
        assertThat(servers.watches).isZero();
    }

    @Test
    void movesWithTimeAndKeepsAZoomedPart() {
        ServerPageViewModel page = page("srv_web1");
        page.range().rangeProperty().set(MetricRange.HOURS_1);
        page.onShow();
        long before = page.range().group().visibleProperty().get().to();
        pass(Duration.ofSeconds(1));
        assertThat(page.range().group().visibleProperty().get().to()).isEqualTo(before + 1_000);
        assertThat(page.range().group().visibleProperty().get().span())
                .isEqualTo(Duration.ofHours(1).toMillis());
    }

    @Test
    void remembersTheRangeForAllServers() {
        page("srv_web1").range().rangeProperty().set(MetricRange.DAYS_30);
        ServerPageViewModel other = page("srv_web2");
        assertThat(other.range().rangeProperty().get()).isEqualTo(MetricRange.DAYS_30);
        other.onShow();
        assertThat(data(other, "CPU").first().length(0))
                .isEqualTo(Duration.ofHours(2).toMillis());
    }

    @Test
    void marksWhatHappenedInTheRange() {
        servers.events.add(new MetricMark(clock.instant().minusSeconds(120), "evt_2", "server.recovered"));
        servers.events.add(new MetricMark(clock.instant().minus(Duration.ofDays(3)), "evt_1", "server.unreachable"));
        ServerPageViewModel page = page("srv_web1");
        page.onShow();
        assertThat(data(page, "Swap").marks())
                .containsExactly(new EventMark(clock.millis() - 120_000, "The server answered again"));
    }

    @Test
    void tellsHowOldTheValuesOfAGoneServerAre() {
        ServerPageViewModel page = page("srv_db");
        page.onShow();
        assertThat(page.oldSince()).isEqualTo(clock.instant().minus(Duration.ofMinutes(14)));
        assertThat(page("srv_web1").oldSince()).isNull();

        servers.put(servers.server("srv_db", FakeServers.ssh("db-1"), ServerStatus.ONLINE));
        page.retry();
        assertThat(page.oldSince()).isNull();
    }

    @Test
    void asksAServerOnceWhenItsPageOpens() {
        servers.outcomes.put("srv_db", new ServerTest(false, "db-1 does not answer.", null, null));
        page("srv_db").onShow();
        assertThat(servers.calls()).containsExactly("test db-1");
    }

    @Test
    void keepsATailOfOneMinute() {
        LiveTail tail = new LiveTail();
        for (long at = 0; at <= 120_000; at += 1_000) {
            tail.add(List.of(FakeServers.reading(at, at / 1_000)));
        }
        tail.add(List.of(FakeServers.reading(5, 7)));
        LiveTail.Line line = tail.of(Metric.CPU);
        assertThat(line.size()).isEqualTo(61);
        assertThat(line.at(0)).isEqualTo(60_000);
        assertThat(tail.of(Metric.SWAP).size()).isZero();
    }

    @Test
    void holdsEachMetricOfTheTailToItsOwnPace() {
        LiveTail tail = new LiveTail();
        for (long at = 0; at <= 40_000; at += 1_000) {
            boolean missed = at > 20_000 && at < 25_000;
            if (!missed) {
                tail.add(List.of(reading(at, at % 10_000 == 0)));
            }
        }
        LiveTail.Line cpu = tail.of(Metric.CPU);
        assertThat(cpu.length(0)).isEqualTo(1_000);
        assertThat(cpu.length(20)).as("four readings are missing").isEqualTo(2_000);
        LiveTail.Line disk = tail.of(Metric.DISK);
        assertThat(disk.size()).isEqualTo(5);
        assertThat(disk.length(0)).as("comes every ten seconds").isEqualTo(10_000);
        assertThat(disk.length(4)).as("the last one").isEqualTo(1_000);
    }

    private static LiveReading reading(long at, boolean withSpace) {
        List<Sample> samples = new ArrayList<>(List.of(new Sample(Metric.CPU, 1, null)));
        if (withSpace) {
            samples.add(new Sample(Metric.DISK, 5, 9L));
        }
        return new LiveReading("srv_x", at, samples);
    }
}

package dev.wheelhouse.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.metrics.collect.LiveReading;
import dev.wheelhouse.core.metrics.collect.LiveSubscription;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenCore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The feature as a whole, on the machine that the test runs on. */
@EnabledOnOs(OS.LINUX)
class MetricServiceTest {

    @TempDir
    Path folder;

    private static void awaitMeasured(OpenCore core, String server) throws Exception {
        MetricService metrics = core.core().metrics().service();
        Awaiting.until(() -> metrics.catalog(core.caller(), server).containsAll(List.of(Metric.CPU, Metric.DISK)));
    }

    @Test
    void measuresTheOwnMachineFromTheStartAndRemembersItAfterARestart() throws Exception {
        String server;
        Instant began = Instant.now().minus(Duration.ofMinutes(1));
        try (OpenCore core = new OpenCore(folder)) {
            server = core.core().servers().service().ownId();
            awaitMeasured(core, server);
        }
        assertThat(Files.exists(folder.resolve("home/metrics").resolve(server))).isTrue();
        try (OpenCore core = new OpenCore(folder)) {
            MetricService metrics = core.core().metrics().service();
            Caller caller = core.caller();
            MetricSeries series = metrics.series(caller, server, Metric.CPU, MetricRange.HOURS_1);
            assertThat(series.points()).isNotEmpty();
            MetricSeries zoomed = metrics.series(
                    caller, server, Metric.MEMORY, began, Instant.now().plusSeconds(10));
            assertThat(zoomed.window().stepMs()).isEqualTo(10_000);
            assertThat(zoomed.points()).isNotEmpty();
            assertThat(zoomed.limitBytes()).isPositive();
            assertThat(metrics.series(caller, server, Metric.MEMORY, began.minus(Duration.ofDays(20)), Instant.now())
                            .window()
                            .stepMs())
                    .isGreaterThanOrEqualTo(3_600_000);
            assertThatThrownBy(() -> metrics.series(caller, server, Metric.CPU, began, began))
                    .isInstanceOf(AppException.class);
            assertThat(metrics.marks(caller, server, began, Instant.now().plusSeconds(1)))
                    .extracting(MetricMark::kind)
                    .contains("server.created");
        }
    }

    @Test
    void tellsWhoFollowsAndStopsWhenTheyLeave() throws Exception {
        List<LiveReading> seen = new CopyOnWriteArrayList<>();
        try (OpenCore core = new OpenCore(folder)) {
            String server = core.core().servers().service().ownId();
            awaitMeasured(core, server);
            MetricService metrics = core.core().metrics().service();
            AtomicBoolean ended = new AtomicBoolean();
            LiveSubscription following = metrics.follow(core.caller(), server, seen::addAll, () -> ended.set(true));
            Awaiting.until(() -> seen.size() >= 2);
            assertThat(seen).allSatisfy(each -> assertThat(each.serverId()).isEqualTo(server));
            assertThat(metrics.cost(core.caller(), server).orElseThrow().intervalMs())
                    .isEqualTo(1_000);
            assertThat(ended).isFalse();
            following.close();
            Awaiting.until(ended::get);
        }
    }
}

package dev.wheelhouse.core.metrics.proc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.Sample;
import dev.wheelhouse.core.metrics.proc.Counters.CpuTimes;
import dev.wheelhouse.core.metrics.proc.Counters.FileSystemSpace;
import dev.wheelhouse.core.metrics.proc.Counters.LoadState;
import dev.wheelhouse.core.metrics.proc.Counters.MemoryState;
import dev.wheelhouse.core.metrics.proc.Counters.Transfer;
import dev.wheelhouse.core.testing.Property;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RatesTest {

    private static final long SECOND = 1_000_000_000L;

    private final Rates rates = new Rates();
    private long nanos = -5 * SECOND;
    private long millis = 1_000_000;

    private Map<Metric, Long> after(double seconds, Counters counters) {
        return after(seconds, seconds, counters);
    }

    private Map<Metric, Long> after(double monotonic, double wall, Counters counters) {
        nanos += (long) (monotonic * SECOND);
        millis += (long) (wall * 1000);
        Map<Metric, Long> values = new HashMap<>();
        for (Sample each : rates.next(counters, nanos, millis)) {
            values.put(each.metric(), each.value());
        }
        return values;
    }

    private static Counters cpu(long busy, long idle, long iowait, long steal) {
        return new Counters(
                new CpuTimes(busy, idle, iowait, steal), null, null, Map.of(), Map.of(), List.of(), null, null);
    }

    private static Counters net(Map<String, Transfer> network) {
        return new Counters(null, null, null, network, Map.of(), List.of(), null, null);
    }

    private static Counters net(long in, long out) {
        return net(Map.of("eth0", new Transfer(in, out)));
    }

    @Test
    void statesAreThereAtOnceAndRatesFromTheSecondReadingOn() {
        Counters first = new Counters(
                new CpuTimes(100, 100, 100, 10),
                new MemoryState(3, 10, 1, 2),
                new LoadState(1, 2, 3, 4),
                Map.of("eth0", new Transfer(1, 2)),
                Map.of("vda", new Transfer(1, 2)),
                List.of(new FileSystemSpace("/", 5, 9), new FileSystemSpace("/home", 6, 9)),
                null,
                null);
        assertThat(after(0, first))
                .isEqualTo(Map.of(
                        Metric.MEMORY,
                        3L,
                        Metric.SWAP,
                        1L,
                        Metric.LOAD1,
                        1L,
                        Metric.LOAD5,
                        2L,
                        Metric.LOAD15,
                        3L,
                        Metric.PROCESSES,
                        4L,
                        Metric.DISK,
                        5L,
                        Metric.find("disk:/home").orElseThrow(),
                        6L));
        assertThat(after(10, first)).containsEntry(Metric.NET_RX, 0L).doesNotContainKey(Metric.CPU);
    }

    @Test
    void percentsAreOfTheWholeMachineAndRoundedHalfUp() {
        after(0, cpu(0, 0, 0, 0));
        assertThat(after(10, cpu(5, 193, 2, 1)))
                .isEqualTo(Map.of(Metric.CPU, 3L, Metric.CPU_IOWAIT, 1L, Metric.CPU_STEAL, 1L));
    }

    @Test
    void bytesPerSecondUseTheTimeThatReallyPassed() {
        after(0, net(0, 0));
        assertThat(after(10.5, net(1_050, 5))).isEqualTo(Map.of(Metric.NET_RX, 100L, Metric.NET_TX, 0L));
    }

    @Test
    void aCounterThatGoesBackDropsThatOneDelta() {
        after(0, net(Map.of("eth0", new Transfer(4_000_000_000L, 100), "eth1", new Transfer(0, 0))));
        assertThat(after(10, net(Map.of("eth0", new Transfer(50, 1_100), "eth1", new Transfer(100, 0)))))
                .isEqualTo(Map.of(Metric.NET_RX, 10L, Metric.NET_TX, 100L));
        assertThat(after(10, net(50, 100))).isEqualTo(Map.of(Metric.NET_RX, 0L));
        after(0, cpu(100, 100, 100, 100));
        assertThat(after(10, cpu(150, 150, 90, 100))).isEqualTo(Map.of(Metric.CPU, 50L, Metric.CPU_STEAL, 0L));
        assertThat(after(10, cpu(1, 1, 1, 1))).as("restarted").isEmpty();
    }

    @Test
    void anInterfaceThatCameOrWentMakesNoRate() {
        after(0, net(Map.of("eth0", new Transfer(0, 0))));
        assertThat(after(10, net(Map.of("eth1", new Transfer(1 << 30, 1 << 30)))))
                .isEmpty();
    }

    @Test
    void thereIsNoRateOverAGap() {
        after(0, net(0, 0));
        assertThat(after(61, net(1 << 20, 0))).isEmpty();
        assertThat(after(10, net((1 << 20) + 10, 0))).containsEntry(Metric.NET_RX, 1L);
    }

    @Test
    void anHourOfSleepAndAClockThatJumpsMakeNoRate() {
        after(0, net(0, 0));
        assertThat(after(10, 3_610, net(1L << 40, 0))).as("slept").isEmpty();
        assertThat(after(10, -3_590, net((1L << 40) + 10, 0))).as("set back").isEmpty();
        assertThat(after(10, net((1L << 40) + 20, 0))).containsEntry(Metric.NET_RX, 1L);
        assertThat(after(0, net((1L << 40) + 20, 0))).as("no time passed").isEmpty();
    }

    @Test
    void noReadingGivesAFalseRate() {
        Property.holds(1_000, random -> {
            Rates any = new Rates();
            @Nullable Counters last = null;
            long now = random.nextLong();
            for (int i = 0; i < 10; i++) {
                Counters next = net(random.nextLong(Long.MAX_VALUE), random.nextLong(1L << random.nextInt(60)));
                now += random.nextLong(20 * SECOND);
                for (Sample each : any.next(next, now, random.nextLong(2_000_000_000_000L))) {
                    assertThat(each.value()).isBetween(0L, 1L << 53);
                }
                last = next;
            }
            assertThat(last).isNotNull();
        });
    }
}

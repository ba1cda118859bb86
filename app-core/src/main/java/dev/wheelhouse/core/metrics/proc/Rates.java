package dev.wheelhouse.core.metrics.proc;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.Sample;
import dev.wheelhouse.core.metrics.proc.Counters.CpuTimes;
import dev.wheelhouse.core.metrics.proc.Counters.LoadState;
import dev.wheelhouse.core.metrics.proc.Counters.MemoryState;
import dev.wheelhouse.core.metrics.proc.Counters.Transfer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * From counters to samples. What is a state now is a sample at once; what counts up becomes a rate from the second
 * reading on. There is no rate over a gap: not after a minute without a reading, nor when the console's clock and its
 * monotonic time disagree, which is what a sleep looks like (the monotonic one stands still, the server's counters do
 * not). A counter that went back, by a restart or by overflow, gives no rate that once; others do. For one thread.
 */
public final class Rates {

    private static final long LONGEST_GAP = Duration.ofMinutes(1).toNanos();
    private static final long DISAGREEMENT = Duration.ofSeconds(2).toNanos();
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Bytes within one reading that no machine moves; keeps the arithmetic in range. */
    private static final long ABSURD = 1L << 42;

    private @Nullable Counters before;
    private long beforeNanos;
    private long beforeMillis;

    /**
     * Takes a reading.
     *
     * @param nanos monotonic time of it
     * @param millis wall-clock time of it
     */
    public List<Sample> next(Counters now, long nanos, long millis) {
        List<Sample> samples = new ArrayList<>();
        addStates(samples, now);
        Counters earlier = before;
        long elapsed = nanos - beforeNanos;
        long disagreement = Math.abs((millis - beforeMillis) * NANOS_PER_MILLI - elapsed);
        if (earlier != null && elapsed > 0 && elapsed <= LONGEST_GAP && disagreement <= DISAGREEMENT) {
            addCpu(samples, earlier.cpu(), now.cpu());
            addTransfers(samples, earlier.network(), now.network(), elapsed, Metric.NET_RX, Metric.NET_TX);
            addTransfers(samples, earlier.disks(), now.disks(), elapsed, Metric.DISK_READ, Metric.DISK_WRITE);
        }
        before = now;
        beforeNanos = nanos;
        beforeMillis = millis;
        return samples;
    }

    private static void addStates(List<Sample> samples, Counters now) {
        MemoryState memory = now.memory();
        if (memory != null) {
            samples.add(new Sample(Metric.MEMORY, memory.used(), memory.total()));
            if (memory.swapTotal() >= 0) {
                samples.add(new Sample(Metric.SWAP, memory.swapUsed(), memory.swapTotal()));
            }
        }
        LoadState load = now.load();
        if (load != null) {
            addKnown(samples, Metric.LOAD1, load.load1());
            addKnown(samples, Metric.LOAD5, load.load5());
            addKnown(samples, Metric.LOAD15, load.load15());
            addKnown(samples, Metric.PROCESSES, load.processes());
        }
        now.space()
                .forEach(each -> Metric.ofMount(each.mount())
                        .ifPresent(metric -> samples.add(new Sample(metric, each.used(), each.total()))));
    }

    private static void addKnown(List<Sample> samples, Metric metric, long value) {
        if (value >= 0) {
            samples.add(Sample.of(metric, value));
        }
    }

    private static void addCpu(List<Sample> samples, @Nullable CpuTimes earlier, @Nullable CpuTimes now) {
        if (earlier == null || now == null) {
            return;
        }
        long busy = now.busy() - earlier.busy();
        long idle = now.idle() - earlier.idle();
        long iowait = now.iowait() - earlier.iowait();
        long steal = now.steal() - earlier.steal();
        // proc(5): iowait may decrease. It then counts as none, and gives no sample.
        long total = busy + idle + Math.max(0, iowait);
        if (busy < 0 || idle < 0 || total <= 0) {
            return;
        }
        samples.add(Sample.of(Metric.CPU, percent(busy, total)));
        if (iowait >= 0) {
            samples.add(Sample.of(Metric.CPU_IOWAIT, percent(iowait, total)));
        }
        if (steal >= 0) {
            samples.add(Sample.of(Metric.CPU_STEAL, percent(steal, total)));
        }
    }

    private static long percent(long part, long whole) {
        return Math.min(100, (200 * part + whole) / (2 * whole));
    }

    private static void addTransfers(
            List<Sample> samples,
            Map<String, Transfer> earlier,
            Map<String, Transfer> now,
            long elapsed,
            Metric in,
            Metric out) {
        addTransfer(samples, earlier, now, elapsed, in, Transfer::in);
        addTransfer(samples, earlier, now, elapsed, out, Transfer::out);
    }

    private static void addTransfer(
            List<Sample> samples,
            Map<String, Transfer> earlier,
            Map<String, Transfer> now,
            long elapsed,
            Metric metric,
            ToLongFunction<Transfer> counter) {
        long moved = 0;
        boolean any = false;
        for (Map.Entry<String, Transfer> each : now.entrySet()) {
            Transfer known = earlier.get(each.getKey());
            if (known == null) {
                continue;
            }
            long delta = counter.applyAsLong(each.getValue()) - counter.applyAsLong(known);
            if (delta >= 0 && delta < ABSURD) {
                moved += delta;
                any = true;
            }
        }
        if (any && moved < ABSURD) {
            samples.add(Sample.of(metric, perSecond(moved, elapsed)));
        }
    }

    private static long perSecond(long moved, long elapsedNanos) {
        long micros = Math.max(1, elapsedNanos / 1000);
        return (2_000_000 * moved + micros) / (2 * micros);
    }
}

package dev.wheelhouse.core.metrics.series;

import dev.wheelhouse.core.metrics.Bucket;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Two years of a server that does not exist: days and nights, bursts, slow growth and noise. */
final class SyntheticServer {

    static final long NOW = 1_790_000_000_000L - 1_790_000_000_000L % 3_600_000;

    private static final long GIB = 1L << 30;
    private static final List<Metric> METRICS = metrics();

    private final Random random = new Random(7);
    private double wander = 0.3;
    private long memory = 3 * GIB;
    private long disk = 20 * GIB;
    private double burst;

    private static List<Metric> metrics() {
        List<Metric> all = new ArrayList<>(Metric.FIXED);
        all.add(Metric.find("disk:/srv").orElseThrow());
        all.add(Metric.find("disk:/var/lib/postgresql").orElseThrow());
        return List.copyOf(all);
    }

    /** How many metrics it has. */
    static int metricCount() {
        return METRICS.size();
    }

    /** Writes every block that a console would have at {@link #NOW}; answers how many buckets they hold. */
    long writeTo(Path directory) throws IOException {
        Files.createDirectories(directory);
        SeriesFiles files = new SeriesFiles(directory);
        Map<Tier, Long> starts = new EnumMap<>(Tier.class);
        Map<Tier, Map<Metric, MetricBlock>> blocks = new EnumMap<>(Tier.class);
        long buckets = 0;
        for (long at = NOW - Tier.HOUR.keptMs(); at <= NOW; at += Tier.RAW.stepMs()) {
            for (Tier tier : Tier.values()) {
                long start = tier.blockOf(at);
                Long before = starts.put(tier, start);
                if (before != null && (before != start || at == NOW)) {
                    buckets += write(files, tier, before, blocks.remove(tier));
                }
            }
            if (at < NOW) {
                take(at, blocks);
            }
        }
        return buckets;
    }

    private static long write(SeriesFiles files, Tier tier, long start, @Nullable Map<Metric, MetricBlock> block)
            throws IOException {
        if (tier.blockAfter(start) <= NOW - tier.keptMs() || block == null) {
            return 0;
        }
        BlockFile.write(files.block(tier, start), JournalMark.NONE, block);
        return block.values().stream().mapToLong(each -> each.buckets().size()).sum();
    }

    private void take(long at, Map<Tier, Map<Metric, MetricBlock>> blocks) {
        step(at);
        for (Metric metric : METRICS) {
            Bucket bucket = Bucket.of(value(metric));
            for (Tier tier : Tier.values()) {
                // Nothing is made that would be thrown away.
                if (at < NOW - tier.keptMs() - (tier == Tier.HOUR ? 0 : 2 * 86_400_000L)) {
                    continue;
                }
                int place = (int) ((Window.align(at, tier.stepMs()) - tier.blockOf(at)) / tier.stepMs());
                blocks.computeIfAbsent(tier, _ -> new TreeMap<>(Metric::compareByOrder))
                        .computeIfAbsent(
                                metric, each -> new MetricBlock(each.hasLimit() ? 64 * GIB : null, new TreeMap<>()))
                        .buckets()
                        .merge(place, bucket, Bucket::merge);
            }
        }
    }

    private void step(long at) {
        double day = 0.5 - 0.5 * Math.cos(2 * Math.PI * (at % 86_400_000L) / 86_400_000.0);
        wander = Math.clamp(wander + random.nextGaussian() * 0.02 + (0.1 + 0.3 * day - wander) * 0.01, 0, 1);
        burst = random.nextInt(200) == 0 ? random.nextDouble() : burst * 0.8;
        memory = Math.clamp(memory + Math.round(random.nextGaussian() * 400) * 4096, GIB, 7 * GIB);
        disk = Math.min(60 * GIB, disk + Math.max(0, Math.round(random.nextGaussian() * 6)) * 4096);
    }

    private long value(Metric metric) {
        double busy = Math.clamp(wander + burst * 0.5, 0, 1);
        return switch (metric.name()) {
            case "cpu" -> Math.round(100 * busy);
            case "cpu_iowait" -> Math.round(4 * burst * random.nextDouble());
            case "cpu_steal" -> random.nextInt(40) == 0 ? 1 : 0;
            case "memory" -> memory;
            case "swap" -> 12L << 20;
            case "disk", "disk:/srv" -> disk;
            case "disk_read" -> random.nextInt(5) == 0 ? lognormal(11, 1.5) / 512 * 512 / 10 : 0;
            case "disk_write" -> lognormal(11.5, 0.9) / 4096 * 4096 / 10;
            case "net_rx", "net_tx" -> lognormal(9.5 + 2 * busy, 0.7);
            case "load1" -> Math.round(200 * busy + random.nextGaussian() * 8 + 10);
            case "load5", "load15" -> Math.round(200 * wander + 10);
            case "processes" -> 240 + random.nextInt(6);
            default -> 35 * GIB;
        };
    }

    private long lognormal(double mean, double spread) {
        return Math.round(Math.exp(mean + spread * random.nextGaussian()));
    }
}

package dev.wheelhouse.core.metrics.series;

import dev.wheelhouse.core.metrics.BucketSink;
import dev.wheelhouse.core.metrics.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The packed blocks of one server: takes finished journals, gives buckets, lets go of what is old. For one thread at a time. */
record SeriesHistory(SeriesFiles files, Clock clock) {

    private static final System.Logger LOG = System.getLogger(SeriesHistory.class.getName());

    /**
     * Merges a finished hour into the block of each tier. When it throws, or the process ends half-way, calling it again
     * with the same journal does what is left.
     */
    void take(Journal journal) throws IOException {
        JournalMark mark = journal.mark();
        HourOfBuckets hour = hourOf(journal);
        for (Tier tier : Tier.values()) {
            long start = tier.blockOf(journal.hour());
            Path file = files.block(tier, start);
            BlockFile.Contents contents = BlockFile.readAll(file);
            if (contents.damaged()) {
                files.setAside(file, clock.millis());
            }
            if (contents.mark().equals(mark) && !contents.damaged()) {
                continue;
            }
            hour.mergeInto(tier, start, contents.metrics());
            BlockFile.write(file, mark, contents.metrics());
        }
    }

    /** A journal that was altered under our hands gives what can be read of it. */
    private static HourOfBuckets hourOf(Journal journal) throws IOException {
        HourOfBuckets hour = new HourOfBuckets();
        try {
            journal.read(hour);
        } catch (DamagedSeriesException _) {
            LOG.log(System.Logger.Level.WARNING, "Metrics in " + journal.file() + " were damaged");
        }
        return hour;
    }

    /** Gives the buckets of every block that the stretch of time touches. */
    void read(Tier tier, Metric metric, long from, long to, BucketSink sink) throws IOException {
        for (long start = tier.blockOf(from); start < to; start = tier.blockAfter(start)) {
            Path file = files.block(tier, start);
            long blockStart = start;
            try {
                BlockFile.read(file, metric)
                        .ifPresent(block -> block.buckets()
                                .forEach((place, bucket) -> sink.accept(blockStart + place * tier.stepMs(), bucket)));
            } catch (DamagedSeriesException e) {
                // Set aside when it is written next; until then its other metrics can be read.
                LOG.log(System.Logger.Level.WARNING, "Metrics in " + file + " cannot be read: " + e.getMessage());
            }
        }
    }

    /** What the newest block of each tier has. */
    Set<Metric> metrics() throws IOException {
        Set<Metric> metrics = new TreeSet<>(Metric::compareByOrder);
        for (Tier tier : Tier.values()) {
            metrics.addAll(newestNames(tier).keySet());
        }
        return metrics;
    }

    Optional<Long> limit(Metric metric) throws IOException {
        for (Tier tier : Tier.values()) {
            Optional<Long> limit = newestNames(tier).getOrDefault(metric, Optional.empty());
            if (limit.isPresent()) {
                return limit;
            }
        }
        return Optional.empty();
    }

    private Map<Metric, Optional<Long>> newestNames(Tier tier) throws IOException {
        for (Path file : files.blocks(tier)) {
            try {
                return BlockFile.readNames(file);
            } catch (DamagedSeriesException _) {
                // The one before will do.
            }
        }
        return Map.of();
    }

    /** The newest raw block as if it were a journal; empty when there is none. */
    HourOfBuckets newestHour() throws IOException {
        HourOfBuckets hour = new HourOfBuckets();
        for (Path file : files.blocks(Tier.RAW)) {
            long start = Tier.RAW.startOf(file.getFileName().toString());
            BlockFile.readAll(file).metrics().forEach((metric, block) -> {
                hour.metric(metric, block.limitBytes());
                block.buckets()
                        .forEach((place, bucket) -> hour.bucket(metric, start + place * Tier.RAW.stepMs(), bucket));
            });
            return hour;
        }
        return hour;
    }

    /** Deletes blocks that ended longer ago than their tier is kept. */
    void expire(long now) throws IOException {
        for (Tier tier : Tier.values()) {
            for (Path file : files.blocks(tier)) {
                long start = tier.startOf(file.getFileName().toString());
                if (start >= 0 && tier.blockAfter(start) <= now - tier.keptMs()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}

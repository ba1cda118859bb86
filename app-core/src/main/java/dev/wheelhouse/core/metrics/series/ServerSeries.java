package dev.wheelhouse.core.metrics.series;

import dev.wheelhouse.core.metrics.Bucket;
import dev.wheelhouse.core.metrics.BucketSink;
import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.Sample;
import dev.wheelhouse.core.metrics.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Everything measured of one server, on disk: packed blocks in three tiers, and the journal of the hour that is being
 * measured. Only the bucket that is filling is in memory. Errors of files are logged, never thrown to whoever
 * measures: what cannot be written now is kept for a while and written later, what cannot be read is set aside.
 * Thread-safe.
 */
public final class ServerSeries implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(ServerSeries.class.getName());

    /** Buckets that wait for a disk with room: a quarter of an hour. */
    private static final int MOST_WAITING = 90;

    private record Filled(long start, Map<Metric, Bucket> buckets) {}

    private final SeriesFiles files;
    private final SeriesHistory history;
    private final Clock clock;
    private final Deque<Journal> journals = new ArrayDeque<>();
    private final Deque<Filled> waiting = new ArrayDeque<>();
    private final Map<Metric, Long> limits = new HashMap<>();
    private final Map<Metric, LatestValue> latest = new HashMap<>();
    private Map<Metric, Bucket> filling = new TreeMap<>(Metric::compareByOrder);
    private long fillingStart;
    private boolean opened;
    private boolean closed;
    private @Nullable String trouble;

    /** @param directory of this server alone; made when something is measured */
    public ServerSeries(Path directory, Clock clock) {
        this.files = new SeriesFiles(directory);
        this.history = new SeriesHistory(files, clock);
        this.clock = clock;
    }

    /**
     * Takes the samples of one moment into the 10 s bucket that holds it.
     *
     * @param at epoch milliseconds
     * @param more whether another call for the same bucket is likely; without, the bucket is on disk when this returns
     */
    public synchronized void record(long at, Collection<Sample> samples, boolean more) {
        long start = Window.align(at, Tier.RAW.stepMs());
        if (start != fillingStart) {
            flush();
        }
        fillingStart = start;
        for (Sample each : samples) {
            filling.merge(each.metric(), Bucket.of(each.value()), Bucket::merge);
            limits.compute(each.metric(), (_, _) -> each.limitBytes());
            latest.put(each.metric(), new LatestValue(each.metric(), at, each.value(), each.limitBytes()));
        }
        if (!more) {
            flush();
        }
    }

    private void flush() {
        if (!filling.isEmpty()) {
            waiting.add(new Filled(fillingStart, filling));
            filling = new TreeMap<>(Metric::compareByOrder);
        }
        if (waiting.isEmpty() || closed) {
            return;
        }
        try {
            open();
            while (!waiting.isEmpty()) {
                Filled next = waiting.getFirst();
                journalOf(next.start()).append(next.start(), next.buckets(), limits);
                waiting.removeFirst();
            }
            trouble = null;
            rollFinished();
        } catch (IOException e) {
            tell("Metrics cannot be written", e);
            if (waiting.size() > MOST_WAITING) {
                waiting.removeFirst();
            }
        }
    }

    private Journal journalOf(long start) throws IOException {
        long hour = Tier.RAW.blockOf(start);
        Journal last = journals.peekLast();
        if (last != null && last.hour() == hour) {
            return last;
        }
        Journal made = Journal.create(files.newJournal(), hour, clock.millis());
        journals.addLast(made);
        return made;
    }

    /** In their order, so that a block's mark always names the last journal that went into it. */
    private void rollFinished() throws IOException {
        while (journals.size() > 1) {
            Journal finished = journals.getFirst();
            history.take(finished);
            journals.removeFirst();
            finished.close();
            Files.deleteIfExists(finished.file());
            if (journals.getFirst().hour() == Tier.RAW.blockAfter(finished.hour())) {
                // Only then has the clock gone evenly: one that jumped ahead must not cost the past.
                history.expire(journals.getFirst().hour());
            }
        }
    }

    private void open() throws IOException {
        if (opened || closed) {
            return;
        }
        files.prepare();
        List<Journal> found = new ArrayList<>();
        try {
            for (Path each : files.journals()) {
                try {
                    Journal journal = Journal.open(each);
                    found.add(journal);
                    if (journal.damaged()) {
                        LOG.log(System.Logger.Level.WARNING, "Metrics in " + each + " were damaged; a copy is kept");
                    }
                } catch (DamagedSeriesException _) {
                    files.setAside(each, clock.millis());
                }
            }
        } catch (IOException e) {
            // All or nothing: the next try opens them again.
            for (Journal each : found) {
                each.close();
            }
            throw e;
        }
        journals.addAll(found);
        opened = true;
    }

    /**
     * Gives the buckets of a metric in a stretch of time, of a tier's step or finer.
     *
     * @param from inclusive, epoch milliseconds, a multiple of the tier's step
     * @param to exclusive
     */
    public synchronized void read(Tier tier, Metric metric, long from, long to, BucketSink sink) {
        try {
            open();
            BucketSink within = (start, bucket) -> {
                if (start >= from && start < to) {
                    sink.accept(start, bucket);
                }
            };
            history.read(tier, metric, from, to, within);
            readJournals(metric, from, to, within);
            waiting.forEach(each -> give(each.start(), each.buckets().get(metric), within));
            give(fillingStart, filling.get(metric), within);
        } catch (IOException e) {
            tell("Metrics cannot be read", e);
        }
    }

    private static void give(long start, @Nullable Bucket bucket, BucketSink sink) {
        if (bucket != null) {
            sink.accept(start, bucket);
        }
    }

    private void readJournals(Metric metric, long from, long to, BucketSink sink) throws IOException {
        for (Journal each : journals) {
            if (each.hour() < to && Tier.RAW.blockAfter(each.hour()) > from) {
                each.read((of, start, bucket) -> {
                    if (of.equals(metric)) {
                        sink.accept(start, bucket);
                    }
                });
            }
        }
    }

    /** The newest value of each metric that was measured within the newest hour there is, in their order. */
    public synchronized List<LatestValue> latest() {
        recall();
        return latest.values().stream()
                .sorted((left, right) -> Metric.compareByOrder(left.metric(), right.metric()))
                .toList();
    }

    /** The size of what a metric fills, as last seen. */
    public synchronized Optional<Long> limit(Metric metric) {
        try {
            recall();
            Long known = limits.get(metric);
            return known != null ? Optional.of(known) : history.limit(metric);
        } catch (IOException e) {
            tell("Metrics cannot be read", e);
            return Optional.empty();
        }
    }

    /** Every metric that the newest blocks and the journal know, in their order. */
    public synchronized Set<Metric> metrics() {
        try {
            recall();
            Set<Metric> metrics = new TreeSet<>(Metric::compareByOrder);
            metrics.addAll(latest.keySet());
            metrics.addAll(history.metrics());
            return metrics;
        } catch (IOException e) {
            tell("Metrics cannot be read", e);
            return Set.copyOf(latest.keySet());
        }
    }

    /** Before the first sample, what an earlier console saw last. */
    private void recall() {
        if (!latest.isEmpty()) {
            return;
        }
        try {
            open();
            HourOfBuckets hour = journals.isEmpty() ? history.newestHour() : HourOfBuckets.of(journals.getLast());
            hour.buckets().forEach((metric, buckets) -> recall(metric, buckets, hour.limit(metric)));
        } catch (IOException e) {
            tell("Metrics cannot be read", e);
        }
    }

    private void recall(Metric metric, NavigableMap<Long, Bucket> buckets, @Nullable Long limit) {
        Map.Entry<Long, Bucket> last = buckets.lastEntry();
        latest.put(
                metric, new LatestValue(metric, last.getKey(), last.getValue().avg(), limit));
        limits.compute(metric, (_, _) -> limit);
    }

    /** Why the last write or read failed; null when it did not. */
    public synchronized @Nullable String trouble() {
        return trouble;
    }

    private void tell(String what, IOException cause) {
        String now = what + " (" + cause.getMessage() + ")";
        // Once for each trouble, not every ten seconds.
        if (!now.equals(trouble)) {
            LOG.log(System.Logger.Level.WARNING, now, cause);
        }
        trouble = now;
    }

    /** Bytes on disk. */
    public synchronized long size() {
        try {
            return files.size();
        } catch (IOException _) {
            return 0;
        }
    }

    /** Closes and deletes all of it. */
    public synchronized void delete() throws IOException {
        filling.clear();
        waiting.clear();
        close();
        files.deleteAll();
    }

    /** Writes the bucket that is filling; nothing is taken afterwards. */
    @Override
    public synchronized void close() {
        try {
            flush();
            closed = true;
            for (Journal each : journals) {
                each.close();
            }
            journals.clear();
        } catch (IOException e) {
            tell("Metrics cannot be closed", e);
        }
    }
}

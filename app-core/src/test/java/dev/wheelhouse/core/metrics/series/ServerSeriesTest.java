package dev.wheelhouse.core.metrics.series;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.metrics.Bucket;
import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.Sample;
import dev.wheelhouse.core.metrics.SubjectSeries;
import dev.wheelhouse.core.metrics.Window;
import dev.wheelhouse.core.testing.Property;
import dev.wheelhouse.core.testing.SettableClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerSeriesTest {

    private static final long START = Instant.parse("2026-03-31T21:00:00Z").toEpochMilli();
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final Metric HOME = Metric.find("disk:/home").orElseThrow();

    private final SettableClock clock = new SettableClock();

    @TempDir
    Path folder;

    private static NavigableMap<Long, Bucket> read(ServerSeries series, Tier tier, Metric metric, long from, long to) {
        NavigableMap<Long, Bucket> buckets = new TreeMap<>();
        series.read(
                tier,
                metric,
                from,
                to,
                (start, bucket) -> buckets.merge(Window.align(start, tier.stepMs()), bucket, Bucket::merge));
        return buckets;
    }

    /** What was measured, merged the plain way. */
    private static final class Expected {
        private final Map<Metric, List<long[]>> samples = new TreeMap<>(Metric::compareByOrder);

        void add(long at, List<Sample> all) {
            all.forEach(each -> samples.computeIfAbsent(each.metric(), _ -> new ArrayList<>())
                    .add(new long[] {at, each.value()}));
        }

        NavigableMap<Long, Bucket> buckets(Tier tier, Metric metric, long from, long to) {
            NavigableMap<Long, Bucket> buckets = new TreeMap<>();
            for (long[] each : samples.getOrDefault(metric, List.of())) {
                if (each[0] >= from && each[0] < to) {
                    buckets.merge(Window.align(each[0], tier.stepMs()), Bucket.of(each[1]), Bucket::merge);
                }
            }
            return buckets;
        }
    }

    private static List<Sample> samples(Random random) {
        List<Sample> samples = new ArrayList<>();
        samples.add(Sample.of(Metric.CPU, random.nextInt(101)));
        samples.add(new Sample(Metric.MEMORY, random.nextLong(1L << 33) & ~1023L, 1L << 33));
        if (random.nextInt(10) > 0) {
            samples.add(Sample.of(Metric.NET_RX, random.nextInt(1 << random.nextInt(30))));
        }
        if (random.nextInt(4) == 0) {
            samples.add(new Sample(HOME, random.nextLong(1L << 50), 1L << 50));
        }
        return samples;
    }

    @Test
    void everyTierGivesExactlyWhatAllSamplesGive() {
        Property.holds(12, random -> {
            Path directory = Files.createTempDirectory(folder, "series");
            Expected expected = new Expected();
            ServerSeries series = new ServerSeries(directory, clock);
            long at = START + random.nextInt(1000);
            for (int i = 0; i < 1500; i++) {
                at += switch (random.nextInt(200)) {
                    // A sleep, a clock set back, a chart that is open, and mostly ten seconds.
                    case 0 -> random.nextLong(3 * HOUR);
                    case 1 -> -random.nextLong(2 * HOUR);
                    case 2, 3, 4, 5 -> 1_000;
                    default -> 10_000;
                };
                List<Sample> samples = samples(random);
                series.record(at, samples, random.nextInt(3) == 0);
                expected.add(at, samples);
                if (random.nextInt(400) == 0) {
                    series.close();
                    series = new ServerSeries(directory, clock);
                }
            }
            compare(random, series, expected, at);
            series.close();
        });
    }

    private static void compare(Random random, ServerSeries series, Expected expected, long end) {
        for (Tier tier : Tier.values()) {
            // The raw tier forgets after a day; the others keep all of what this made.
            long reach = tier == Tier.RAW ? 20 * HOUR : 10 * 24 * HOUR;
            long from = Window.align(end - random.nextLong(reach), tier.stepMs());
            long to = Window.align(end, tier.stepMs()) + tier.stepMs() * random.nextInt(3);
            for (Metric metric : List.of(Metric.CPU, Metric.MEMORY, Metric.NET_RX, HOME)) {
                assertThat(read(series, tier, metric, from, to))
                        .as("%s of %s", tier, metric)
                        .isEqualTo(expected.buckets(tier, metric, from, to));
            }
        }
    }

    @Test
    void whateverMomentItIsKilledAtNothingMeasuredIsLostOrCountedTwice() {
        Property.holds(6, random -> {
            Path directory = Files.createTempDirectory(folder, "killed");
            Expected expected = new Expected();
            try (ServerSeries series = new ServerSeries(directory, clock)) {
                long at = START;
                for (int i = 0; i < 900; i++) {
                    at += 10_000;
                    List<Sample> samples = samples(random);
                    series.record(at, samples, false);
                    expected.add(at, samples);
                    if (random.nextInt(60) == 0 || at % HOUR < 20_000) {
                        Path copy = copy(directory);
                        try (ServerSeries left = new ServerSeries(copy, clock)) {
                            compare(random, left, expected, at);
                        }
                    }
                }
            }
        });
    }

    private Path copy(Path directory) throws IOException {
        Path copy = Files.createTempDirectory(folder, "copy");
        try (Stream<Path> files = Files.list(directory)) {
            for (Path each : files.toList()) {
                Files.copy(each, copy.resolve(each.getFileName()));
            }
        }
        return copy;
    }

    @Test
    void aRollThatWasCutShortIsFinishedOnce() throws IOException {
        Property.holds(8, random -> {
            Path directory = Files.createTempDirectory(folder, "roll");
            Expected expected = new Expected();
            ServerSeries series = new ServerSeries(directory, clock);
            long at = START;
            for (; at < START + HOUR; at += 10_000) {
                List<Sample> samples = samples(random);
                series.record(at, samples, false);
                expected.add(at, samples);
            }
            Path journal = journal(directory);
            byte[] finished = Files.readAllBytes(journal);
            series.record(at, List.of(Sample.of(Metric.CPU, 1)), false);
            expected.add(at, List.of(Sample.of(Metric.CPU, 1)));
            series.close();
            // As if it was killed after some of the blocks were written, and before the journal was deleted.
            Files.write(journal, finished);
            for (Tier tier : Tier.values()) {
                if (random.nextBoolean()) {
                    Files.delete(directory.resolve(tier.fileName(tier.blockOf(START))));
                }
            }
            try (ServerSeries again = new ServerSeries(directory, clock)) {
                again.record(at + 10_000, List.of(Sample.of(Metric.CPU, 2)), false);
                expected.add(at + 10_000, List.of(Sample.of(Metric.CPU, 2)));
                compare(random, again, expected, at + 10_000);
            }
        });
    }

    private static Path journal(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(each -> each.toString().endsWith(Journal.SUFFIX))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void aHalfWrittenRecordCostsOnlyItself() throws IOException {
        Path directory = folder.resolve("torn");
        try (ServerSeries series = new ServerSeries(directory, clock)) {
            series.record(START, List.of(Sample.of(Metric.CPU, 10)), false);
            series.record(START + 10_000, List.of(Sample.of(Metric.CPU, 20)), false);
        }
        Path journal = journal(directory);
        byte[] whole = Files.readAllBytes(journal);
        Files.write(journal, Arrays.copyOf(whole, whole.length - 3));
        try (ServerSeries series = new ServerSeries(directory, clock)) {
            series.record(START + 20_000, List.of(Sample.of(Metric.CPU, 30)), false);
            assertThat(read(series, Tier.RAW, Metric.CPU, START, START + HOUR).keySet())
                    .containsExactly(START, START + 20_000);
        }
    }

    @Test
    void damagedFilesAreSetAsideAndTheRestGoesOn() {
        Property.holds(25, random -> {
            Path directory = Files.createTempDirectory(folder, "damaged");
            try (ServerSeries series = new ServerSeries(directory, clock)) {
                for (long at = START; at < START + 3 * HOUR; at += 60_000) {
                    series.record(at, samples(random), false);
                }
            }
            try (Stream<Path> files = Files.list(directory)) {
                for (Path each : files.toList()) {
                    spoil(each, random);
                }
            }
            try (ServerSeries series = new ServerSeries(directory, clock)) {
                for (Tier tier : Tier.values()) {
                    read(series, tier, Metric.CPU, START - HOUR, START + 4 * HOUR);
                }
                series.metrics();
                series.latest();
                series.limit(Metric.MEMORY);
                long now = START + 5 * HOUR;
                series.record(now, List.of(Sample.of(Metric.CPU, 42)), false);
                series.record(now + HOUR, List.of(Sample.of(Metric.CPU, 43)), false);
                assertThat(read(series, Tier.MINUTE, Metric.CPU, now, now + 2 * HOUR))
                        .isEqualTo(Map.of(now, Bucket.of(42), now + HOUR, Bucket.of(43)));
                assertThat(series.trouble()).isNull();
            }
        });
    }

    private static void spoil(Path file, Random random) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        switch (random.nextInt(4)) {
            case 0 -> Files.write(file, new byte[0]);
            case 1 -> Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
            case 2 -> {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
                Files.write(file, bytes);
            }
            default ->
                Files.write(
                        file,
                        "more".repeat(random.nextInt(9)).getBytes(StandardCharsets.UTF_8),
                        StandardOpenOption.APPEND);
        }
    }

    @Test
    void whatCannotBeWrittenNowIsWrittenLater() throws IOException {
        Path directory = folder.resolve("full");
        Files.writeString(directory, "a file where the directory should be");
        try (ServerSeries series = new ServerSeries(directory, clock)) {
            series.record(START, List.of(Sample.of(Metric.CPU, 10)), false);
            series.record(START + 10_000, List.of(Sample.of(Metric.CPU, 20)), false);
            assertThat(series.trouble()).contains("cannot be written");
            Files.delete(directory);
            series.record(START + 20_000, List.of(Sample.of(Metric.CPU, 30)), false);
            assertThat(series.trouble()).isNull();
        }
        try (ServerSeries series = new ServerSeries(directory, clock)) {
            assertThat(read(series, Tier.RAW, Metric.CPU, START, START + HOUR)).hasSize(3);
        }
    }

    @Test
    void anOldDayGoesAndAClockThatJumpedAheadCostsNothing() {
        Path directory = folder.resolve("old");
        try (ServerSeries series = new ServerSeries(directory, clock)) {
            for (long at = START; at < START + 30 * HOUR; at += HOUR / 2) {
                series.record(at, List.of(Sample.of(Metric.CPU, 1)), false);
            }
            assertThat(read(series, Tier.RAW, Metric.CPU, START, START + 30 * HOUR)
                            .firstKey())
                    .isBetween(START + 4 * HOUR, START + 6 * HOUR);
            assertThat(read(series, Tier.MINUTE, Metric.CPU, START, START + 30 * HOUR))
                    .hasSize(60);
            long wrong = START + 24 * 365 * 10 * HOUR;
            series.record(wrong, List.of(Sample.of(Metric.CPU, 1)), false);
            series.record(START + 30 * HOUR, List.of(Sample.of(Metric.CPU, 1)), false);
            series.record(START + 31 * HOUR, List.of(Sample.of(Metric.CPU, 1)), false);
            assertThat(read(series, Tier.MINUTE, Metric.CPU, START, START + 32 * HOUR))
                    .hasSize(62);
        }
    }

    @Test
    void anotherConsoleRemembersValuesLimitsAndNames() {
        Path directory = folder.resolve("again");
        try (ServerSeries series = new ServerSeries(directory, clock)) {
            series.record(START, List.of(new Sample(HOME, 5, 100L), Sample.of(Metric.LOAD1, 42)), false);
            series.record(START + HOUR, List.of(new Sample(Metric.DISK, 6, 200L)), false);
        }
        try (ServerSeries series = new ServerSeries(directory, clock)) {
            assertThat(series.metrics()).containsExactly(Metric.DISK, HOME, Metric.LOAD1);
            assertThat(series.latest()).containsExactly(new LatestValue(Metric.DISK, START + HOUR, 6, 200L));
            assertThat(series.limit(HOME)).contains(100L);
            assertThat(series.limit(Metric.LOAD1)).isEmpty();
        }
    }

    @Test
    void deletesWhatWasMeasured() {
        try (SeriesStore store = new SeriesStore(folder.resolve("metrics"), clock)) {
            store.of("srv_1").record(START, List.of(Sample.of(Metric.CPU, 1)), false);
            assertThat(store.of("srv_1").size()).isPositive();
            store.delete("srv_1");
            assertThat(folder.resolve("metrics/srv_1")).doesNotExist();
            assertThat(store.of("srv_1").latest()).isEmpty();
        }
    }

    @Test
    void aJournalThatCannotBeOpenedNowCountsNoOtherTwice() throws IOException {
        try (ServerSeries series = new ServerSeries(folder, clock)) {
            series.record(START, List.of(Sample.of(Metric.CPU, 10)), false);
        }
        // A number higher than the journal's, so that it is opened behind it.
        Path broken = Files.createDirectory(folder.resolve("999999999.journal"));
        try (ServerSeries series = new ServerSeries(folder, clock)) {
            assertThat(read(series, Tier.RAW, Metric.CPU, START, START + HOUR)).isEmpty();
            assertThat(series.trouble()).isNotNull();
            Files.delete(broken);
            assertThat(read(series, Tier.RAW, Metric.CPU, START, START + HOUR).values())
                    .containsExactly(Bucket.of(10));
        }
    }

    @Test
    void whatIsDeletedIsNotMeasuredAnyMore() {
        try (SeriesStore store = new SeriesStore(folder, clock)) {
            SubjectSeries subjects = new SubjectSeries(store, clock);
            subjects.record("app_1", START, List.of(Sample.of(Metric.CPU, 10)));
            subjects.record("app_1", START + 10_000, List.of(Sample.of(Metric.CPU, 10)));
            assertThat(folder.resolve("app_1")).exists();
            subjects.delete("app_1");
            subjects.record("app_1", START + 20_000, List.of(Sample.of(Metric.CPU, 10)));
            subjects.record("app_1", START + 30_000, List.of(Sample.of(Metric.CPU, 10)));
        }
        assertThat(folder.resolve("app_1")).doesNotExist();
    }
}

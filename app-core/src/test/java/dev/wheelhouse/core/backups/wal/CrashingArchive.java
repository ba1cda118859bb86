package dev.wheelhouse.core.backups.wal;

import static dev.wheelhouse.core.backups.wal.ArchiveUnderTest.SEGMENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.databases.replication.TimelineHistory;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;

/**
 * An archive that crashes at random, over a store that fails at random, of a server that keeps nothing from before the
 * segment of the acknowledged position.
 */
final class CrashingArchive {

    private static final int LARGEST_WRITE = 400_000;

    private final Path directory;
    private final Random random;
    private final ArchiveUnderTest wal;
    private final TreeSet<Long> skipped = new TreeSet<>();
    private int timeline = 1;
    private long promotedAt;
    private long acknowledged;
    private long written;

    CrashingArchive(Path directory, Random random) throws IOException {
        this.directory = directory;
        this.random = random;
        wal = new ArchiveUnderTest(directory);
    }

    void live(int steps) throws IOException {
        wal.begin(1, 0);
        wal.store.failAtRandom(random);
        for (int i = 0; i < steps; i++) {
            step();
        }
        wal.store.failAtRandom(null);
        finishSegment();
        wal.storeAll();
        check();
        wal.close();
    }

    private void step() throws IOException {
        wal.clock.advance(Duration.ofSeconds(3));
        switch (random.nextInt(20)) {
            case 0 -> crash(false);
            case 1 -> crash(true);
            case 2 -> skipWal();
            case 3 -> promote();
            case 4, 5, 6, 7 -> flush();
            case 8, 9, 10, 11, 12 -> wal.archive.storeNext();
            default -> {
                int length = 1 + random.nextInt(LARGEST_WRITE);
                wal.send(timeline, written, written + length);
                written += length;
            }
        }
    }

    private void flush() throws IOException {
        acknowledged = Math.max(acknowledged, wal.archive.flush().value());
    }

    private void crash(boolean isPowerFailure) throws IOException {
        wal.close();
        if (isPowerFailure) {
            tear();
        }
        wal.reopen();
        resume();
    }

    /** What was written behind the last flush of the newest segment becomes anything; the mark may be an old one. */
    private void tear() throws IOException {
        long segment = written / SEGMENT * SEGMENT;
        String name = ArchiveUnderTest.object(timeline, segment / SEGMENT, ".partial");
        Path partial = directory.resolve(name.substring(name.lastIndexOf('/') + 1));
        if (Files.exists(partial)) {
            try (RandomAccessFile file = new RandomAccessFile(partial.toFile(), "rw")) {
                long kept = Math.clamp(acknowledged - segment, 0L, file.length());
                byte[] torn = new byte[(int) (file.length() - kept)];
                random.nextBytes(torn);
                file.seek(kept);
                file.write(torn, 0, random.nextInt(torn.length + 1));
            }
        }
        if (random.nextInt(3) == 0) {
            Files.write(directory.resolve("flushed"), new byte[random.nextInt(41)]);
        }
    }

    private void resume() throws IOException {
        Optional<WalStart> start = Optional.empty();
        while (start.isEmpty()) {
            try {
                start = wal.resume();
                assertThat(start).as("Something was stored or kept").isPresent();
                wal.archive.begin(start.get(), WalGapReason.SEGMENT_REMOVED);
            } catch (StoreException _) {
                start = Optional.empty();
            }
        }
        assertThat(start.get().timeline()).isEqualTo(timeline);
        assertThat(start.get().position().value())
                .as("What the server still has")
                .isGreaterThanOrEqualTo(acknowledged / SEGMENT * SEGMENT);
        written = start.get().position().value();
    }

    /** The slot is lost, and the stream begins some segments later. */
    private void skipWal() throws IOException {
        if (random.nextInt(3) > 0) {
            return;
        }
        flush();
        wal.archive.end();
        long from = (written / SEGMENT + 1 + random.nextInt(3)) * SEGMENT;
        for (long segment = written / SEGMENT; segment < from / SEGMENT; segment++) {
            if (segment * SEGMENT >= written || written % SEGMENT != 0) {
                skipped.add(segment);
            }
        }
        int reported = wal.gaps.size();
        begin(from);
        if (from > written) {
            assertThat(wal.gaps).hasSizeGreaterThan(reported);
            assertThat(wal.gaps.getLast().from().value()).isLessThanOrEqualTo(acknowledged);
            assertThat(wal.gaps.getLast().to().value()).isEqualTo(from);
        }
        written = from;
        acknowledged = from;
    }

    private void begin(long from) throws IOException {
        while (true) {
            try {
                wal.begin(timeline, from);
                return;
            } catch (StoreException _) {
                // The store was away while an empty spool's place was asked for.
            }
        }
    }

    private void promote() throws IOException {
        if (timeline == 2 || written < 3L * SEGMENT) {
            return;
        }
        flush();
        promotedAt = written / SEGMENT * SEGMENT;
        TimelineHistory history = new TimelineHistory(2, "00000002.history", "1\t0/280000\tpromoted\n");
        while (true) {
            try {
                wal.archive.beginTimeline(history, new WalPosition(promotedAt));
                break;
            } catch (StoreException _) {
                // As above.
            }
        }
        timeline = 2;
        written = promotedAt;
        acknowledged = promotedAt;
    }

    private void finishSegment() throws IOException {
        long end = (written / SEGMENT + 1) * SEGMENT;
        wal.send(timeline, written, end);
        written = end;
    }

    /** Every segment that no gap has is stored, and as the server had it. */
    private void check() {
        for (long segment = 0; segment < written / SEGMENT; segment++) {
            if (!skipped.contains(segment)) {
                boolean isNew = timeline == 2 && segment * SEGMENT >= promotedAt;
                wal.assertWhole(isNew ? 2 : 1, segment);
            }
        }
        for (String each : wal.store.names()) {
            if (each.endsWith(".zst") && !each.contains("partial")) {
                String name = each.substring(each.lastIndexOf('/') + 1, each.length() - 4);
                SegmentName stored = SegmentName.parse(name, SEGMENT).orElseThrow();
                wal.assertWhole(stored.timeline(), stored.start().value() / SEGMENT);
            }
        }
        if (timeline == 2) {
            assertThat(wal.store.names()).contains("7/wal/00000002.history");
        }
        assertThat(wal.archive.progress().spoolBytes()).isZero();
        assertThat(wal.archive.progress().state()).isNotEqualTo(WalState.CONFLICT);
    }
}

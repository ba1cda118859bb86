package dev.wheelhouse.core.backups.plan;

import dev.wheelhouse.core.backups.wal.StoredWal;
import dev.wheelhouse.core.backups.wal.WalGap;
import dev.wheelhouse.core.backups.wal.WalGapReason;
import dev.wheelhouse.core.backups.wal.WalRange;
import dev.wheelhouse.core.backups.wal.WalStart;
import dev.wheelhouse.core.databases.replication.TimelineHistory;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/**
 * A server's life made up at random, on one timeline after another: it writes, is backed up, is promoted, and now and then
 * a stretch of its WAL is lost. A second passes with every KiB of WAL, so every
 * position has a time.
 */
final class MadeHistory {

    static final long SEGMENT = 1 << 20;
    /** Everything happens at a full second. */
    static final long SECOND = 1 << 10;

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    final List<StoredBase> bases = new ArrayList<>();
    final TreeSet<WalStart> whole = new TreeSet<>();
    private final List<WalStart> partials = new ArrayList<>();
    private final List<WalGap> gaps = new ArrayList<>();
    private final StringBuilder ancestors = new StringBuilder();
    private final List<TimelineHistory> histories = new ArrayList<>();
    private final Random random;
    private int timeline = 1;
    private long at = 5 * SEGMENT;

    MadeHistory(Random random) {
        this.random = random;
        for (int step = 0; step < 12; step++) {
            step();
        }
    }

    /** A short life of nothing but bases. */
    MadeHistory(Random random, int count) {
        this.random = random;
        for (int i = 0; i < count; i++) {
            base();
        }
    }

    static Instant timeOf(long position) {
        return BEGIN.plusSeconds(position / SECOND);
    }

    long end() {
        return at;
    }

    /** The newest. */
    int timeline() {
        return timeline;
    }

    private void step() {
        switch (random.nextInt(6)) {
            case 0 -> lose();
            case 1 -> promote();
            case 2, 3 -> base();
            default -> write(1 + random.nextInt((int) (3 * SEGMENT)));
        }
    }

    /** Positions are never a multiple of the segment's size, as with a server, whose segments begin with a header. */
    private void write(long bytes) {
        long to = at + (bytes & -SECOND) + SECOND;
        to += to % SEGMENT == 0 ? SECOND : 0;
        for (long each = at - at % SEGMENT; each + SEGMENT <= to; each += SEGMENT) {
            whole.add(new WalStart(timeline, new WalPosition(each)));
        }
        at = to;
    }

    private void lose() {
        long from = at;
        partials.add(new WalStart(timeline, new WalPosition(from - from % SEGMENT)));
        long to = from - from % SEGMENT + SEGMENT * (1 + random.nextInt(3));
        gaps.add(new WalGap(
                timeline,
                new WalPosition(from),
                new WalPosition(to),
                timeOf(from),
                timeOf(to),
                WalGapReason.SLOT_LOST));
        at = to + SECOND;
    }

    private void promote() {
        ancestors.append(timeline).append('\t').append(new WalPosition(at)).append("\tmade up\n");
        timeline++;
        histories.add(TimelinesTest.history(timeline, ancestors.toString()));
    }

    private void base() {
        long start = at;
        write(1 + random.nextInt((int) SEGMENT));
        bases.add(new StoredBase(
                "run" + bases.size(),
                timeline,
                new WalPosition(start),
                new WalPosition(at),
                timeOf(at),
                at,
                random.nextInt(8) == 0));
        switchSegment();
    }

    /** As a server does at the end of a base, which is complete once the segment that it ends in is stored. */
    private void switchSegment() {
        long from = at - at % SEGMENT;
        whole.add(new WalStart(timeline, new WalPosition(from)));
        at = from + SEGMENT + SECOND;
    }

    StoredHistory stored() {
        return stored(bases, whole);
    }

    StoredHistory stored(List<StoredBase> left, Iterable<WalStart> segments) {
        List<WalRange> ranges = new ArrayList<>();
        for (WalStart each : segments) {
            ranges.add(new WalRange(
                    each.timeline(), each.position(), each.position().plus(SEGMENT)));
        }
        return new StoredHistory(
                left,
                new StoredWal(joined(ranges), partials),
                Timelines.of(histories),
                gaps,
                new StoredEnd(timeline, new WalPosition(at), timeOf(at)),
                SEGMENT);
    }

    private static List<WalRange> joined(List<WalRange> ranges) {
        List<WalRange> joined = new ArrayList<>();
        for (WalRange each : ranges) {
            WalRange last = joined.isEmpty() ? null : joined.getLast();
            if (last != null && last.timeline() == each.timeline() && last.to().equals(each.from())) {
                joined.set(joined.size() - 1, new WalRange(last.timeline(), last.from(), each.to()));
            } else {
                joined.add(each);
            }
        }
        return joined;
    }

    /** Whether no WAL was lost between a base and a position; the truth that no listing tells. */
    boolean isRestorable(long position) {
        return bases.stream()
                .anyMatch(base -> base.stop().value() <= position
                        && gaps.stream()
                                .noneMatch(gap ->
                                        gap.from().value() >= base.start().value()
                                                && gap.from().value() < position));
    }
}

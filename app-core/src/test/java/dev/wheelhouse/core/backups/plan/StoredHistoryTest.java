package dev.wheelhouse.core.backups.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.backups.wal.StoredWal;
import dev.wheelhouse.core.backups.wal.WalGap;
import dev.wheelhouse.core.backups.wal.WalGapReason;
import dev.wheelhouse.core.backups.wal.WalRange;
import dev.wheelhouse.core.backups.wal.WalStart;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.testing.Property;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class StoredHistoryTest {

    private static final long SEGMENT = 16 << 20;
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private static WalPosition segment(long number) {
        return new WalPosition(number * SEGMENT);
    }

    private static WalRange range(int timeline, long from, long to) {
        return new WalRange(timeline, segment(from), segment(to));
    }

    /** A base on the second timeline or the first, which ends in segment 6; the third begins in segment 9. */
    private static StoredHistory promotedTwice(int timeline, long base, List<WalGap> gaps, WalRange... ranges) {
        return new StoredHistory(
                List.of(new StoredBase(
                        "first", timeline, segment(base).plus(40), segment(base).plus(500), NOON, null, false)),
                new StoredWal(List.of(ranges), List.of()),
                Timelines.of(List.of(
                        TimelinesTest.history(2, "1\t0/6000100\tpromoted\n"),
                        TimelinesTest.history(3, "1\t0/6000100\tpromoted\n2\t0/9000100\tagain\n"))),
                gaps,
                null,
                SEGMENT);
    }

    @Test
    void missesNothingOfWhatIsWholeOrStillComing() {
        assertThat(promotedTwice(1, 3, List.of(), range(1, 3, 6), range(2, 6, 9), range(3, 9, 12))
                        .lost())
                .isEmpty();
        assertThat(promotedTwice(1, 3, List.of(), range(1, 3, 5)).lost()).isEmpty();
    }

    @Test
    void missesTheLastSegmentsBeforeATimelineAndItsFirst() {
        assertThat(promotedTwice(1, 3, List.of(), range(1, 3, 5), range(2, 6, 9), range(3, 9, 12))
                        .lost())
                .containsExactly(range(1, 5, 6));
        assertThat(promotedTwice(1, 3, List.of(), range(1, 3, 6), range(2, 7, 9), range(3, 9, 12))
                        .lost())
                .containsExactly(range(2, 6, 7));
        assertThat(promotedTwice(1, 3, List.of(), range(1, 3, 6), range(3, 9, 12))
                        .lost())
                .containsExactly(range(2, 6, 9));
        assertThat(promotedTwice(1, 3, List.of(), range(1, 3, 6), range(2, 6, 9), range(3, 10, 12))
                        .lost())
                .containsExactly(range(3, 9, 10));
    }

    @Test
    void asksForNothingBeforeTheFirstBase() {
        assertThat(promotedTwice(2, 7, List.of(), range(2, 7, 9), range(3, 9, 12))
                        .lost())
                .isEmpty();
    }

    @Test
    void takesNoGapThatIsKnownForALoss() {
        WalGap known = new WalGap(3, segment(5).plus(9), segment(10), null, NOON, WalGapReason.SLOT_LOST);
        assertThat(promotedTwice(1, 3, List.of(known), range(1, 3, 5), range(3, 10, 12))
                        .lost())
                .isEmpty();
        assertThat(promotedTwice(1, 3, List.of(known), range(1, 3, 4), range(3, 10, 12))
                        .lost())
                .containsExactly(range(1, 4, 5));
    }

    @Test
    void missesExactlyTheSegmentThatBreaksTheWayOfABase() {
        Property.holds(2_000, random -> {
            MadeHistory made = new MadeHistory(random);
            StoredHistory whole = made.stored();
            assertThat(whole.lost()).isEmpty();
            if (made.whole.isEmpty()) {
                return;
            }
            WalStart gone = List.copyOf(made.whole).get(random.nextInt(made.whole.size()));
            TreeSet<WalStart> left = new TreeSet<>(made.whole);
            left.remove(gone);
            StoredHistory damaged = made.stored(made.bases, left);
            WalRange segment = new WalRange(
                    gone.timeline(), gone.position(), gone.position().plus(MadeHistory.SEGMENT));
            List<WalRange> expected = new ArrayList<>();
            if (isFollowed(gone, left, made.timeline()) && isOnTheWay(segment, whole, damaged)) {
                expected.add(segment);
            }
            assertThat(damaged.lost()).as("%s of %s", segment, whole).isEqualTo(expected);
        });
    }

    /** The newest of all may still be on its way. */
    private static boolean isFollowed(WalStart gone, NavigableSet<WalStart> left, int newest) {
        WalStart next = left.higher(gone);
        return newest > gone.timeline() || (next != null && next.timeline() == gone.timeline());
    }

    private static boolean isOnTheWay(WalRange segment, StoredHistory whole, StoredHistory damaged) {
        return whole.bases().stream()
                .filter(damaged::hasWalOf)
                .flatMap(each -> Reach.of(each, whole).wal().stream())
                .anyMatch(each -> each.timeline() == segment.timeline()
                        && each.from().compareTo(segment.from()) <= 0
                        && each.to().compareTo(segment.to()) >= 0);
    }
}

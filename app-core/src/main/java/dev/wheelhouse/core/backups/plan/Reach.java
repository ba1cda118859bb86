package dev.wheelhouse.core.backups.plan;

import dev.wheelhouse.core.backups.wal.WalGap;
import dev.wheelhouse.core.backups.wal.WalRange;
import dev.wheelhouse.core.backups.wal.WalStart;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How far a base can be brought.
 *
 * @param timeline the newest that goes on with the base
 * @param wal from the base on, without a hole
 * @param to where it ends, inside a segment of which a part is stored
 * @param until the latest time that is sure to be restorable
 * @param hole the first whole segments on its way that are not stored, though later ones are or were; null for none
 */
record Reach(
        StoredBase base,
        int timeline,
        List<WalRange> wal,
        WalPosition to,
        Instant until,
        @Nullable WalRange hole) {

    static Reach of(StoredBase base, StoredHistory history) {
        int timeline = goal(base, history);
        List<WalRange> wal = new ArrayList<>();
        WalPosition at = base.start().segmentStart(history.segmentBytes());
        WalRange hole = null;
        boolean hasBegun = false;
        for (Timelines.Part part : history.timelines().path(timeline)) {
            hasBegun |= part.timeline() == base.timeline();
            if (!hasBegun || hole != null) {
                continue;
            }
            WalPosition stop = stop(part, history);
            WalPosition end = stored(part.timeline(), at, history);
            hole = hole(part, end, stop, history);
            WalPosition last = part.to() == null || hole != null ? end : stop;
            if (last.compareTo(at) > 0) {
                wal.add(new WalRange(part.timeline(), at, last));
            }
            at = last;
        }
        return reached(base, timeline, wal, at, hole, history);
    }

    /** What is missing of a timeline's part; null for nothing, or where only its end may still be coming. */
    private static @Nullable WalRange hole(
            Timelines.Part part, WalPosition end, WalPosition stop, StoredHistory history) {
        if (end.compareTo(stop) >= 0) {
            return null;
        }
        return next(part.timeline(), end, stop, history)
                .or(() -> Optional.of(stop).filter(_ -> part.to() != null))
                .map(to -> new WalRange(part.timeline(), end, to))
                .orElse(null);
    }

    private static Optional<WalPosition> next(int timeline, WalPosition from, WalPosition stop, StoredHistory history) {
        return history.wal().ranges().stream()
                .filter(each -> each.timeline() == timeline)
                .map(WalRange::from)
                .filter(each -> each.compareTo(from) > 0 && each.compareTo(stop) < 0)
                .findFirst();
    }

    /** The newest timeline that goes on with the base and of which any WAL is stored. */
    private static int goal(StoredBase base, StoredHistory history) {
        Stream<Integer> whole = history.wal().ranges().stream().map(WalRange::timeline);
        Stream<Integer> partial = history.wal().partials().stream().map(WalStart::timeline);
        Stream<Integer> last = Stream.ofNullable(history.end()).map(StoredEnd::timeline);
        return Stream.of(whole, partial, last)
                .flatMap(Function.identity())
                .filter(each -> history.timelines().continues(each, base.timeline(), base.stop()))
                .max(Integer::compare)
                .orElse(base.timeline());
    }

    /** A later timeline has a copy of the segment that it begins in. */
    private static WalPosition stop(Timelines.Part part, StoredHistory history) {
        return part.to() == null ? new WalPosition(-1) : part.to().segmentStart(history.segmentBytes());
    }

    private static WalPosition stored(int timeline, WalPosition from, StoredHistory history) {
        return history.wal().ranges().stream()
                .filter(each -> each.timeline() == timeline
                        && each.from().compareTo(from) <= 0
                        && each.to().compareTo(from) > 0)
                .map(WalRange::to)
                .findFirst()
                .orElse(from);
    }

    private static Reach reached(
            StoredBase base,
            int timeline,
            List<WalRange> wal,
            WalPosition segments,
            @Nullable WalRange hole,
            StoredHistory history) {
        boolean isOnGoal = hole == null || hole.timeline() == timeline;
        Optional<StoredEnd> end = Optional.ofNullable(history.end())
                .filter(each -> isOnGoal
                        && each.timeline() == timeline
                        && each.position().compareTo(base.stop()) >= 0
                        && each.position().segmentStart(history.segmentBytes()).compareTo(segments) <= 0);
        WalPosition to = max(
                base.stop(),
                end.map(StoredEnd::position).map(each -> max(each, segments)).orElse(segments));
        Instant newest = newestBase(base, timeline, to, history);
        Instant until = end.map(StoredEnd::at).orElseGet(() -> lastKnown(base, timeline, segments, history));
        return new Reach(base, timeline, wal, to, until.isBefore(newest) ? newest : until, hole);
    }

    /** When the newest base stopped within what is there: the end of WAL may be known by an earlier time. */
    private static Instant newestBase(StoredBase base, int timeline, WalPosition to, StoredHistory history) {
        return history.bases().stream()
                .filter(each -> history.timelines().continues(timeline, each.timeline(), each.stop())
                        && each.stop().compareTo(to) <= 0)
                .map(StoredBase::stoppedAt)
                .filter(each -> each.isAfter(base.stoppedAt()))
                .max(Comparator.naturalOrder())
                .orElse(base.stoppedAt());
    }

    /** Where WAL breaks off: what the gap says. */
    private static Instant lastKnown(StoredBase base, int timeline, WalPosition to, StoredHistory history) {
        Instant newest = base.stoppedAt();
        for (WalGap gap : history.gaps()) {
            Instant last = gap.lastTime();
            boolean isAfter = gap.from().compareTo(base.stop()) >= 0
                    && history.timelines().related(gap.timeline(), timeline);
            if (last != null && isAfter && isStored(timeline, gap.from(), to, history) && last.isAfter(newest)) {
                newest = last;
            }
        }
        return newest;
    }

    /** Whether WAL is there up to a position, the last bit of it perhaps as a part of a segment. */
    private static boolean isStored(int timeline, WalPosition position, WalPosition to, StoredHistory history) {
        WalPosition segment = position.segmentStart(history.segmentBytes());
        boolean isPartial = segment.equals(to)
                && history.wal().partials().stream()
                        .anyMatch(each -> each.position().equals(segment)
                                && history.timelines().related(each.timeline(), timeline));
        return isPartial || position.compareTo(to) <= 0;
    }

    private static WalPosition max(WalPosition one, WalPosition other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}

package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.databases.replication.WalPosition;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A WAL segment: its file's name has the timeline, the upper half of the position and the segment's number within it
 * (PostgreSQL, {@code XLogFileName}).
 *
 * @param start a multiple of {@code segmentBytes}
 * @param segmentBytes a power of two, 1 MiB to 1 GiB
 */
record SegmentName(int timeline, WalPosition start, long segmentBytes) {

    private static final Pattern TEXT = Pattern.compile("[0-9A-F]{24}");
    private static final long HALF = 1L << Integer.SIZE;

    static SegmentName at(WalStart place, long segmentBytes) {
        return new SegmentName(place.timeline(), place.position().segmentStart(segmentBytes), segmentBytes);
    }

    /** @return empty where no segment of this size has that name */
    static Optional<SegmentName> parse(String text, long segmentBytes) {
        if (!TEXT.matcher(text).matches()) {
            return Optional.empty();
        }
        long timeline = Long.parseLong(text, 0, 8, 16);
        long number = Long.parseLong(text, 16, 24, 16);
        if (timeline == 0 || timeline > Integer.MAX_VALUE || number >= HALF / segmentBytes) {
            return Optional.empty();
        }
        long start = (Long.parseLong(text, 8, 16, 16) << Integer.SIZE) | number * segmentBytes;
        return Optional.of(new SegmentName((int) timeline, new WalPosition(start), segmentBytes));
    }

    SegmentName next() {
        return new SegmentName(timeline, end(), segmentBytes);
    }

    WalPosition end() {
        return start.plus(segmentBytes);
    }

    WalStart place() {
        return new WalStart(timeline, start);
    }

    /** The file's name. */
    @Override
    public String toString() {
        long value = start.value();
        return "%08X%08X%08X".formatted(timeline, value >>> Integer.SIZE, (value & HALF - 1) / segmentBytes);
    }
}

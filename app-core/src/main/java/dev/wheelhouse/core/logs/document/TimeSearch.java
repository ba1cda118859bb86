package dev.wheelhouse.core.logs.document;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Finds the line of a time by halving: reads a few dozen lines, whatever the size. */
record TimeSearch(Content content, LineDecoder decoder) {

    /** How many lines are asked for a time before it is taken that none follows. */
    private static final int LINES = 500;

    private static final int NEAR = 16 << 10;
    private static final int AT_ONCE = 50;

    /** A line that has a time. */
    private record Timed(RawLine line, Instant time) {}

    /** Where the first line begins that is not older, or the newest that has a time; empty when none has one. */
    OptionalLong find(Instant wanted) throws IOException {
        long low = 0;
        long high = content.bytes().length();
        while (high - low > NEAR) {
            long middle = RawLines.startBefore(content, low + (high - low) / 2);
            Timed timed = middle <= low ? null : firstTimed(middle, high);
            if (timed == null || !timed.time().isBefore(wanted)) {
                long next = Math.max(low, middle);
                if (next >= high || middle <= low) {
                    break;
                }
                high = next;
            } else {
                low = timed.line().offset();
            }
        }
        return walk(low, wanted);
    }

    private @Nullable Timed firstTimed(long from, long limit) throws IOException {
        long at = from;
        for (int looked = 0; looked < LINES; looked += AT_ONCE) {
            List<RawLine> lines = RawLines.from(content, at, AT_ONCE);
            for (RawLine each : lines) {
                if (each.offset() >= limit) {
                    return null;
                }
                Instant time = decoder.timeOf(each);
                if (time != null) {
                    return new Timed(each, time);
                }
            }
            if (lines.size() < AT_ONCE) {
                return null;
            }
            at = lines.getLast().offset() + lines.getLast().length() + 1;
        }
        return null;
    }

    private OptionalLong walk(long from, Instant wanted) throws IOException {
        long at = from;
        long newest = -1;
        // A line is as old as the one before it, so that only those with a time can be the first.
        for (long looked = 0; looked < 100_000; looked += AT_ONCE) {
            List<RawLine> lines = RawLines.from(content, at, AT_ONCE);
            for (RawLine each : lines) {
                Instant time = decoder.timeOf(each);
                if (time == null) {
                    continue;
                }
                newest = each.offset();
                if (!time.isBefore(wanted)) {
                    return OptionalLong.of(newest);
                }
            }
            if (lines.size() < AT_ONCE) {
                break;
            }
            at = lines.getLast().offset() + lines.getLast().length() + 1;
        }
        return newest < 0 ? OptionalLong.empty() : OptionalLong.of(newest);
    }
}

package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.logs.match.LineFilter;
import dev.wheelhouse.core.logs.search.LineSearch;
import dev.wheelhouse.core.logs.search.Newlines;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the lines of a buffer that a filter lets through; where every such line has a certain text, or matches a regular
 * expression, by looking for that in the whole buffer at once. Lines are given in order. Not thread-safe.
 */
final class LineMatches {

    /** A text that occurs more often than once in so many bytes is of no help. */
    private static final int BYTES_A_HIT = 256;

    private final LineFilter.Run run;
    private final LineFormat format;
    private @Nullable LineSearch candidates;
    private boolean isSure;
    private final HiddenInstances hidden;

    LineMatches(LineFilter filter, LineFormat format, BooleanSupplier isStopped) {
        this(filter, format, Set.of(), isStopped);
    }

    LineMatches(LineFilter filter, LineFormat format, Set<String> hidden, BooleanSupplier isStopped) {
        this.hidden = new HiddenInstances(format == LineFormat.CRI ? hidden : Set.of());
        this.run = filter.start(isStopped);
        this.format = format;
        choose(false);
    }

    private void choose(boolean isTextFrequent) {
        candidates = run.candidates(format == LineFormat.RAW, isTextFrequent);
        isSure = run.isEnough(candidates) && hidden.isEmpty();
    }

    /** Takes what is found. */
    @FunctionalInterface
    interface Sink {
        /** @param line how many lines begin before it in this buffer */
        void found(int line);
    }

    /** Whether one line is let through. */
    boolean isMatch(byte[] bytes, int from, int to) {
        int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
        int text = format.textStart(bytes, from, end);
        return !hidden.hides(bytes, from, text) && run.test(bytes, text, end);
    }

    /** Where the first line begins that is let through, among whole lines from a line's beginning on; -1 for none. */
    int first(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            int start = at;
            if (candidates != null) {
                int hit = candidates.indexOf(bytes, at, to);
                if (hit < 0) {
                    return -1;
                }
                start = Newlines.last(bytes, at, hit) + 1;
                start = start == 0 ? at : start;
            }
            int end = Newlines.next(bytes, start, to);
            int lineEnd = end < 0 ? to : end;
            if (isMatch(bytes, start, lineEnd)) {
                return start;
            }
            at = lineEnd + 1;
        }
        return -1;
    }

    /** Finds all of them among whole lines, the last one with its line break. Returns how many lines there are. */
    int all(byte[] bytes, int length, Sink sink) {
        return candidates == null ? allOneByOne(bytes, length, sink) : allWith(candidates, bytes, length, sink);
    }

    private int allOneByOne(byte[] bytes, int length, Sink sink) {
        int line = 0;
        int at = 0;
        while (at < length) {
            int end = Newlines.next(bytes, at, length);
            if (isMatch(bytes, at, end)) {
                sink.found(line);
            }
            line++;
            at = end + 1;
        }
        return line;
    }

    private int allWith(LineSearch search, byte[] bytes, int length, Sink sink) {
        Tally tally = new Tally(bytes, length, sink);
        search.each(bytes, 0, length, tally);
        if (!isSure && tally.hits > length / BYTES_A_HIT) {
            choose(true);
        }
        return tally.line + Newlines.count(bytes, Math.min(tally.at, length), length);
    }

    /** Numbers the lines that are found. */
    private final class Tally implements LineSearch.Hits {

        private final byte[] bytes;
        private final int length;
        private final Sink sink;
        private int line;
        private int at;
        private int hits;

        Tally(byte[] bytes, int length, Sink sink) {
            this.bytes = bytes;
            this.length = length;
            this.sink = sink;
        }

        @Override
        public int hit(int place) {
            hits++;
            line += Newlines.count(bytes, at, place);
            int start = Newlines.last(bytes, at, place) + 1;
            start = start == 0 ? at : start;
            int end = Newlines.next(bytes, place, length);
            boolean isIn = isSure && place >= format.textStart(bytes, start, end);
            if (isIn || isMatch(bytes, start, end)) {
                sink.found(line);
            }
            line++;
            at = end + 1;
            return at;
        }
    }
}

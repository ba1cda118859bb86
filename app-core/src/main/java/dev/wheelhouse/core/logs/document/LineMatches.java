package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.logs.match.LineFilter;
import dev.wheelhouse.core.logs.match.LiteralSearch;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the lines of a buffer that a filter lets through; where every such line has a certain text, by looking for that in
 * the whole buffer at once. Lines are given in order. Not thread-safe.
 */
final class LineMatches {

    private final LineFilter.Run run;
    private final LineFormat format;
    private final @Nullable LiteralSearch required;
    private final boolean isEnough;
    private final HiddenInstances hidden;

    LineMatches(LineFilter filter, LineFormat format, BooleanSupplier isStopped) {
        this(filter, format, Set.of(), isStopped);
    }

    LineMatches(LineFilter filter, LineFormat format, Set<String> hidden, BooleanSupplier isStopped) {
        this.hidden = new HiddenInstances(format == LineFormat.CRI ? hidden : Set.of());
        this.run = filter.start(isStopped);
        this.format = format;
        this.required = filter.required();
        this.isEnough = filter.isRequiredEnough() && hidden.isEmpty();
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
            if (required != null) {
                int hit = required.indexOf(bytes, at, to);
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
        return required == null ? allOneByOne(bytes, length, sink) : allWith(required, bytes, length, sink);
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

    private int allWith(LiteralSearch text, byte[] bytes, int length, Sink sink) {
        int line = 0;
        int at = 0;
        while (at < length) {
            int hit = text.indexOf(bytes, at, length);
            if (hit < 0) {
                break;
            }
            line += Newlines.count(bytes, at, hit);
            int start = Newlines.last(bytes, at, hit) + 1;
            start = start == 0 ? at : start;
            int end = Newlines.next(bytes, hit, length);
            boolean isSure = isEnough && hit >= format.textStart(bytes, start, end);
            if (isSure || isMatch(bytes, start, end)) {
                sink.found(line);
            }
            line++;
            at = end + 1;
        }
        return line + Newlines.count(bytes, Math.min(at, length), length);
    }
}

package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.logs.match.LineFilter;
import dev.wheelhouse.core.logs.search.Newlines;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.util.function.BooleanSupplier;

/** Finds the next or the last line that a filter lets through. For the thread that asks. */
record PatternSearch(Content content, LineFormat format, LineFilter filter, BooleanSupplier isStopped) {

    private static final int WINDOW = 1 << 20;

    /** Where the first such line begins at or behind a line's beginning; -1 for none. */
    long next(long offset) throws IOException {
        LineChunks chunks = new LineChunks(content.bytes(), offset);
        LineMatches matches = new LineMatches(filter, format, isStopped);
        while (chunks.next()) {
            throwWhenStopped();
            int found = matches.first(chunks.buffer(), 0, chunks.length());
            if (found >= 0) {
                return chunks.offset() + found;
            }
        }
        int tail = chunks.tail();
        return tail > 0 && matches.isMatch(chunks.buffer(), 0, tail) ? chunks.position() : -1;
    }

    /** Where the last such line begins before a line's beginning; -1 for none. */
    long last(long offset) throws IOException {
        long end = Math.min(offset, content.bytes().length());
        LineMatches matches = new LineMatches(filter, format, isStopped);
        while (end > 0) {
            throwWhenStopped();
            long start = end <= WINDOW ? 0 : RawLines.startBefore(content, end - WINDOW);
            long found = lastWithin(start, end, matches);
            if (found >= 0) {
                return found;
            }
            end = start;
        }
        return -1;
    }

    private long lastWithin(long start, long end, LineMatches matches) throws IOException {
        LineChunks chunks = new LineChunks(content.bytes(), start);
        long last = -1;
        while (chunks.next(end)) {
            throwWhenStopped();
            int at = 0;
            while (at < chunks.length()) {
                int found = matches.first(chunks.buffer(), at, chunks.length());
                if (found < 0 || chunks.offset() + found >= end) {
                    break;
                }
                last = chunks.offset() + found;
                int next = Newlines.next(chunks.buffer(), found, chunks.length());
                at = next < 0 ? chunks.length() : next + 1;
            }
        }
        boolean isAtEnd = end >= content.bytes().length();
        int tail = isAtEnd ? chunks.tail() : 0;
        return tail > 0 && matches.isMatch(chunks.buffer(), 0, tail) ? chunks.position() : last;
    }

    private void throwWhenStopped() {
        if (isStopped.getAsBoolean()) {
            throw new AppException(PlatformError.CANCELLED, "The search was cancelled.");
        }
        Turn.offer();
    }
}

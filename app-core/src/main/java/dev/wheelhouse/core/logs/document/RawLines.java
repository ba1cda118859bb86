package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.logs.search.Newlines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds lines in bytes, by number where the index knows it, else by place. Thread-safe. */
final class RawLines {

    private static final int HEAD = 64 << 10;
    private static final int SCREEN = 256 << 10;
    private static final int WINDOW = 64 << 10;

    /** How far a line's end or beginning is looked for byte by byte. */
    private static final long FAR = 16L << 20;

    private RawLines() {}

    /** Where the line of a number begins, which must not be higher than the count of line breaks. */
    static long startOf(Content content, long number) throws IOException {
        if (number == 0) {
            return 0;
        }
        LineIndex.Block block = content.index().holding(number - 1);
        byte[] bytes = new byte[(int) Math.min(block.end() - block.start(), 1 << 26)];
        int read = content.bytes().read(block.start(), bytes, bytes.length);
        int place = Newlines.nth(bytes, 0, read, number - 1 - block.breaksBefore());
        return place < 0 ? content.bytes().length() : block.start() + place + 1;
    }

    /** The number of the line that begins at a place; {@link DocumentLine#UNKNOWN} while it is not counted. */
    static long numberOf(Content content, long offset) throws IOException {
        if (offset == 0) {
            return 0;
        }
        if (offset > content.index().bytes()) {
            return DocumentLine.UNKNOWN;
        }
        LineIndex.Block block = content.index().at(offset - 1);
        byte[] bytes = new byte[(int) (offset - block.start())];
        int read = content.bytes().read(block.start(), bytes, bytes.length);
        return block.breaksBefore() + Newlines.count(bytes, 0, read);
    }

    /** The line at a place and those after it. */
    static List<RawLine> from(Content content, long offset, int count) throws IOException {
        List<RawLine> lines = new ArrayList<>();
        byte[] buffer = new byte[Math.clamp(count * 512L, 4 << 10, SCREEN)];
        long position = offset;
        while (lines.size() < count) {
            int read = content.bytes().read(position, buffer, buffer.length);
            int taken = 0;
            while (lines.size() < count) {
                int end = Newlines.next(buffer, taken, read);
                if (end < 0) {
                    break;
                }
                lines.add(line(position + taken, end - taken, buffer, taken, end));
                taken = end + 1;
            }
            position += taken;
            if (taken > 0) {
                continue;
            }
            if (read < buffer.length) {
                if (read > 0) {
                    lines.add(line(position, read, buffer, 0, read));
                }
                break;
            }
            if (buffer.length < SCREEN) {
                buffer = new byte[SCREEN];
                continue;
            }
            long end = endOf(content, position, position + read);
            lines.add(line(position, end - position, buffer, 0, read));
            position = end + 1;
            if (position > content.bytes().length()) {
                break;
            }
        }
        return lines;
    }

    private static RawLine line(long offset, long length, byte[] buffer, int from, int to) {
        return new RawLine(offset, length, Arrays.copyOfRange(buffer, from, Math.min(to, from + HEAD)));
    }

    private static long endOf(Content content, long start, long from) throws IOException {
        byte[] buffer = new byte[WINDOW];
        for (long at = from; at < from + FAR; at += buffer.length) {
            int read = content.bytes().read(at, buffer, buffer.length);
            int end = Newlines.next(buffer, 0, read);
            if (end >= 0) {
                return at + end;
            }
            if (read < buffer.length) {
                return at + read;
            }
        }
        long number = numberOf(content, start);
        boolean isKnown =
                number != DocumentLine.UNKNOWN && number < content.index().breaks();
        return isKnown ? startOf(content, number + 1) - 1 : content.bytes().length();
    }

    /** Where the line begins that a byte lies in; a line that began very far before counts as one that begins there. */
    static long startBefore(Content content, long offset) throws IOException {
        byte[] buffer = new byte[WINDOW];
        long end = offset;
        long limit = Math.max(0, offset - FAR);
        while (end > limit) {
            int size = (int) Math.min(WINDOW, end);
            int read = content.bytes().read(end - size, buffer, size);
            int place = Newlines.last(buffer, 0, read);
            if (place >= 0) {
                return end - size + place + 1;
            }
            end -= size;
        }
        return end;
    }

    /** The lines right before a place where a line begins, or before the end. */
    static List<RawLine> before(Content content, long offset, int count) throws IOException {
        long end = Math.min(offset, content.bytes().length());
        long start = end;
        byte[] buffer = new byte[WINDOW];
        int found = 0;
        // The line break right before belongs to the line that is looked for.
        long cursor = endsWithBreak(content, end) ? end - 1 : end;
        long reach = cursor;
        while (found < count && end > 0) {
            int size = (int) Math.min(WINDOW, cursor);
            int read = content.bytes().read(cursor - size, buffer, size);
            int place = read;
            while (found < count) {
                place = Newlines.last(buffer, 0, place);
                if (place < 0) {
                    break;
                }
                start = cursor - size + place + 1;
                reach = start;
                found++;
            }
            cursor -= size;
            if (found < count && (cursor == 0 || reach - cursor > FAR)) {
                start = cursor;
                reach = cursor;
                found++;
                if (cursor == 0) {
                    break;
                }
            }
        }
        List<RawLine> lines = from(content, start, found);
        lines.removeIf(line -> line.offset() >= end);
        return lines;
    }

    private static boolean endsWithBreak(Content content, long end) throws IOException {
        byte[] last = new byte[1];
        return end > 0 && content.bytes().read(end - 1, last, 1) == 1 && last[0] == '\n';
    }
}

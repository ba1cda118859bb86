package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.logs.search.Newlines;
import java.io.IOException;
import java.util.Arrays;

/**
 * Goes through whole lines, as many at a time as fit into a buffer. Of a line that is longer than the longest buffer only
 * the beginning is given. Not thread-safe.
 */
final class LineChunks {

    /** Of a buffer at first. One of half a region of the collector or more would take whole regions for itself. */
    static final int SIZE = 1 << 18;

    /** A file that grows while it is read must not be read by crumbs. */
    static final int SMALLEST = 1 << 16;

    private static final int LARGEST = 4 << 20;

    private final DocumentBytes bytes;
    private byte[] buffer;
    private long position;
    private long offset;
    private int length;

    LineChunks(DocumentBytes bytes, long start) {
        this.bytes = bytes;
        this.position = start;
        this.buffer = new byte[Math.clamp(bytes.length() - start, SMALLEST, SIZE)];
    }

    /** Behind what was given, the beginning of a line. */
    long position() {
        return position;
    }

    /** Of the first byte that is given. */
    long offset() {
        return offset;
    }

    byte[] buffer() {
        return buffer;
    }

    /** How many bytes at the buffer's beginning are given, the last one a line break. */
    int length() {
        return length;
    }

    /** Goes on; false when there is no further whole line now. */
    boolean next() throws IOException {
        return next(Long.MAX_VALUE);
    }

    /** Goes on with lines that begin before a place. */
    boolean next(long limit) throws IOException {
        offset = position;
        length = 0;
        if (position >= limit) {
            return false;
        }
        int read = bytes.scan(position, buffer, (int) Math.min(buffer.length, limit - position));
        int last = Newlines.last(buffer, 0, read);
        while (last < 0 && (read == buffer.length || position + read == limit)) {
            if (buffer.length >= LARGEST) {
                return nextOfHugeLine(read);
            }
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
            read = bytes.scan(position, buffer, buffer.length);
            last = Newlines.next(buffer, 0, read);
        }
        if (last < 0) {
            return false;
        }
        length = last + 1;
        position += length;
        return true;
    }

    private boolean nextOfHugeLine(int read) throws IOException {
        byte[] ahead = new byte[SIZE];
        long at = position + read;
        while (true) {
            int more = bytes.scan(at, ahead, SIZE);
            int end = Newlines.next(ahead, 0, more);
            if (end >= 0) {
                buffer[read - 1] = '\n';
                length = read;
                position = at + end + 1;
                return true;
            }
            if (more < SIZE) {
                return false;
            }
            at += more;
            Turn.offer();
        }
    }

    /** Reads the last line, which has no line break yet, into the buffer; its length is 0 when there is none. */
    int tail() throws IOException {
        long left = Math.min(LARGEST, bytes.length() - position);
        if (left > buffer.length) {
            buffer = new byte[(int) left];
        }
        int read = bytes.scan(position, buffer, buffer.length);
        int end = Newlines.next(buffer, 0, read);
        return end < 0 ? read : 0;
    }
}

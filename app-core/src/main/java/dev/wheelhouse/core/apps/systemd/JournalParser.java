package dev.wheelhouse.core.apps.systemd;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Takes the bytes that {@code journalctl -o export} writes, in whatever pieces they come, and gives the entries (Journal
 * Export Format, systemd.io): fields are {@code NAME=value} lines or, when a value is not plain text, the name, a 64-bit
 * little-endian length and the bytes; an empty line ends an entry. Seen with systemd 247 to 262. For one thread.
 */
final class JournalParser {

    /** Takes entries as they are complete. */
    @FunctionalInterface
    interface Taking {
        void entry(JournalEntry entry) throws InterruptedException;
    }

    /** The rest of a longer value is left out. */
    static final int LONGEST_VALUE = 4 << 20;

    private static final int LENGTH_BYTES = 8;
    private static final int FIRST_BUFFER = 64 << 10;
    private static final int USUAL_PRIORITY = 6;
    private static final byte[] CURSOR = "__CURSOR".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TIME = "__REALTIME_TIMESTAMP".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PRIORITY = "PRIORITY".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MESSAGE = "MESSAGE".getBytes(StandardCharsets.US_ASCII);

    private final Taking taking;
    private byte[] bytes = new byte[FIRST_BUFFER];
    private int start;
    private int end;
    private int searched;
    private long skipping;

    private @Nullable String cursor;
    private long micros;
    private int priority = USUAL_PRIORITY;
    private byte[] message = new byte[0];

    JournalParser(Taking taking) {
        this.taking = taking;
    }

    /** @throws InterruptedException when the consumer of entries was interrupted */
    void feed(byte[] chunk, int length) throws InterruptedException {
        int from = 0;
        if (skipping > 0) {
            from = (int) Math.min(skipping, length);
            skipping -= from;
        }
        append(chunk, from, length - from);
        while (skipping == 0 && readField()) {
            // Each call takes one field.
        }
        if (skipping > 0) {
            long waiting = Math.min(skipping, end - start);
            start += (int) waiting;
            skipping -= waiting;
            searched = start;
            if (skipping == 0) {
                feed(chunk, 0);
            }
        }
    }

    private void append(byte[] chunk, int from, int length) {
        if (end + length > bytes.length) {
            int waiting = end - start;
            byte[] room = waiting + length > bytes.length - FIRST_BUFFER / 2
                    ? new byte[Math.max(2 * bytes.length, waiting + length)]
                    : bytes;
            System.arraycopy(bytes, start, room, 0, waiting);
            searched -= start;
            bytes = room;
            start = 0;
            end = waiting;
        }
        System.arraycopy(chunk, from, bytes, end, length);
        end += length;
    }

    /** False when the next field has not come whole yet. */
    private boolean readField() throws InterruptedException {
        int lineEnd = Math.max(start, searched);
        while (lineEnd < end && bytes[lineEnd] != '\n') {
            lineEnd++;
        }
        searched = lineEnd;
        if (lineEnd == end) {
            return false;
        }
        if (lineEnd == start) {
            next(lineEnd + 1);
            finish();
            return true;
        }
        int equals = start;
        while (equals < lineEnd && bytes[equals] != '=') {
            equals++;
        }
        if (equals == lineEnd) {
            return readBinary(lineEnd);
        }
        take(start, equals, equals + 1, lineEnd);
        next(lineEnd + 1);
        return true;
    }

    private boolean readBinary(int nameEnd) {
        int valueStart = nameEnd + 1 + LENGTH_BYTES;
        if (end < valueStart) {
            return false;
        }
        long length = ByteBuffer.wrap(bytes, nameEnd + 1, LENGTH_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
        int kept = Math.clamp(length, 0, LONGEST_VALUE);
        boolean whole = length == kept;
        if (end < valueStart + kept + (whole ? 1 : 0)) {
            return false;
        }
        take(start, nameEnd, valueStart, valueStart + kept);
        next(valueStart + kept + (whole ? 1 : 0));
        if (!whole) {
            skipping = Math.max(0, length) - kept + 1;
        }
        return true;
    }

    private void next(int from) {
        start = from;
        searched = from;
    }

    private void take(int nameStart, int nameEnd, int valueStart, int valueEnd) {
        if (isName(MESSAGE, nameStart, nameEnd)) {
            message = Arrays.copyOfRange(bytes, valueStart, valueEnd);
        } else if (isName(CURSOR, nameStart, nameEnd)) {
            cursor = new String(bytes, valueStart, valueEnd - valueStart, StandardCharsets.US_ASCII);
        } else if (isName(TIME, nameStart, nameEnd)) {
            micros = digits(valueStart, valueEnd);
        } else if (isName(PRIORITY, nameStart, nameEnd)) {
            priority = (int) Math.min(7, digits(valueStart, valueEnd));
        }
    }

    private boolean isName(byte[] name, int from, int to) {
        return Arrays.equals(name, 0, name.length, bytes, from, to);
    }

    private long digits(int from, int to) {
        long value = 0;
        for (int i = from; i < to && i < from + 18; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                return 0;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    private void finish() throws InterruptedException {
        String of = cursor;
        JournalEntry entry = of == null ? null : new JournalEntry(of, micros, priority, message);
        cursor = null;
        micros = 0;
        priority = USUAL_PRIORITY;
        message = new byte[0];
        // A place that could not be named again would lose what follows it.
        if (entry != null && JournalPlace.isCursor(entry.cursor())) {
            taking.entry(entry);
        }
    }
}

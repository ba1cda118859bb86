package dev.wheelhouse.core.apps.container.log;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream without frames into the pieces that frames would have. A long line has its time again right behind each
 * piece of 16 KiB, the size at which Docker cuts (moby, daemon/logger/copier.go).
 */
final class TerminalLines {

    private static final int PIECE = 16 << 10;
    private static final int LONGEST = 1_000_000;

    private final InputStream from;
    private final byte[] buffer = new byte[8192];
    private int at;
    private int filled;

    TerminalLines(InputStream from) {
        this.from = from;
    }

    /** A line with its break, or what there is before the end; null at the end. */
    byte @Nullable [] next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (line.size() < LONGEST) {
            if (at == filled) {
                filled = from.read(buffer);
                at = 0;
                if (filled < 0) {
                    filled = 0;
                    break;
                }
            }
            byte each = buffer[at++];
            line.write(each);
            if (each == '\n') {
                break;
            }
        }
        return line.size() == 0 ? null : withoutRepeatedTimes(line.toByteArray());
    }

    private static byte[] withoutRepeatedTimes(byte[] line) {
        int head = headLength(line);
        if (head == 0 || line.length <= head + PIECE) {
            return line;
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream(line.length);
        whole.write(line, 0, head);
        int start = head;
        while (start < line.length) {
            int end = Math.min(line.length, start + PIECE);
            whole.write(line, start, end - start);
            start = isTime(line, end, head) ? end + head : end;
        }
        return whole.toByteArray();
    }

    /** The time and its blank; 0 when there is none. */
    private static int headLength(byte[] line) {
        for (int i = 0; i < Math.min(line.length, 40); i++) {
            if (line[i] == ' ') {
                return LogLines.time(new String(line, 0, i, StandardCharsets.US_ASCII)) == null ? 0 : i + 1;
            }
        }
        return 0;
    }

    private static boolean isTime(byte[] line, int from, int length) {
        return from + length <= line.length
                && line[from + length - 1] == ' '
                && LogLines.time(new String(line, from, length - 1, StandardCharsets.US_ASCII)) != null;
    }
}

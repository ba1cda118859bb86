package dev.wheelhouse.core.databases.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Collects text and passes it on as UTF-8 in large pieces. */
final class TextBuffer {

    private static final int LARGE = 64 * 1024;

    private final OutputStream out;
    private StringBuilder text = new StringBuilder(LARGE + LARGE / 4);

    TextBuffer(OutputStream out) {
        this.out = out;
    }

    /** To be appended to; never kept across {@link #flushIfLarge()}. */
    StringBuilder text() {
        return text;
    }

    /** @param part whole characters */
    void add(String part) throws IOException {
        text.append(part);
        flushIfLarge();
    }

    /** To be called between whole characters, such as after a row. */
    void flushIfLarge() throws IOException {
        if (text.length() >= LARGE) {
            flush();
        }
    }

    void flush() throws IOException {
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        if (text.capacity() > 16 * LARGE) {
            // One huge row must not hold its room for the rest of the file.
            text = new StringBuilder(LARGE + LARGE / 4);
            return;
        }
        text.setLength(0);
    }
}

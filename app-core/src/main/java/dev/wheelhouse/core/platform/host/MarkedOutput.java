package dev.wheelhouse.core.platform.host;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * A command's standard output without what a log-in shell's start-up files printed before it: all up to a line of our own
 * is dropped. Where that never comes there is none. For one reader.
 */
public final class MarkedOutput extends FilterInputStream {

    private final String mark;
    private boolean begun;

    /**
     * @param output whatever the account prints
     * @param mark the line that the command's own output follows
     */
    public MarkedOutput(InputStream output, String mark) {
        super(output);
        this.mark = mark;
    }

    private void begin() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (!begun) {
            int next = in.read();
            if (next < 0) {
                return;
            }
            if (next != '\n') {
                // What is longer than the mark is not it, and whatever is printed is not kept.
                if (line.size() <= mark.length()) {
                    line.write(next);
                }
                continue;
            }
            begun = line.toString(StandardCharsets.ISO_8859_1).equals(mark);
            line.reset();
        }
    }

    @Override
    public int read() throws IOException {
        begin();
        return in.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        begin();
        return in.read(bytes, offset, length);
    }

    @Override
    public long skip(long count) throws IOException {
        begin();
        return in.skip(count);
    }

    @Override
    public int available() throws IOException {
        return begun ? in.available() : 0;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}

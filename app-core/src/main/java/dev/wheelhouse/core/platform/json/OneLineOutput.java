package dev.wheelhouse.core.platform.json;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Keeps JSON on one line, whatever its reader takes for a line's end: line ends between tokens become spaces, within strings they
 * are escaped already (RFC 8259 section 7). The line and paragraph separators (U+2028, U+2029), which may stand in strings as they
 * are, are escaped: {@code readline} of Node.js 24 and newer ends a line at them, that of 22 does not. For one thread.
 */
public final class OneLineOutput extends FilterOutputStream {

    private static final byte[] SEPARATOR = {(byte) 0xE2, (byte) 0x80};

    /** How much of {@link #SEPARATOR} came last and is not written yet. */
    private int held;

    /** @param out for UTF-8; whoever writes the end of a line writes it there */
    public OneLineOutput(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        int end = offset + length;
        for (int i = offset; i < end; i++) {
            byte b = bytes[i];
            if (held > 0) {
                boolean isSeparator = held == SEPARATOR.length && (b == (byte) 0xA8 || b == (byte) 0xA9);
                if (isSeparator) {
                    out.write((b == (byte) 0xA8 ? "\\u2028" : "\\u2029").getBytes(StandardCharsets.US_ASCII));
                    held = 0;
                    from = i + 1;
                    continue;
                }
                if (held < SEPARATOR.length && b == SEPARATOR[held]) {
                    held++;
                    from = i + 1;
                    continue;
                }
                out.write(SEPARATOR, 0, held);
                held = 0;
            }
            if (b == '\n' || b == '\r' || b == SEPARATOR[0]) {
                out.write(bytes, from, i - from);
                from = i + 1;
                if (b == SEPARATOR[0]) {
                    held = 1;
                } else {
                    out.write(' ');
                }
            }
        }
        out.write(bytes, from, end - from);
    }
}

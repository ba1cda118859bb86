package dev.wheelhouse.core.vcs.git;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes a tar (POSIX.1-2017, pax, "ustar Interchange Format"). What does not fit into its fields goes before the entry as GNU
 * tar's long names ({@code L}, {@code K}) and sizes in base 256, since busybox reads these and passes over pax headers; GNU tar
 * and bsdtar read both. Names are bytes, here as ISO 8859-1. Everything belongs to user and group 0. For one thread.
 */
final class TarWriter {

    private static final int BLOCK = 512;
    private static final int RECORD = 20 * BLOCK;
    private static final int NAME = 100;
    private static final int PREFIX = 155;
    private static final long OCTAL_END = 1L << 33;
    private static final String LONG_NAME = "././@LongLink";

    private final OutputStream out;
    private final long seconds;
    private final byte[] buffer = new byte[64 << 10];
    private long written;

    /** @param seconds since 1970, of each entry */
    TarWriter(OutputStream out, long seconds) {
        this.out = out;
        this.seconds = seconds;
    }

    /** @param path without a slash at its end */
    void directory(String path) throws IOException {
        entry(path + "/", '5', 0755, 0, "");
    }

    void link(String path, String target) throws IOException {
        entry(path, '2', 0777, 0, target);
    }

    /**
     * @param bytes of the content
     * @throws IOException when the content has another length
     */
    void file(String path, boolean executable, long bytes, InputStream content) throws IOException {
        entry(path, '0', executable ? 0755 : 0644, bytes, "");
        long left = bytes;
        while (left > 0) {
            int read = content.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) {
                throw new IOException("a file is shorter than it should be");
            }
            write(buffer, read);
            left -= read;
        }
        if (content.read() >= 0) {
            throw new IOException("a file is longer than it should be");
        }
        pad(BLOCK);
    }

    /** Ends the archive; nothing may follow. */
    void finish() throws IOException {
        write(new byte[2 * BLOCK], 2 * BLOCK);
        pad(RECORD);
        out.flush();
    }

    private void entry(String path, char type, int mode, long bytes, String target) throws IOException {
        if (target.length() > NAME) {
            longName('K', target);
        }
        int cut = path.length() <= NAME ? 0 : cut(path);
        if (cut < 0) {
            longName('L', path);
        }
        header(
                cut > 0 ? path.substring(cut + 1) : path,
                cut > 0 ? path.substring(0, cut) : "",
                type,
                mode,
                bytes,
                target);
    }

    /** Where a path can be divided, so that both parts fit; -1 for none. */
    private static int cut(String path) {
        // The slash that ends a directory belongs to its name.
        int last = Math.min(PREFIX, path.length() - 2);
        int cut = path.lastIndexOf('/', last);
        return cut > 0 && path.length() - cut - 1 <= NAME ? cut : -1;
    }

    private void longName(char type, String name) throws IOException {
        byte[] bytes = Arrays.copyOf(name.getBytes(StandardCharsets.ISO_8859_1), name.length() + 1);
        header(LONG_NAME, "", type, 0, bytes.length, "");
        write(bytes, bytes.length);
        pad(BLOCK);
    }

    private void header(String name, String prefix, char type, int mode, long bytes, String target) throws IOException {
        byte[] block = new byte[BLOCK];
        text(block, 0, NAME, name);
        octal(block, 100, 8, mode);
        octal(block, 108, 8, 0);
        octal(block, 116, 8, 0);
        size(block, bytes);
        octal(block, 136, 12, seconds);
        Arrays.fill(block, 148, 156, (byte) ' ');
        block[156] = (byte) type;
        text(block, 157, NAME, target);
        text(block, 257, 6, "ustar");
        text(block, 263, 2, "00");
        text(block, 265, 32, "root");
        text(block, 297, 32, "root");
        octal(block, 329, 8, 0);
        octal(block, 337, 8, 0);
        text(block, 345, PREFIX, prefix);
        int sum = 0;
        for (byte each : block) {
            sum += each & 0xff;
        }
        octal(block, 148, 7, sum);
        write(block, BLOCK);
    }

    /** As much of it as fits; a long name stands before in full. */
    private static void text(byte[] block, int at, int length, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(bytes, 0, block, at, Math.min(length, bytes.length));
    }

    private static void octal(byte[] block, int at, int length, long value) {
        String digits = Long.toOctalString(value);
        String padded = "0".repeat(length - 1 - digits.length()) + digits;
        text(block, at, length - 1, padded);
        block[at + length - 1] = 0;
    }

    private static void size(byte[] block, long bytes) {
        if (bytes < OCTAL_END) {
            octal(block, 124, 12, bytes);
            return;
        }
        for (int i = 0; i < Long.BYTES; i++) {
            block[135 - i] = (byte) (bytes >>> (8 * i));
        }
        block[124] = (byte) 0x80;
    }

    private void pad(int unit) throws IOException {
        int over = (int) (written % unit);
        if (over > 0) {
            write(new byte[unit - over], unit - over);
        }
    }

    private void write(byte[] bytes, int length) throws IOException {
        out.write(bytes, 0, length);
        written += length;
    }
}

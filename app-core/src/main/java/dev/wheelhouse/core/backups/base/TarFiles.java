package dev.wheelhouse.core.backups.base;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Reads a tar as it passes, in pieces of any size (POSIX.1-2017, pax, "ustar Interchange Format"; sizes of 8 GiB and more
 * as in GNU tar). Knows what PostgreSQL writes: names of at most 100 bytes, no extended headers. For one thread.
 */
final class TarFiles {

    /** Takes the files, one after the other. */
    interface Sink {
        void begin(String path, long bytes) throws IOException;

        void data(byte[] bytes, int offset, int length) throws IOException;

        void end() throws IOException;
    }

    private static final int BLOCK = 512;
    private static final int NAME = 100;
    private static final int SIZE_AT = 124;
    private static final int SIZE = 12;
    private static final int SUM_AT = 148;
    private static final int SUM = 8;
    private static final int TYPE_AT = 156;

    private final Sink sink;
    private final byte[] header = new byte[BLOCK];
    private int headerBytes;
    private long fileBytes;
    private long padding;
    private boolean inFile;
    private int emptyBlocks;

    TarFiles(Sink sink) {
        this.sink = sink;
    }

    /** @throws IOException when it is no tar */
    void accept(byte[] bytes, int offset, int length) throws IOException {
        int at = offset;
        int end = offset + length;
        while (at < end) {
            if (fileBytes > 0) {
                int part = (int) Math.min(fileBytes, end - at);
                sink.data(bytes, at, part);
                at += part;
                fileBytes -= part;
                endFile();
            } else if (padding > 0) {
                int part = (int) Math.min(padding, end - at);
                at += part;
                padding -= part;
            } else {
                int part = Math.min(BLOCK - headerBytes, end - at);
                System.arraycopy(bytes, at, header, headerBytes, part);
                at += part;
                headerBytes += part;
                if (headerBytes == BLOCK) {
                    headerBytes = 0;
                    beginFile();
                }
            }
        }
    }

    private void beginFile() throws IOException {
        if (isEmpty()) {
            emptyBlocks++;
            return;
        }
        if (emptyBlocks > 0) {
            throw new IOException("The archive goes on behind its end.");
        }
        if (number(SUM_AT, SUM) != sum()) {
            throw new IOException("A header of the archive is damaged.");
        }
        byte type = header[TYPE_AT];
        if (type != '0' && type != 0) {
            // A directory or a link, which has no bytes.
            return;
        }
        int length = 0;
        while (length < NAME && header[length] != 0) {
            length++;
        }
        fileBytes = number(SIZE_AT, SIZE);
        padding = (BLOCK - fileBytes % BLOCK) % BLOCK;
        inFile = true;
        sink.begin(new String(header, 0, length, StandardCharsets.UTF_8), fileBytes);
        endFile();
    }

    private void endFile() throws IOException {
        if (inFile && fileBytes == 0) {
            inFile = false;
            sink.end();
        }
    }

    private boolean isEmpty() {
        for (byte each : header) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }

    private long sum() {
        long sum = SUM * (long) ' ';
        for (int i = 0; i < BLOCK; i++) {
            sum += i >= SUM_AT && i < SUM_AT + SUM ? 0 : header[i] & 0xff;
        }
        return sum;
    }

    private long number(int at, int length) throws IOException {
        long value = 0;
        if ((header[at] & 0x80) != 0) {
            for (int i = at + 1; i < at + length; i++) {
                value = (value << 8) | (header[i] & 0xff);
            }
        } else {
            for (int i = at; i < at + length && header[i] != 0 && header[i] != ' '; i++) {
                value = (value << 3) | (header[i] - '0');
            }
        }
        if (value < 0) {
            throw new IOException("A header of the archive is damaged.");
        }
        return value;
    }

    /** @throws IOException when the archive is not whole */
    void finish() throws IOException {
        if (emptyBlocks < 2 || headerBytes > 0) {
            throw new IOException("The archive is cut.");
        }
    }
}

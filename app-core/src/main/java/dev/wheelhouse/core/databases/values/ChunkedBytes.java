package dev.wheelhouse.core.databases.values;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes in growing chunks that are never copied again: small answers take little room, large ones no second buffer.
 * Takes at most {@code limit} bytes; a write beyond that fails and adds nothing. Not thread-safe.
 */
final class ChunkedBytes extends OutputStream {

    private static final int FIRST_CHUNK = 8 * 1024;
    private static final int LARGEST_CHUNK = 256 * 1024;

    /** More bytes than the limit. */
    static final class LimitReached extends IOException {
        private static final long serialVersionUID = 1L;

        LimitReached(long limit) {
            super("More than " + limit + " bytes");
        }
    }

    private final long limit;
    private final List<byte[]> full = new ArrayList<>();
    private byte[] current = new byte[FIRST_CHUNK];
    private int used;
    private long size;

    ChunkedBytes(long limit) {
        this.limit = limit;
    }

    long size() {
        return size;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (size + length > limit) {
            throw new LimitReached(limit);
        }
        size += length;
        int from = offset;
        int left = length;
        while (left > 0) {
            if (used == current.length) {
                full.add(current);
                current = new byte[Math.min(current.length * 2, LARGEST_CHUNK)];
                used = 0;
            }
            int part = Math.min(left, current.length - used);
            System.arraycopy(bytes, from, current, used, part);
            used += part;
            from += part;
            left -= part;
        }
    }

    /** Forgets everything after the first {@code newSize} bytes. */
    void truncate(long newSize) {
        long behind = size - used;
        while (newSize < behind) {
            current = full.removeLast();
            behind -= current.length;
        }
        used = (int) (newSize - behind);
        size = newSize;
    }

    /** Views of the bytes in order, read-only, valid as long as nothing is written. */
    List<ByteBuffer> buffers() {
        List<ByteBuffer> buffers = new ArrayList<>(full.size() + 1);
        for (byte[] chunk : full) {
            buffers.add(ByteBuffer.wrap(chunk).asReadOnlyBuffer());
        }
        if (used > 0) {
            buffers.add(ByteBuffer.wrap(current, 0, used).asReadOnlyBuffer());
        }
        return buffers;
    }

    void writeTo(OutputStream out) throws IOException {
        for (byte[] chunk : full) {
            out.write(chunk);
        }
        out.write(current, 0, used);
    }
}

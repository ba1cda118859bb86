package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.databases.replication.WalPosition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A segment while it is received, from its beginning. Bytes that were on the disk before are compared with those that come
 * again; what lies behind them may be torn by a crash and is written again. For one thread.
 */
final class PartialSegment implements AutoCloseable {

    private final SegmentName name;
    private final SpoolFile file;
    private final FlushMark mark;
    private final long known;
    private long position;
    private long flushed;

    PartialSegment(SegmentName name, SpoolFile file, FlushMark mark) throws IOException {
        this.name = name;
        this.file = file;
        this.mark = mark;
        this.known = Math.min(mark.read(name), file.size());
        this.flushed = known;
    }

    SegmentName name() {
        return name;
    }

    /** Where the next bytes go. */
    WalPosition position() {
        return name.start().plus(position);
    }

    long left() {
        return name.segmentBytes() - position;
    }

    /** How many of its bytes are on the disk. */
    long flushed() {
        return flushed;
    }

    /** @param length at most {@link #left} */
    void write(byte[] bytes, int offset, int length) throws IOException {
        int again = Math.clamp(known - position, 0, length);
        if (again > 0) {
            compare(bytes, offset, again);
        }
        if (again < length) {
            file.write(ByteBuffer.wrap(bytes, offset + again, length - again), position + again);
        }
        position += length;
    }

    private void compare(byte[] bytes, int offset, int length) throws IOException {
        byte[] before = new byte[length];
        file.read(ByteBuffer.wrap(before), position);
        int same = Arrays.mismatch(before, 0, length, bytes, offset, offset + length);
        if (same >= 0) {
            throw new WalException(
                    WalTrouble.OTHER_BYTES_RECEIVED,
                    "The server sends other WAL at " + position().plus(same)
                            + " than before. Another cluster may have its address now.");
        }
    }

    /** @return up to where everything is on the disk */
    WalPosition flush() throws IOException {
        if (position > flushed) {
            file.force();
            flushed = position;
            mark.write(name, flushed);
        }
        return name.start().plus(flushed);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}

package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.logs.search.Newlines;
import java.util.Arrays;

/**
 * How many line breaks there are before each block of bytes. Takes eight bytes for 64 KiB; from 32 GiB on the blocks grow,
 * so that it stays within 4 MiB. Thread-safe.
 */
final class LineIndex {

    private static final int MOST_BLOCKS = 1 << 19;

    private int blockBits;
    private final int mostBlocks;
    private long[] before = new long[64];
    private int blocks;
    private long bytes;
    private long breaks;

    LineIndex() {
        this(16, MOST_BLOCKS);
    }

    LineIndex(int blockBits, int mostBlocks) {
        this.blockBits = blockBits;
        this.mostBlocks = mostBlocks;
    }

    /** Where a block begins that something lies in. */
    record Block(long start, long end, long breaksBefore) {}

    /** Takes the bytes right behind those before. */
    void add(byte[] chunk, int length) {
        int at = 0;
        while (at < length) {
            long start;
            int part;
            synchronized (this) {
                start = bytes;
                long blockEnd = ((start >> blockBits) + 1) << blockBits;
                part = (int) Math.min(length - at, blockEnd - start);
            }
            int found = Newlines.count(chunk, at, at + part);
            append(start, part, found);
            at += part;
        }
    }

    private synchronized void append(long start, int part, int found) {
        if ((start & ((1L << blockBits) - 1)) == 0) {
            if (blocks == mostBlocks) {
                widen();
            }
            if ((start & ((1L << blockBits) - 1)) == 0) {
                if (blocks == before.length) {
                    before = Arrays.copyOf(before, before.length * 2);
                }
                before[blocks++] = breaks;
            }
        }
        breaks += found;
        bytes = start + part;
    }

    private void widen() {
        for (int i = 0; i < blocks / 2; i++) {
            before[i] = before[2 * i];
        }
        blocks /= 2;
        blockBits++;
    }

    synchronized long bytes() {
        return bytes;
    }

    synchronized long breaks() {
        return breaks;
    }

    /** The block that holds the n-th line break, counted from 0, which must be known. */
    synchronized Block holding(long n) {
        return block(lastAtMost(n, before, blocks));
    }

    /** The place of the last of some ascending numbers that is not higher, of which the first is none. */
    static int lastAtMost(long number, long[] ascending, int count) {
        int low = 0;
        int high = count - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (ascending[middle] <= number) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** The block that a byte lies in, which must be known. */
    synchronized Block at(long offset) {
        return block((int) (offset >> blockBits));
    }

    private Block block(int index) {
        long start = (long) index << blockBits;
        return new Block(start, Math.min(bytes, start + (1L << blockBits)), before[index]);
    }
}

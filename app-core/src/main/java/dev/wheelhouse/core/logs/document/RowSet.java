package dev.wheelhouse.core.logs.document;

import java.util.Arrays;

/**
 * Numbers of lines, ascending, with their ranks. 65536 numbers take at most 8 KiB, few of them two bytes each (the scheme of
 * Roaring bitmaps, Lemire and others 2016). Thread-safe.
 */
final class RowSet {

    private static final int MOST_LISTED = 4096;

    private Object[] blocks = new Object[16];
    private long[] before = new long[16];
    private int blockCount;
    private int inLast;
    private long count;

    /** @param number higher than every one before */
    synchronized void add(long number) {
        int block = (int) (number >>> 16);
        while (blockCount <= block) {
            addBlock();
        }
        int low = (int) number & 0xffff;
        Object last = blocks[block];
        if (last instanceof char[] list) {
            if (inLast == MOST_LISTED) {
                last = toBits(list);
                blocks[block] = last;
            } else if (inLast == list.length) {
                last = Arrays.copyOf(list, Math.max(4, list.length * 2));
                blocks[block] = last;
            }
        }
        if (last instanceof char[] list) {
            list[inLast] = (char) low;
        } else if (last instanceof long[] bits) {
            bits[low >>> 6] |= 1L << low;
        }
        inLast++;
        count++;
    }

    private void addBlock() {
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, blockCount * 2);
            before = Arrays.copyOf(before, blockCount * 2);
        }
        if (blockCount > 0 && blocks[blockCount - 1] instanceof char[] list) {
            blocks[blockCount - 1] = Arrays.copyOf(list, inLast);
        }
        blocks[blockCount] = EMPTY;
        before[blockCount] = count;
        blockCount++;
        inLast = 0;
    }

    private static final char[] EMPTY = {};

    private static long[] toBits(char[] list) {
        long[] bits = new long[1024];
        for (char each : list) {
            bits[each >>> 6] |= 1L << each;
        }
        return bits;
    }

    synchronized long count() {
        return count;
    }

    /** The number of that rank, which is 0..count-1. */
    synchronized long get(long rank) {
        int low = LineIndex.lastAtMost(rank, before, blockCount);
        int left = (int) (rank - before[low]);
        long base = (long) low << 16;
        if (blocks[low] instanceof char[] list) {
            return base + list[left];
        }
        long[] bits = (long[]) blocks[low];
        for (int word = 0; ; word++) {
            int here = Long.bitCount(bits[word]);
            if (left < here) {
                long rest = bits[word];
                for (; left > 0; left--) {
                    rest &= rest - 1;
                }
                return base + word * 64L + Long.numberOfTrailingZeros(rest);
            }
            left -= here;
        }
    }

    /** How many are lower than a number. */
    synchronized long rank(long number) {
        int block = (int) Math.min(number >>> 16, Integer.MAX_VALUE);
        if (block >= blockCount) {
            return count;
        }
        int low = (int) number & 0xffff;
        if (blocks[block] instanceof char[] list) {
            int end = block == blockCount - 1 ? inLast : list.length;
            int place = Arrays.binarySearch(list, 0, end, (char) low);
            return before[block] + (place < 0 ? -place - 1 : place);
        }
        long[] bits = (long[]) blocks[block];
        long rank = before[block];
        for (int word = 0; word < low >>> 6; word++) {
            rank += Long.bitCount(bits[word]);
        }
        return rank + Long.bitCount(bits[low >>> 6] & ((1L << low) - 1));
    }
}

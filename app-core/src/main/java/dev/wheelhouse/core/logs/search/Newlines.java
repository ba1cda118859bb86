package dev.wheelhouse.core.logs.search;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds and counts line breaks, eight bytes at a time. Pure. */
public final class Newlines {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long BREAKS = 0x0a0a0a0a0a0a0a0aL;
    private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;

    private Newlines() {}

    /** The highest bit of each byte that is a line break. */
    private static long breaks(byte[] bytes, int at) {
        long differs = (long) LONGS.get(bytes, at) ^ BREAKS;
        return ~(((differs & LOW_BITS) + LOW_BITS) | differs | LOW_BITS);
    }

    public static int count(byte[] bytes, int from, int to) {
        int count = 0;
        int at = from;
        for (int end = to - 31; at < end; at += 32) {
            count += Long.bitCount(breaks(bytes, at))
                    + Long.bitCount(breaks(bytes, at + 8))
                    + Long.bitCount(breaks(bytes, at + 16))
                    + Long.bitCount(breaks(bytes, at + 24));
        }
        for (; at < to; at++) {
            count += bytes[at] == '\n' ? 1 : 0;
        }
        return count;
    }

    /** Where the next one is; -1 for nowhere. */
    public static int next(byte[] bytes, int from, int to) {
        int at = from;
        for (int end = to - 7; at < end; at += 8) {
            long breaks = breaks(bytes, at);
            if (breaks != 0) {
                return at + (Long.numberOfTrailingZeros(breaks) >>> 3);
            }
        }
        for (; at < to; at++) {
            if (bytes[at] == '\n') {
                return at;
            }
        }
        return -1;
    }

    /** Where the last one is; -1 for nowhere. */
    public static int last(byte[] bytes, int from, int to) {
        int at = to;
        for (; at - 8 >= from; at -= 8) {
            long breaks = breaks(bytes, at - 8);
            if (breaks != 0) {
                return at - 1 - (Long.numberOfLeadingZeros(breaks) >>> 3);
            }
        }
        for (at--; at >= from; at--) {
            if (bytes[at] == '\n') {
                return at;
            }
        }
        return -1;
    }

    /** Where the n-th one is, counted from 0; -1 when there are fewer. */
    public static int nth(byte[] bytes, int from, int to, long n) {
        long left = n;
        int at = from;
        for (int end = to - 7; at < end; at += 8) {
            int here = Long.bitCount(breaks(bytes, at));
            if (here > left) {
                break;
            }
            left -= here;
        }
        for (; at < to; at++) {
            if (bytes[at] == '\n' && left-- == 0) {
                return at;
            }
        }
        return -1;
    }
}

package dev.wheelhouse.core.logs.search;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Finds a text in bytes of UTF-8, eight at a time by its rarest byte. Without regard to capitals only where the text is
 * ASCII. Immutable.
 */
public final class LiteralSearch implements LineSearch {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOW = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;

    /** Bytes of logs and of English from the most frequent on; what is not here is rare. */
    private static final String FREQUENT = " 0123456e789tao-:inrsd.lcm/u\"pf,bhg=_yT[]vwkINREOASDx()C{}Lz";

    private final byte[] needle;
    private final boolean isFolded;
    private final int rare;
    private final int second;

    private LiteralSearch(byte[] needle, boolean isFolded) {
        this.needle = needle;
        this.isFolded = isFolded;
        this.rare = rarest(needle, -1);
        this.second = needle.length == 1 ? 0 : rarest(needle, rare);
    }

    /**
     * A search for a text.
     *
     * @param text not empty; ASCII unless {@code caseSensitive}
     */
    public static LiteralSearch of(String text, boolean caseSensitive) {
        byte[] needle = text.getBytes(StandardCharsets.UTF_8);
        if (!caseSensitive) {
            for (int i = 0; i < needle.length; i++) {
                needle[i] = folded(needle[i]);
            }
        }
        return new LiteralSearch(needle, !caseSensitive);
    }

    public static boolean isAscii(String text) {
        return text.chars().allMatch(each -> each < 128);
    }

    private static byte folded(byte value) {
        return value >= 'A' && value <= 'Z' ? (byte) (value | 0x20) : value;
    }

    private static int rarest(byte[] needle, int except) {
        int best = -1;
        int bestRank = -1;
        for (int i = 0; i < needle.length; i++) {
            int place = FREQUENT.indexOf(needle[i] & 0xff);
            int rank = place < 0 ? FREQUENT.length() : place;
            if (i != except && rank > bestRank) {
                best = i;
                bestRank = rank;
            }
        }
        return best;
    }

    @Override
    public boolean isIn(byte[] bytes, int from, int to) {
        return indexOf(bytes, from, to) >= 0;
    }

    /** Where it first begins between any two places; -1 when it is not there as a whole. */
    @Override
    public int indexOf(byte[] bytes, int from, int to) {
        int at = from + rare;
        int last = to - needle.length + rare;
        if (at > last) {
            return -1;
        }
        long fold = isFolded && isLetter(needle[rare]) ? LOW * 0x20 : 0;
        long wanted = (needle[rare] & 0xffL) * LOW;
        for (int end = last - 7; at <= end; at += 8) {
            long differs = ((long) LONGS.get(bytes, at) | fold) ^ wanted;
            long hits = (differs - LOW) & ~differs & HIGH;
            while (hits != 0) {
                int start = at + (Long.numberOfTrailingZeros(hits) >>> 3) - rare;
                if (matches(bytes, start)) {
                    return start;
                }
                hits &= hits - 1;
            }
        }
        for (; at <= last; at++) {
            if (matches(bytes, at - rare)) {
                return at - rare;
            }
        }
        return -1;
    }

    private static boolean isLetter(byte value) {
        return value >= 'a' && value <= 'z';
    }

    private boolean matches(byte[] bytes, int start) {
        if (!isSame(bytes[start + second], needle[second])) {
            return false;
        }
        for (int i = 0; i < needle.length; i++) {
            if (!isSame(bytes[start + i], needle[i])) {
                return false;
            }
        }
        return true;
    }

    private boolean isSame(byte value, byte wanted) {
        return (isFolded ? folded(value) : value) == wanted;
    }
}

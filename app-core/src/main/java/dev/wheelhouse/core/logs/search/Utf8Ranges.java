package dev.wheelhouse.core.logs.search;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Splits ranges of characters into ranges of bytes of UTF-8 (RFC 3629, section 4). Pure. */
final class Utf8Ranges {

    /** The last character that takes one, two, three bytes. */
    private static final int[] LAST_OF_LENGTH = {0x7F, 0x7FF, 0xFFFF};

    private Utf8Ranges() {}

    /**
     * What is taken one after the other: for each byte the lowest and the highest.
     *
     * @param from of a range without surrogates
     */
    static List<byte[][]> of(int from, int to) {
        List<byte[][]> ranges = new ArrayList<>();
        split(from, to, ranges);
        return ranges;
    }

    private static void split(int from, int to, List<byte[][]> into) {
        for (int last : LAST_OF_LENGTH) {
            if (from <= last && last < to) {
                split(from, last, into);
                split(last + 1, to, into);
                return;
            }
        }
        // Within one length the bytes behind the first that differs must be any.
        for (int bits = 6; to > 0x7F && bits <= 18; bits += 6) {
            int low = (1 << bits) - 1;
            if (from >> bits == to >> bits) {
                break;
            }
            if ((from & low) != 0) {
                split(from, from | low, into);
                split((from | low) + 1, to, into);
                return;
            }
            if ((to & low) != low) {
                split(from, (to & ~low) - 1, into);
                split(to & ~low, to, into);
                return;
            }
        }
        byte[] lowest = Character.toString(from).getBytes(StandardCharsets.UTF_8);
        byte[] highest = Character.toString(to).getBytes(StandardCharsets.UTF_8);
        byte[][] range = new byte[lowest.length][];
        for (int i = 0; i < range.length; i++) {
            range[i] = new byte[] {lowest[i], highest[i]};
        }
        into.add(range);
    }
}

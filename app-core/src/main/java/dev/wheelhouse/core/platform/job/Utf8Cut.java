package dev.wheelhouse.core.platform.job;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Cuts UTF-8 between characters (RFC 3629: a byte 10xxxxxx continues one). */
public final class Utf8Cut {

    private static final int LONGEST_CHARACTER = 4;

    private Utf8Cut() {}

    /** How many of the first {@code length} bytes are left when the last character is whole. */
    static int end(byte[] bytes, int length) {
        for (int back = 1; back <= Math.min(LONGEST_CHARACTER, length); back++) {
            int lead = bytes[length - back] & 0xff;
            if (!continues(lead)) {
                return size(lead) > back ? length - back : length;
            }
        }
        return length;
    }

    /** Where the first whole character begins; at most three bytes on. */
    static int start(byte[] bytes) {
        for (int i = 0; i < Math.min(LONGEST_CHARACTER, bytes.length); i++) {
            if (!continues(bytes[i] & 0xff)) {
                return i;
            }
        }
        return 0;
    }

    /** The text of bytes whose first character may be cut; what is not UTF-8 becomes U+FFFD, and so does NUL. */
    public static String text(byte[] bytes, boolean cutInFront) {
        byte[] whole = cutInFront ? Arrays.copyOfRange(bytes, start(bytes), bytes.length) : bytes;
        // PostgreSQL stores no NUL in a text.
        return new String(whole, StandardCharsets.UTF_8).replace('\0', '\uFFFD');
    }

    private static boolean continues(int value) {
        return (value & 0xc0) == 0x80;
    }

    private static int size(int lead) {
        if (lead < 0xc0) {
            return 1;
        }
        if (lead < 0xe0) {
            return 2;
        }
        return lead < 0xf0 ? 3 : LONGEST_CHARACTER;
    }
}

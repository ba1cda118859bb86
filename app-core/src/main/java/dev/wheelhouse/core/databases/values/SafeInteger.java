package dev.wheelhouse.core.databases.values;

/** The integers that a JSON reader with 64-bit floats keeps whole: ±(2^53−1), RFC 8259 section 6. */
final class SafeInteger {

    private static final long MAX = (1L << 53) - 1;
    private static final int ALWAYS_SAFE_LENGTH = 15;

    private SafeInteger() {}

    static boolean contains(long value) {
        return value >= -MAX && value <= MAX;
    }

    /** @param digits a 64-bit integer in canonical decimal form */
    static boolean contains(String digits) {
        return digits.length() <= ALWAYS_SAFE_LENGTH || contains(Long.parseLong(digits));
    }
}

package dev.wheelhouse.core.databases.values;

import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers as text, read the way SQLite would store them. */
final class SqliteNumbers {

    private static final Pattern CANONICAL_INTEGER = Pattern.compile("0|-?[1-9][0-9]{0,18}");
    private static final Pattern JSON_INTEGER = Pattern.compile("-?[0-9]+");
    private static final int MAX_LONG_BITS = 63;

    private SqliteNumbers() {}

    static boolean isInfinity(String text) {
        return text.equals("Infinity") || text.equals("-Infinity");
    }

    /** The 64-bit integer written in exactly one way, without sign, blank or zero in front; null for all else. */
    static @Nullable Long findInteger(String text) {
        if (!CANONICAL_INTEGER.matcher(text).matches()) {
            return null;
        }
        BigInteger value = new BigInteger(text);
        return value.bitLength() <= MAX_LONG_BITS ? value.longValue() : null;
    }

    /** A {@link Long} for a JSON number without fraction or exponent that fits, else a {@link Double}. */
    static Number ofJson(String number) {
        if (JSON_INTEGER.matcher(number).matches() && number.length() <= 20 && !number.equals("-0")) {
            BigInteger value = new BigInteger(number);
            if (value.bitLength() <= MAX_LONG_BITS) {
                return value.longValue();
            }
        }
        return Double.valueOf(number);
    }
}

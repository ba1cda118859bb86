package dev.wheelhouse.api.http.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Numbers, exact or not at all. Whole-number types take only whole-number literals: {@code 1.0} and {@code 1e3} are
 * refused, because a caller who writes them meant another type.
 */
final class NumberBinders {

    /** Longer literals are refused: turning digits into a number costs more than linear time. */
    private static final int MAX_LITERAL = 1_000;

    /** Exponents beyond this are refused: {@code 1e999999999} is short to write and endless to expand. */
    private static final int MAX_SCALE = 10_000;

    static final Map<Class<?>, Binder> BY_TYPE = Map.of(
            int.class, whole(NumberBinders::intOrNull, "-2147483648 to 2147483647"),
            Integer.class, whole(NumberBinders::intOrNull, "-2147483648 to 2147483647"),
            long.class, whole(NumberBinders::longOrNull, "-9223372036854775808 to 9223372036854775807"),
            Long.class, whole(NumberBinders::longOrNull, "-9223372036854775808 to 9223372036854775807"),
            BigInteger.class, whole(number -> number, ""),
            double.class, NumberBinders::bindDouble,
            Double.class, NumberBinders::bindDouble,
            BigDecimal.class, NumberBinders::bindDecimal);

    private NumberBinders() {}

    private static Binder whole(Function<BigInteger, @Nullable Object> narrow, String range) {
        return (value, path, binding) -> {
            if (!(value instanceof JsonValue.JsonNumber(String literal, int _, int _))) {
                return Binder.mismatch("a whole number", value, path, binding);
            }
            if (!isWhole(literal)) {
                binding.problem(path, "Give a whole number here, without point and exponent.");
                return null;
            }
            if (literal.length() > MAX_LITERAL) {
                return tooLong(path, binding);
            }
            Object number = narrow.apply(new BigInteger(literal));
            if (number == null) {
                binding.problem(path, "Give a number in the range " + range + ".");
            }
            return number;
        };
    }

    private static @Nullable Object bindDouble(JsonValue value, FieldPath path, Binding binding) {
        if (!(bindDecimal(value, path, binding) instanceof BigDecimal decimal)) {
            return null;
        }
        double number = decimal.doubleValue();
        if (Double.isInfinite(number)) {
            binding.problem(path, "Give a number in the range of a 64-bit float.");
            return null;
        }
        return number;
    }

    static @Nullable Object bindDecimal(JsonValue value, FieldPath path, Binding binding) {
        if (!(value instanceof JsonValue.JsonNumber(String literal, int _, int _))) {
            return Binder.mismatch("a number", value, path, binding);
        }
        if (literal.length() > MAX_LITERAL) {
            return tooLong(path, binding);
        }
        BigDecimal number = decimalOrNull(literal);
        if (number == null) {
            binding.problem(path, "Give a number with an exponent of at most " + MAX_SCALE + ".");
        }
        return number;
    }

    private static @Nullable Object tooLong(FieldPath path, Binding binding) {
        binding.problem(path, "Give a number of at most " + MAX_LITERAL + " characters.");
        return null;
    }

    static boolean isWhole(String literal) {
        return literal.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
    }

    private static @Nullable BigDecimal decimalOrNull(String literal) {
        try {
            BigDecimal number = new BigDecimal(literal);
            return Math.abs((long) number.scale()) <= MAX_SCALE ? number : null;
        } catch (NumberFormatException _) {
            // An exponent beyond 32 bits; every other form was checked by the parser.
            return null;
        }
    }

    private static @Nullable Object intOrNull(BigInteger number) {
        return number.bitLength() < Integer.SIZE ? number.intValue() : null;
    }

    private static @Nullable Object longOrNull(BigInteger number) {
        return number.bitLength() < Long.SIZE ? number.longValue() : null;
    }
}

package dev.wheelhouse.core.logs.search;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A set of characters, surrogates apart.
 *
 * @param ranges ascending, from and to (inclusive) in turn
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, nor handed out of this package.
record CodePoints(int[] ranges) {

    /** Where the sets begin and end that have a sign of their own ({@code .}, {@code \h}, {@code \v}), and the surrogates. */
    private static final int[] NAMED = {
        0x85, 0x86, 0xA0, 0xA1, 0x1680, 0x1681, 0x180E, 0x180F, 0x2000, 0x200B, 0x2028, 0x202A, 0x202F, 0x2030, 0x205F,
        0x2060, 0x3000, 0x3001, 0xD800, 0xE000
    };

    private static final int[] BORDERS =
            IntStream.concat(IntStream.range(0, 0x80), IntStream.of(NAMED)).toArray();

    /** Where characters with capitals stand, too; made when it is first needed. */
    private static final class Cased {
        static final int[] BORDERS = IntStream.concat(
                        IntStream.of(CodePoints.BORDERS),
                        IntStream.rangeClosed(0x80, Character.MAX_CODE_POINT)
                                .filter(each -> isCased(each) || isCased(each - 1)))
                .toArray();

        private static boolean isCased(int each) {
            return Character.toUpperCase(each) != each || Character.toLowerCase(each) != each;
        }
    }

    /**
     * The only character that is in it; -1 when there are several, or none.
     *
     * @param caseSensitive otherwise a letter of ASCII and its capital are one, which is given small
     */
    int single(boolean caseSensitive) {
        if (ranges.length == 2 && ranges[0] == ranges[1]) {
            return ranges[0];
        }
        boolean isLetter = !caseSensitive
                && ranges.length == 4
                && ranges[0] == ranges[1]
                && ranges[2] == ranges[3]
                && ranges[2] >= 'a'
                && ranges[2] <= 'z'
                && ranges[2] - ranges[0] == 'a' - 'A';
        return isLetter ? ranges[2] : -1;
    }

    /**
     * What a pattern of one character lets through, as {@link Pattern} itself says: it is asked for one character of each
     * stretch in which nothing can change.
     *
     * @param named the characters that the pattern names
     */
    static CodePoints of(Pattern one, List<Integer> named) {
        int[] known = (one.flags() & Pattern.UNICODE_CASE) == 0 ? BORDERS : Cased.BORDERS;
        int[] borders = IntStream.concat(
                        IntStream.of(known), named.stream().flatMapToInt(each -> IntStream.of(each, each + 1)))
                .filter(each -> each <= Character.MAX_CODE_POINT)
                .sorted()
                .distinct()
                .toArray();
        return of(one.matcher(""), borders);
    }

    private static CodePoints of(Matcher matcher, int[] borders) {
        List<Integer> ranges = new ArrayList<>();
        boolean isIn = false;
        for (int border : borders) {
            boolean is = !isSurrogate(border)
                    && matcher.reset(Character.toString(border)).matches();
            if (is != isIn) {
                ranges.add(is ? border : border - 1);
                isIn = is;
            }
        }
        if (isIn) {
            ranges.add(Character.MAX_CODE_POINT);
        }
        return new CodePoints(ranges.stream().mapToInt(each -> each).toArray());
    }

    static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    /** Every character. */
    static CodePoints all() {
        return new CodePoints(
                new int[] {0, Character.MIN_SURROGATE - 1, Character.MAX_SURROGATE + 1, Character.MAX_CODE_POINT});
    }
}

package dev.wheelhouse.core.logs.file;

import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in a file that is known by its first bytes, whatever it is called now.
 *
 * @param mark of the file
 * @param offset in bytes
 */
record FilePlace(Mark mark, long offset) {

    private static final Pattern TEXT = Pattern.compile("f1\\.(\\d{1,4})\\.([0-9a-f]{16})\\.(\\d{1,18})");

    /**
     * The identity of a file.
     *
     * @param length of its first bytes that {@code hash} is of, at most {@link #LONGEST}; 0 for an empty file
     */
    record Mark(int length, long hash) {

        static final int LONGEST = 1024;

        /** Of a file without a byte. */
        static final Mark EMPTY = of(new byte[0]);

        /** Of a file's first bytes. */
        static Mark of(byte[] first) {
            return new Mark(first.length, hash(first, first.length));
        }

        /** FNV-1a. */
        private static long hash(byte[] first, int length) {
            long hash = 0xcbf29ce484222325L;
            for (int i = 0; i < length; i++) {
                hash = (hash ^ (first[i] & 0xff)) * 0x100000001b3L;
            }
            return hash;
        }

        boolean isOf(byte[] first) {
            return first.length >= length && hash(first, length) == hash;
        }
    }

    LogPosition toPosition() {
        return LogPosition.madeWhenAsked(
                () -> "f1." + mark.length() + "." + HexFormat.of().toHexDigits(mark.hash()) + "." + offset);
    }

    /** @throws AppException {@code validation_failed} on {@code after} */
    static FilePlace of(LogPosition position) {
        Matcher text = TEXT.matcher(position.text());
        if (!text.matches()) {
            throw AppException.invalid("after", "This is not a place in this log. Leave it out to begin anew.");
        }
        Mark mark = new Mark(Integer.parseInt(text.group(1)), HexFormat.fromHexDigitsToLong(text.group(2)));
        return new FilePlace(mark, Long.parseLong(text.group(3)));
    }
}

package dev.wheelhouse.core.databases.rows;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/** What stands in the place of long values in the rows of one statement: random, so that no row has it itself. */
public final class LongMarks {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 16;

    private final byte[] ofText = new byte[BYTES];
    private final byte[] ofBlob = new byte[BYTES];

    public LongMarks() {
        RANDOM.nextBytes(ofText);
        RANDOM.nextBytes(ofBlob);
    }

    /** The value, or its mark where it has more bytes, in SQLite's SQL. */
    String cell(String value, int longest) {
        return "case when typeof(" + value + ") in ('text', 'blob') and octet_length(" + value + ") > " + longest
                + " then case typeof(" + value + ") when 'text' then " + literal(ofText) + " else " + literal(ofBlob)
                + " end else " + value + " end";
    }

    private static String literal(byte[] mark) {
        return "X'" + HexFormat.of().formatHex(mark) + "'";
    }

    public boolean isMark(Object value) {
        return value instanceof byte[] bytes && (Arrays.equals(bytes, ofText) || Arrays.equals(bytes, ofBlob));
    }

    /** Whether a mark stands for a text and not for a blob. */
    public boolean isText(Object mark) {
        return mark instanceof byte[] bytes && Arrays.equals(bytes, ofText);
    }
}

package dev.wheelhouse.core.databases.values;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Text as a driver decoded it, checked for what the decoding lost. */
final class DecodedText {

    private static final char REPLACEMENT = '\uFFFD';

    private DecodedText() {}

    /** The text itself, or an {@link InvalidText} if decoding has replaced bytes that are not UTF-8. */
    static Object verified(String text, ResultSet rows, int column) throws SQLException {
        // Both drivers replace what they cannot decode; the character may also be really there.
        if (text.indexOf(REPLACEMENT) < 0) {
            return text;
        }
        byte[] bytes = rows.getBytes(column);
        return bytes == null || isUtf8(bytes) ? text : new InvalidText(bytes);
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** Whether some surrogate lacks its other half, so that the text has no UTF-8 form. */
    static boolean hasLoneSurrogate(String text) {
        int point;
        for (int i = 0; i < text.length(); i += Character.charCount(point)) {
            point = text.codePointAt(i);
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                return true;
            }
        }
        return false;
    }

    /** The bytes in the form PostgreSQL gives them, {@code \x} and lower-case hex. */
    static String hex(byte[] bytes) {
        return "\\x" + HexFormat.of().formatHex(bytes);
    }

    /** The bytes that {@code \x} and an even number of hex digits stand for; null if the text is not of that form. */
    static byte @Nullable [] findBytes(String text) {
        if (!text.startsWith("\\x") || text.length() % 2 != 0) {
            return null;
        }
        for (int i = 2; i < text.length(); i++) {
            if (!HexFormat.isHexDigit(text.charAt(i))) {
                return null;
            }
        }
        return HexFormat.of().parseHex(text, 2, text.length());
    }
}

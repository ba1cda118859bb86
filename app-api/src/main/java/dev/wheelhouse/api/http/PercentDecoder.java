package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Percent-decoding (RFC 3986 section 2.1) that never guesses: a bad escape or bad UTF-8 is an error. */
final class PercentDecoder {

    private PercentDecoder() {}

    /** One path segment, decoded once; {@code +} stays. */
    static String segment(String raw) {
        return decode(raw, false);
    }

    /** A name or value of a query, where {@code +} is a space (application/x-www-form-urlencoded). */
    static String query(String raw) {
        return decode(raw, true);
    }

    private static String decode(String raw, boolean plusIsSpace) {
        if (raw.indexOf('%') < 0 && raw.indexOf('+') < 0 && isAscii(raw)) {
            return raw;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                bytes.write(escaped(raw, i));
                i += 2;
            } else if (c == '+' && plusIsSpace) {
                bytes.write(' ');
            } else if (c < 0x80) {
                bytes.write(c);
            } else {
                throw bad("Write characters beyond ASCII in the URL as percent-escapes of their UTF-8 bytes.");
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException _) {
            throw bad("The percent-escapes in the URL are not valid UTF-8.");
        }
    }

    private static int escaped(String raw, int at) {
        int high = at + 2 < raw.length() ? digit(raw.charAt(at + 1)) : -1;
        int low = high >= 0 ? digit(raw.charAt(at + 2)) : -1;
        if (low < 0) {
            throw bad("A percent sign in the URL needs two hexadecimal digits. Write a percent sign itself as %25.");
        }
        return high * 16 + low;
    }

    private static int digit(char c) {
        // Character.digit would also take digits of other scripts.
        return c < 0x80 ? Character.digit(c, 16) : -1;
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static AppException bad(String message) {
        return new AppException(PlatformError.BAD_REQUEST, message);
    }
}

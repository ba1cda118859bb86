package dev.wheelhouse.core.platform.id;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 (FIPS 180-4), which every Java runtime has. */
public final class Sha256 {

    private static final int LONGEST_NUMBER = 11;

    private Sha256() {}

    /** To be fed piece by piece; for one thread. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Of the text in UTF-8. */
    public static byte[] of(String text) {
        return digest().digest(text.getBytes(StandardCharsets.UTF_8));
    }

    /** In lower-case hex. */
    public static String hexOf(String text) {
        return HexFormat.of().formatHex(of(text));
    }

    /** In lower-case hex, over parts with the length of each before it, so that no two lists of parts run together. */
    public static String hexOfParts(String... parts) {
        MessageDigest digest = digest();
        byte[] digits = new byte[LONGEST_NUMBER];
        for (String part : parts) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            int from = digits.length;
            digits[--from] = ':';
            for (int rest = bytes.length; rest > 0 || from == digits.length - 1; rest /= 10) {
                digits[--from] = (byte) ('0' + rest % 10);
            }
            digest.update(digits, from, digits.length - from);
            digest.update(bytes);
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}

package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.id.Sha256;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32;

/**
 * A credential in the clear: {@code whk_<43 base62>_<6 base62 checksum>}. The 43 characters are 256 random bits; the
 * checksum is the CRC-32 of all before it, so that a mistyped token is distinguished from an unknown one without a look-up and
 * secret scanners can find leaked ones.
 */
public record Token(String text) {

    static final String PREFIX = "whk_";

    private static final String BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int SECRET_LENGTH = 43;
    private static final int CHECKSUM_LENGTH = 6;
    private static final int LENGTH = PREFIX.length() + SECRET_LENGTH + 1 + CHECKSUM_LENGTH;

    static Token generate(RandomGenerator random) {
        byte[] secret = new byte[32];
        random.nextBytes(secret);
        String body = PREFIX + base62(new BigInteger(1, secret), SECRET_LENGTH);
        return new Token(body + "_" + checksum(body));
    }

    /** The token, when the text has the form and the checksum is right. */
    static Optional<Token> parse(String text) {
        if (text.length() != LENGTH || !text.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String body = text.substring(0, LENGTH - CHECKSUM_LENGTH - 1);
        if (!body.substring(PREFIX.length()).chars().allMatch(each -> BASE62.indexOf(each) >= 0)) {
            return Optional.empty();
        }
        return text.equals(body + "_" + checksum(body)) ? Optional.of(new Token(text)) : Optional.empty();
    }

    /** What the store keeps: SHA-256 in lower-case hex. */
    String hash() {
        return Sha256.hexOf(text);
    }

    /** The first characters, enough to recognise it by. */
    String displayPrefix() {
        return text.substring(0, PREFIX.length() + 4);
    }

    String lastFour() {
        return text.substring(LENGTH - 4);
    }

    /** Never the token itself. */
    @Override
    public String toString() {
        return "Token[" + displayPrefix() + "…]";
    }

    private static String checksum(String body) {
        CRC32 crc = new CRC32();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        return base62(BigInteger.valueOf(crc.getValue()), CHECKSUM_LENGTH);
    }

    private static String base62(BigInteger number, int length) {
        char[] digits = new char[length];
        BigInteger rest = number;
        BigInteger base = BigInteger.valueOf(BASE62.length());
        for (int i = length - 1; i >= 0; i--) {
            BigInteger[] parts = rest.divideAndRemainder(base);
            digits[i] = BASE62.charAt(parts[1].intValue());
            rest = parts[0];
        }
        return new String(digits);
    }
}

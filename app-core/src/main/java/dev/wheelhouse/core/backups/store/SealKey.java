package dev.wheelhouse.core.backups.store;

import dev.wheelhouse.core.platform.id.Sha256;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * What objects of one configuration are sealed with: a random key of 256 bits. As a text it is the same in letters and digits
 * that people can copy, with a checksum that finds a slip.
 */
public final class SealKey {

    private static final int BYTES = 32;
    private static final int CHECKSUM_BYTES = 3;
    private static final int GROUP = 5;
    private static final String PREFIX = "WH1-";

    /** Crockford's base 32: no I, L, O and U. */
    private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    private final byte[] bytes;

    private SealKey(byte[] bytes) {
        this.bytes = bytes;
    }

    public static SealKey make(RandomGenerator random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return new SealKey(bytes);
    }

    /** @throws IllegalArgumentException for another length */
    public static SealKey of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("No key: " + bytes.length + " bytes");
        }
        return new SealKey(bytes.clone());
    }

    /** An array of the caller's own. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** With which everything that is sealed can be opened; to be kept apart from it. */
    public String recoveryText() {
        byte[] all = Arrays.copyOf(bytes, BYTES + CHECKSUM_BYTES);
        System.arraycopy(checksum(bytes), 0, all, BYTES, CHECKSUM_BYTES);
        BigInteger number = new BigInteger(1, all);
        StringBuilder text = new StringBuilder();
        for (int i = (all.length * Byte.SIZE) / 5 - 1; i >= 0; i--) {
            text.append(ALPHABET.charAt(number.shiftRight(i * 5).intValue() & 31));
            if (i % GROUP == 1 && i > 1) {
                text.append('-');
            }
        }
        return PREFIX + text;
    }

    /**
     * The key of a recovery text; blanks, hyphens and the case of letters do not matter.
     *
     * @throws IllegalArgumentException that says what is wrong with it
     */
    public static SealKey parse(String text) {
        String plain = text.toUpperCase(Locale.ROOT).replaceAll("[\\s-]", "");
        String start = PREFIX.substring(0, PREFIX.length() - 1);
        int length = ((BYTES + CHECKSUM_BYTES) * Byte.SIZE) / 5;
        if (!plain.startsWith(start) || plain.length() != start.length() + length) {
            throw new IllegalArgumentException(
                    "It begins with WH1 and has " + length + " letters and digits behind that.");
        }
        BigInteger number = BigInteger.ZERO;
        for (char each : plain.substring(start.length()).toCharArray()) {
            int value = ALPHABET.indexOf(each == 'O' ? '0' : each == 'I' || each == 'L' ? '1' : each);
            if (value < 0) {
                throw new IllegalArgumentException("It has no " + each + ".");
            }
            number = number.shiftLeft(5).or(BigInteger.valueOf(value));
        }
        byte[] all = new byte[BYTES + CHECKSUM_BYTES];
        for (int i = 0; i < all.length; i++) {
            all[i] = number.shiftRight((all.length - 1 - i) * Byte.SIZE).byteValue();
        }
        byte[] key = Arrays.copyOf(all, BYTES);
        if (!Arrays.equals(checksum(key), Arrays.copyOfRange(all, BYTES, all.length))) {
            throw new IllegalArgumentException("A letter or digit of it is wrong.");
        }
        return new SealKey(key);
    }

    private static byte[] checksum(byte[] key) {
        return Arrays.copyOf(Sha256.digest().digest(key), CHECKSUM_BYTES);
    }

    @Override
    public String toString() {
        return "SealKey";
    }
}

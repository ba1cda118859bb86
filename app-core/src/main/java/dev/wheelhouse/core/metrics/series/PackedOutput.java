package dev.wheelhouse.core.metrics.series;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes integers in as few bytes as they need: seven bits a byte, lowest first (LEB128). For one thread. */
final class PackedOutput {

    private byte[] bytes = new byte[256];
    private int length;

    /** @param value not negative */
    void unsigned(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("Negative: " + value);
        }
        bits(value);
    }

    /** Small numbers of either sign in few bytes (zigzag). */
    void signed(long value) {
        bits((value << 1) ^ (value >> 63));
    }

    private void bits(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            octet((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        octet((int) rest);
    }

    void octet(int value) {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, length * 2);
        }
        bytes[length++] = (byte) value;
    }

    void text(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        unsigned(encoded.length);
        for (byte each : encoded) {
            octet(each);
        }
    }

    int length() {
        return length;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }
}

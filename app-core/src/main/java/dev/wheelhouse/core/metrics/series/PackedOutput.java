package dev.wheelhouse.core.metrics.series;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes integers in as few bytes as they need: seven bits a byte, lowest first (LEB128). For one thread. */
final class PackedOutput extends ByteArrayOutputStream {

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
            write((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        write((int) rest);
    }

    void text(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        unsigned(encoded.length);
        writeBytes(encoded);
    }
}

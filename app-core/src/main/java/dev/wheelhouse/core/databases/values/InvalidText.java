package dev.wheelhouse.core.databases.values;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A text value whose bytes are not UTF-8. Immutable. */
public final class InvalidText {

    private final byte[] bytes;

    InvalidText(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    /** A copy of the bytes as stored. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** The text with U+FFFD in place of what cannot be read. */
    @Override
    public String toString() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof InvalidText text && Arrays.equals(bytes, text.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}

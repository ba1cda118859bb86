package dev.wheelhouse.core.databases.editor;

import java.util.Arrays;
import java.util.HexFormat;

/** The beginnings of values that are too long to be shown whole, and how long those are. */
final class Heads {

    /** Characters of a long value that are shown. */
    static final int LENGTH = 256;

    private Heads() {}

    /** The first characters, none of them cut in half. */
    static String of(String text) {
        int end = Math.min(text.length(), LENGTH);
        if (end > 0 && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end);
    }

    /** The first bytes as {@code \x} and hex digits. */
    static String of(byte[] bytes) {
        return "\\x" + HexFormat.of().formatHex(Arrays.copyOf(bytes, Math.min(bytes.length, LENGTH / 2)));
    }

    /** How many bytes the text takes in UTF-8. */
    static long bytes(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            // Each half of a pair stands for two of its four bytes.
            bytes += character < 0x80 ? 1 : character < 0x800 || Character.isSurrogate(character) ? 2 : 3;
        }
        return bytes;
    }
}

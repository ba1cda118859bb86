package dev.wheelhouse.core.metrics.proc;

import java.nio.charset.StandardCharsets;

/** Walks over lines and their words without making objects of them. For one thread. */
final class ProcText {

    private final byte[] bytes;
    private int next;
    private int at;
    private int end;

    ProcText(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Moves to the next line; false at the end. */
    boolean nextLine() {
        if (next >= bytes.length) {
            return false;
        }
        at = next;
        end = at;
        while (end < bytes.length && bytes[end] != '\n') {
            end++;
        }
        next = end + 1;
        return true;
    }

    boolean startsWith(String prefix) {
        if (end - at < prefix.length()) {
            return false;
        }
        for (int i = 0; i < prefix.length(); i++) {
            if (bytes[at + i] != prefix.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Moves past a prefix that {@link #startsWith} found. */
    void skip(int count) {
        at = Math.min(end, at + count);
    }

    void skipWords(int count) {
        for (int i = 0; i < count; i++) {
            skipBlanks();
            while (at < end && !isBlank(bytes[at])) {
                at++;
            }
        }
    }

    void skipBlanks() {
        while (at < end && isBlank(bytes[at])) {
            at++;
        }
    }

    private static boolean isBlank(byte each) {
        return each == ' ' || each == '\t';
    }

    /** The digits that stand here, blanks before them skipped; -1 when there are none or too many. */
    long number() {
        skipBlanks();
        int start = at;
        long value = 0;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
            int digit = bytes[at++] - '0';
            value = value < 0 || value > (Long.MAX_VALUE - digit) / 10 ? -1 : value * 10 + digit;
        }
        return at == start ? -1 : value;
    }

    /** A number with two decimals such as {@code 0.15} as hundredths; -1 when it is none. */
    long hundredths() {
        long whole = number();
        if (whole < 0 || whole > Long.MAX_VALUE / 1000 || !take('.')) {
            return -1;
        }
        int start = at;
        long parts = number();
        return at - start != 2 ? -1 : whole * 100 + parts;
    }

    boolean take(char expected) {
        if (at < end && bytes[at] == expected) {
            at++;
            return true;
        }
        return false;
    }

    /** Up to the next blank. */
    String word() {
        skipBlanks();
        int start = at;
        while (at < end && !isBlank(bytes[at])) {
            at++;
        }
        return new String(bytes, start, at - start, StandardCharsets.UTF_8);
    }

    /** Up to a character, which is passed; empty and nowhere moved when it does not follow. */
    String wordBefore(char mark) {
        skipBlanks();
        for (int i = at; i < end; i++) {
            if (bytes[i] == mark) {
                String word = new String(bytes, at, i - at, StandardCharsets.UTF_8);
                at = i + 1;
                return word;
            }
        }
        return "";
    }

    /** What is left of the line. */
    String rest() {
        return new String(bytes, at, end - at, StandardCharsets.UTF_8);
    }

    boolean isAtLineEnd() {
        return at >= end;
    }
}

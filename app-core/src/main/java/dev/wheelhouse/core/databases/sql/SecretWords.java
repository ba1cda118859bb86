package dev.wheelhouse.core.databases.sql;

import java.util.List;

/**
 * Whether a text names a secret or holds an address with a password in it, however that is spelled: letters are taken
 * together over quotes, concatenations and comments, and read once as they stand and once with their escapes decoded.
 * That finds some where there are none, which costs a statement its literals in the history and nothing else.
 */
final class SecretWords {

    private static final List<String> WORDS =
            List.of("password", "passwd", "secret", "passphrase", "token", "connection");

    private static final int MASK = 15;

    private final String text;
    private final boolean decode;
    private final boolean skipComments;
    /** The newest letters; longer than the longest word. */
    private final char[] letters = new char[MASK + 1];

    private int count;
    /** How much of {@code ://…:…@} was seen. */
    private int address;

    private SecretWords(String text, boolean decode, boolean skipComments) {
        this.text = text;
        this.decode = decode;
        this.skipComments = skipComments;
    }

    static boolean in(String text) {
        return new SecretWords(text, false, false).found()
                || new SecretWords(text, false, true).found()
                || new SecretWords(text, true, false).found()
                || new SecretWords(text, true, true).found();
    }

    private boolean found() {
        int at = 0;
        while (at < text.length()) {
            int next = skipComments ? behindComment(at) : at;
            if (next > at) {
                at = next;
                continue;
            }
            int decoded = decode ? escapeAt(at) : -1;
            if (takes(decoded < 0 ? text.charAt(at) : decoded)) {
                return true;
            }
            at += decoded < 0 ? 1 : escapeLength;
        }
        return false;
    }

    private int behindComment(int at) {
        if (text.startsWith("/*", at)) {
            int end = text.indexOf("*/", at + 2);
            return end < 0 ? at : end + 2;
        }
        if (text.startsWith("--", at)) {
            int end = text.indexOf('\n', at);
            return end < 0 ? at : end + 1;
        }
        return at;
    }

    private boolean takes(int c) {
        if (Character.isLetterOrDigit(c)) {
            letters[count++ & MASK] = (char) Character.toLowerCase(c);
            address = address < 3 ? 0 : address;
            return Character.isLetter(c) && endsInWord();
        }
        switch (c) {
            case ':' -> address = address < 3 ? 1 : 4;
            case '/' -> address = address == 1 || address == 2 ? address + 1 : address;
            case '@' -> {
                return address == 4;
            }
            default -> {}
        }
        return false;
    }

    private boolean endsInWord() {
        for (String word : WORDS) {
            if (endsIn(word)) {
                return true;
            }
        }
        return false;
    }

    private boolean endsIn(String word) {
        for (int back = 1; back <= word.length(); back++) {
            if (back > count || letters[(count - back) & MASK] != word.charAt(word.length() - back)) {
                return false;
            }
        }
        return true;
    }

    private int escapeLength;

    /**
     * What the escape at a place stands for, of {@code E''} and of {@code U&''} with whatever escape character; -1 for none.
     * Sets {@link #escapeLength}.
     */
    private int escapeAt(int at) {
        char c = text.charAt(at);
        if (Character.isLetterOrDigit(c) || Character.isWhitespace(c)) {
            return -1;
        }
        if (c == '\\') {
            char kind = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
            int digits = switch (kind) {
                case 'u' -> 4;
                case 'U' -> 8;
                default -> 0;
            };
            if (digits > 0) {
                return number(at + 2, digits, digits, 16, 2);
            }
            if (kind == 'x') {
                return number(at + 2, 1, 2, 16, 2);
            }
        }
        int unicode = text.startsWith("+", at + 1) ? number(at + 2, 6, 6, 16, 2) : number(at + 1, 4, 4, 16, 1);
        return unicode >= 0 || c != '\\' ? unicode : number(at + 1, 1, 3, 8, 1);
    }

    private int number(int from, int fewest, int most, int radix, int before) {
        int value = 0;
        int digits = 0;
        while (digits < most && from + digits < text.length()) {
            char c = text.charAt(from + digits);
            int digit = c < 128 ? Character.digit(c, radix) : -1;
            if (digit < 0) {
                break;
            }
            value = value * radix + digit;
            digits++;
        }
        if (digits < fewest || !Character.isValidCodePoint(value)) {
            return -1;
        }
        escapeLength = before + digits;
        return value;
    }
}

package dev.wheelhouse.core.databases.sql;

/** What characters are to both engines, which know ASCII only: any other is part of a name. */
final class Characters {

    private Characters() {}

    static boolean isSpace(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isHexDigit(char c) {
        return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    }

    static boolean isWordStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
    }

    static boolean isWordPart(char c) {
        return isWordStart(c) || isDigit(c) || c == '$';
    }

    /** The databases fold no other letters; Java would also take {@code ſ} for an S. */
    static char upper(char c) {
        return c >= 'a' && c <= 'z' ? (char) (c - ('a' - 'A')) : c;
    }

    /** Whether a stretch of text is a word in upper case, written in any case. */
    static boolean isWord(String text, int start, int end, String word) {
        if (end - start != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (upper(text.charAt(start + i)) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether UTF-8 has no bytes for it: a half of a character, which drivers send as a question mark. */
    static boolean hasHalfCharacter(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!Character.isHighSurrogate(text.charAt(i))
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(++i))) {
                    return true;
                }
            }
        }
        return false;
    }
}

package dev.wheelhouse.api.http.json;

/** Whether UTF-16 text can be written as UTF-8: each high surrogate followed by a low one, and none alone. */
final class WellFormed {

    private WellFormed() {}

    static boolean is(String text) {
        return firstLoneSurrogate(text, 0) < 0;
    }

    /** The text with U+FFFD for each lone surrogate. */
    static String repair(String text) {
        int at = firstLoneSurrogate(text, 0);
        if (at < 0) {
            return text;
        }
        StringBuilder repaired = new StringBuilder(text);
        while (at >= 0) {
            repaired.setCharAt(at, '\uFFFD');
            at = firstLoneSurrogate(repaired, at + 1);
        }
        return repaired.toString();
    }

    private static int firstLoneSurrogate(CharSequence text, int from) {
        for (int i = from; i < text.length(); i++) {
            if (isAlone(text, i)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isAlone(CharSequence text, int at) {
        char c = text.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(c) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }
}

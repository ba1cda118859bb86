package dev.wheelhouse.ui.shell.palette;

import java.util.Locale;

/** How well a name answers what was typed. Pure and thread-safe. */
final class FuzzyMatch {

    static final int NONE = -1;

    private static final int WHOLE = 1000;
    private static final int BEGINNING = 600;
    private static final int WORD_BEGINNING = 400;
    private static final int INSIDE = 200;
    private static final int LETTER_AT_WORD = 12;
    private static final int LETTER_IN_RUN = 6;
    private static final int LETTER = 1;
    private static final int LONGEST_COUNTED = 100;

    private FuzzyMatch() {}

    /**
     * Scores a name: its whole, its beginning, the beginning of a word, anywhere, then letters in their order with
     * those at the beginning of words counting most. Shorter names win where the rest is equal.
     *
     * @return {@link #NONE} when not every typed word is found
     */
    static int score(String typed, String title, String context) {
        String wanted = typed.strip().toLowerCase(Locale.ROOT);
        if (wanted.isEmpty()) {
            return 0;
        }
        int all = word(wanted, title.toLowerCase(Locale.ROOT), title);
        if (all != NONE) {
            return all;
        }
        int sum = 0;
        for (String each : wanted.split("\\s+", -1)) {
            int best = word(each, title.toLowerCase(Locale.ROOT), title);
            if (best == NONE) {
                int weak = word(each, context.toLowerCase(Locale.ROOT), context);
                if (weak == NONE) {
                    return NONE;
                }
                best = weak / 4;
            }
            sum += best;
        }
        return sum / 2;
    }

    private static int word(String wanted, String lower, String original) {
        if (lower.length() < wanted.length()) {
            return NONE;
        }
        int shortness = LONGEST_COUNTED - Math.min(LONGEST_COUNTED, lower.length());
        if (lower.equals(wanted)) {
            return WHOLE + shortness;
        }
        if (lower.startsWith(wanted)) {
            return BEGINNING + shortness;
        }
        int at = lower.indexOf(wanted);
        while (at >= 0) {
            if (beginsWord(original, at)) {
                return WORD_BEGINNING + shortness;
            }
            at = lower.indexOf(wanted, at + 1);
        }
        if (lower.contains(wanted)) {
            return INSIDE + shortness;
        }
        return letters(wanted, lower, original);
    }

    private static int letters(String wanted, String lower, String original) {
        int score = 0;
        int from = 0;
        int previous = -2;
        for (int i = 0; i < wanted.length(); i++) {
            int at = lower.indexOf(wanted.charAt(i), from);
            if (at < 0) {
                return NONE;
            }
            if (beginsWord(original, at)) {
                score += LETTER_AT_WORD;
            } else {
                score += at == previous + 1 ? LETTER_IN_RUN : LETTER;
            }
            previous = at;
            from = at + 1;
        }
        // Letters strewn over a long name are no answer.
        return score >= wanted.length() * 4 ? score : NONE;
    }

    private static boolean beginsWord(String text, int at) {
        if (at == 0) {
            return true;
        }
        char before = text.charAt(at - 1);
        char here = text.charAt(at);
        return !Character.isLetterOrDigit(before) || (Character.isUpperCase(here) && Character.isLowerCase(before));
    }
}

package dev.wheelhouse.ui.shell.palette;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** How well a name answers what was typed. Pure and thread-safe. */
final class FuzzyMatch {

    static final int NONE = -1;

    private static final int WHOLE = 1000;
    private static final int BEGINNING = 600;
    private static final int WORD_BEGINNING = 400;
    private static final int INITIALS = 300;
    /** For initials of all words of a name. */
    private static final int NO_WORD_LEFT_OUT = 80;

    private static final int INSIDE = 200;
    private static final int LETTER_AT_WORD = 12;
    private static final int LETTER_IN_RUN = 6;
    private static final int LETTER = 1;
    private static final int LONGEST_COUNTED = 100;

    /** How much less a word counts in where something belongs than in its name. */
    private static final int CONTEXT = 4;

    private static final int ACTING = 4;
    private static final String BETWEEN_WORDS = "[^\\p{L}\\p{N}]+";

    private FuzzyMatch() {}

    /**
     * Scores a name: its whole, its beginning, the beginning of a word, the first letters of words, anywhere, then letters in
     * their order from the beginning of a word on. Shorter names win where the rest is equal.
     *
     * @return {@link #NONE} when not every typed word is found
     */
    static int score(String typed, String title, String context) {
        String wanted = typed.strip().toLowerCase(Locale.ROOT);
        if (wanted.isEmpty()) {
            return 0;
        }
        return Math.max(word(wanted, title.toLowerCase(Locale.ROOT), title), byWords(wanted, title, context));
    }

    /** @return {@link #NONE} when a word is not found; never more than the whole at one place would have */
    private static int byWords(String wanted, String title, String context) {
        String[] words = wanted.split("\\s+", -1);
        int sum = 0;
        for (String each : words) {
            int best = word(each, title.toLowerCase(Locale.ROOT), title);
            int weak = word(each, context.toLowerCase(Locale.ROOT), context) / CONTEXT;
            if (Math.max(best, weak) <= 0) {
                return NONE;
            }
            sum += Math.max(best, weak);
        }
        return sum / words.length;
    }

    /**
     * As {@link #score(String, String, String)} for what changes something outside the window: each typed word must be one
     * of its own, and it stands below what only leads somewhere.
     */
    static int scoreOfActing(String typed, String title, String context) {
        Set<String> own = new HashSet<>(
                List.of((title + " " + context).toLowerCase(Locale.ROOT).split(BETWEEN_WORDS)));
        boolean isMeant = Stream.of(typed.strip().toLowerCase(Locale.ROOT).split(BETWEEN_WORDS))
                .allMatch(own::contains);
        return isMeant ? score(typed, title, context) / ACTING : NONE;
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
        int initials = initials(wanted, lower, original);
        if (initials != NONE) {
            return initials + shortness;
        }
        if (lower.contains(wanted)) {
            return INSIDE + shortness;
        }
        return letters(wanted, lower, original);
    }

    /** @return {@link #NONE} unless the letters are those that words begin with, in their order */
    private static int initials(String wanted, String lower, String original) {
        int found = 0;
        int words = 0;
        for (int at = 0; at < lower.length(); at++) {
            if (Character.isLetterOrDigit(original.charAt(at)) && beginsWord(original, at)) {
                words++;
                found += found < wanted.length() && lower.charAt(at) == wanted.charAt(found) ? 1 : 0;
            }
        }
        boolean isAll = found == wanted.length() && found > 1;
        return isAll ? INITIALS + (words == found ? NO_WORD_LEFT_OUT : 0) : NONE;
    }

    private static int letters(String wanted, String lower, String original) {
        int score = 0;
        int from = 0;
        int previous = -2;
        for (int i = 0; i < wanted.length(); i++) {
            int at = i == 0 ? firstOfAWord(wanted.charAt(0), lower, original) : lower.indexOf(wanted.charAt(i), from);
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

    private static int firstOfAWord(char letter, String lower, String original) {
        int at = lower.indexOf(letter);
        while (at >= 0 && !beginsWord(original, at)) {
            at = lower.indexOf(letter, at + 1);
        }
        return at;
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

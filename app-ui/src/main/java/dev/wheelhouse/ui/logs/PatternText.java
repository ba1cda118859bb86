package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.ui.controls.log.LineSearch;
import dev.wheelhouse.ui.controls.log.TextRange;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Looks at what a person typed to be looked for. */
final class PatternText {

    static final int LONGEST = 1000;
    private static final int MOST_MARKS = 200;
    /** Characters that an expression may look at in one line before nothing more is marked there. */
    private static final int MOST_LOOKS = 200_000;

    private PatternText() {}

    /** What is wrong with it and what to do; empty when it can be looked for. */
    static String problem(LogPattern pattern) {
        if (pattern.text().isEmpty()) {
            return "Type what to look for.";
        }
        if (pattern.text().length() > LONGEST) {
            return "Too long: a pattern has at most " + LONGEST + " characters.";
        }
        if (!pattern.regex()) {
            return "";
        }
        try {
            compiled(pattern);
            return "";
        } catch (PatternSyntaxException e) {
            String where = e.getIndex() >= 0 ? " at character " + (e.getIndex() + 1) : "";
            return e.getDescription() + where
                    + ". Correct the expression, or switch .* off to look for the text as it stands.";
        }
    }

    private static Pattern compiled(LogPattern pattern) {
        int flags = pattern.caseSensitive() ? 0 : Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
        return Pattern.compile(pattern.text(), pattern.regex() ? flags : flags | Pattern.LITERAL);
    }

    /** Marks where it is in a line. */
    static LineSearch search(LogPattern pattern) {
        Pattern compiled = compiled(pattern);
        return text -> find(compiled, text);
    }

    private static List<TextRange> find(Pattern pattern, String text) {
        List<TextRange> found = new ArrayList<>();
        try {
            Matcher matcher = pattern.matcher(new LimitedText(text, MOST_LOOKS));
            while (found.size() < MOST_MARKS && matcher.find()) {
                if (matcher.end() > matcher.start()) {
                    found.add(new TextRange(matcher.start(), matcher.end()));
                }
            }
        } catch (TooManyLooks | StackOverflowError _) {
            // What was found so far is marked; whether the line has it the engine decides, with a limit of its own.
            return found;
        }
        return found;
    }

    /** An expression that tries everything is stopped; the window paints no slower for it. */
    private static final class TooManyLooks extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooManyLooks() {
            super("Too many looks", null, false, false);
        }
    }

    private static final class LimitedText implements CharSequence {

        private final CharSequence text;
        private int left;

        LimitedText(CharSequence text, int left) {
            this.text = text;
            this.left = left;
        }

        @Override
        public char charAt(int index) {
            if (--left < 0) {
                throw new TooManyLooks();
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new LimitedText(text.subSequence(start, end), left);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}

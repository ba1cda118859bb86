package dev.wheelhouse.ui.controls.log;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * A line that ends with a JSON object or array, written over several lines. Every token stays as it is: numbers, doubled
 * names and their order.
 *
 * @param text with line breaks; what stood before the JSON is its beginning
 * @param runs the colours of names and values
 */
record JsonFold(String text, List<StyledRun> runs) {

    private static final int DEEPEST = 200;

    /** Empty where the line does not end with valid JSON (RFC 8259) in braces or brackets. */
    static Optional<JsonFold> of(String plain) {
        int last = plain.length() - 1;
        while (last >= 0 && plain.charAt(last) <= ' ') {
            last--;
        }
        if (last < 1 || (plain.charAt(last) != '}' && plain.charAt(last) != ']')) {
            return Optional.empty();
        }
        int from = begin(plain, last);
        return from < 0 ? Optional.empty() : new Writer(plain, from, last + 1).write();
    }

    /** A cheap answer that may be true for what turns out not to be JSON. */
    static boolean isLikely(String plain) {
        int last = plain.length() - 1;
        while (last >= 0 && plain.charAt(last) <= ' ') {
            last--;
        }
        if (last < 1) {
            return false;
        }
        char end = plain.charAt(last);
        return (end == '}' || end == ']') && begin(plain, last) >= 0;
    }

    /** Where the braces or brackets that the line ends with may begin: what stands before them is no part of a word. */
    private static int begin(String plain, int last) {
        char open = plain.charAt(last) == '}' ? '{' : '[';
        for (int at = plain.indexOf(open); at >= 0 && at < last; at = plain.indexOf(open, at + 1)) {
            boolean free = at == 0 || plain.charAt(at - 1) <= ' ' || ":=|".indexOf(plain.charAt(at - 1)) >= 0;
            int inside = at + 1;
            while (inside < last && plain.charAt(inside) <= ' ') {
                inside++;
            }
            char next = plain.charAt(inside);
            boolean fits = open == '{' ? next == '"' : next == '{' || next == '"' || next == '[';
            if (free && fits) {
                return at;
            }
        }
        return -1;
    }

    /** Reads and writes at once; gives up where the text is no JSON. */
    private static final class Writer {

        private final String source;
        private final int end;
        private final StringBuilder out;
        private final List<StyledRun> runs = new ArrayList<>();
        private final Deque<Character> open = new ArrayDeque<>();
        private int at;
        private boolean failed;

        Writer(String source, int from, int end) {
            this.source = source;
            this.end = end;
            this.at = from;
            this.out = new StringBuilder(source.length() * 2);
            out.append(source, 0, from);
        }

        Optional<JsonFold> write() {
            value();
            blanks();
            return failed || at != end ? Optional.empty() : Optional.of(new JsonFold(out.toString(), runs));
        }

        private void value() {
            blanks();
            switch (peek()) {
                case '{' -> group('{', '}');
                case '[' -> group('[', ']');
                case '"' -> string(AnsiColors.JSON_STRING);
                default -> word();
            }
        }

        private void group(char begin, char close) {
            if (open.size() == DEEPEST) {
                failed = true;
                return;
            }
            open.push(begin);
            take(begin);
            blanks();
            if (peek() == close) {
                open.pop();
                take(close);
                return;
            }
            while (!failed) {
                newLine();
                if (begin == '{') {
                    blanks();
                    string(AnsiColors.JSON_NAME);
                    blanks();
                    take(':');
                    out.append(' ');
                }
                value();
                blanks();
                if (peek() != ',') {
                    break;
                }
                take(',');
                blanks();
            }
            open.pop();
            newLine();
            take(close);
        }

        private void newLine() {
            out.append('\n').append("  ".repeat(open.size()));
        }

        private void string(int colour) {
            int from = at;
            if (peek() != '"') {
                failed = true;
                return;
            }
            at++;
            while (at < end && source.charAt(at) != '"') {
                at += source.charAt(at) == '\\' ? 2 : 1;
            }
            at++;
            if (at > end) {
                failed = true;
                return;
            }
            copy(from, colour);
        }

        private void word() {
            int from = at;
            while (at < end && ",]} \t".indexOf(source.charAt(at)) < 0) {
                at++;
            }
            String word = source.substring(from, at);
            if (word.equals("true") || word.equals("false") || word.equals("null")) {
                copy(from, AnsiColors.JSON_LITERAL);
            } else if (isNumber(word)) {
                copy(from, AnsiColors.JSON_NUMBER);
            } else {
                failed = true;
            }
        }

        private static boolean isNumber(String word) {
            int from = word.startsWith("-") ? 1 : 0;
            boolean digits = word.length() > from && Character.isDigit(word.charAt(from));
            return digits && word.chars().skip(from).allMatch(c -> (c >= '0' && c <= '9') || "+-.eE".indexOf(c) >= 0);
        }

        private void copy(int from, int colour) {
            runs.add(new StyledRun(out.length(), out.length() + at - from, TextStyle.coloured(colour)));
            out.append(source, from, at);
        }

        private char peek() {
            return at < end ? source.charAt(at) : '\0';
        }

        private void take(char wanted) {
            if (peek() != wanted) {
                failed = true;
                return;
            }
            out.append(wanted);
            at++;
        }

        private void blanks() {
            while (at < end && source.charAt(at) <= ' ') {
                at++;
            }
        }
    }
}

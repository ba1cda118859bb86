package dev.wheelhouse.core.logs.match;

import org.jspecify.annotations.Nullable;

/**
 * Finds the longest text that every match of a regular expression must contain, so that lines without it need not be tried.
 * Looks only at what stands outside of groups and gives up on whatever it does not know for sure. Not thread-safe.
 */
final class RequiredText {

    private static final int SHORTEST = 2;

    private final String expression;
    private final StringBuilder run = new StringBuilder();
    private String longest = "";
    private int at;

    private RequiredText(String expression) {
        this.expression = expression;
    }

    /** Null when there is none that is worth looking for. */
    static @Nullable String of(String expression) {
        if (expression.contains("(?") && !expression.contains("(?:")) {
            // Flags, look-around and names change too much.
            return null;
        }
        if (expression.contains("\\Q") || expression.contains("&&") || expression.matches("(?s).*\\(\\?[^:].*")) {
            return null;
        }
        RequiredText search = new RequiredText(expression);
        return search.walk() && search.longest.length() >= SHORTEST ? search.longest : null;
    }

    private boolean walk() {
        while (at < expression.length()) {
            int sign = expression.codePointAt(at);
            switch (sign) {
                case '|', '{', '?', '*', '+' -> {
                    return false;
                }
                case '(' -> {
                    endRun();
                    if (!skipGroup()) {
                        return false;
                    }
                    skipQuantifier();
                }
                case '[' -> {
                    endRun();
                    if (!skipClass()) {
                        return false;
                    }
                    skipQuantifier();
                }
                case '.', '^', '$' -> {
                    endRun();
                    at++;
                    skipQuantifier();
                }
                case '\\' -> {
                    if (!escape()) {
                        return false;
                    }
                }
                default -> literal(sign, Character.charCount(sign));
            }
        }
        endRun();
        return true;
    }

    private void literal(int sign, int width) {
        at += width;
        char next = at < expression.length() ? expression.charAt(at) : '\0';
        if (next == '?' || next == '*' || next == '{') {
            endRun();
            skipQuantifier();
            return;
        }
        run.appendCodePoint(sign);
        if (next == '+') {
            skipQuantifier();
            endRun();
        }
    }

    private boolean escape() {
        if (at + 1 >= expression.length()) {
            return false;
        }
        char sign = expression.charAt(at + 1);
        boolean isLetterOrDigit = (sign >= '0' && sign <= '9') || Character.isLetter(sign);
        if (!isLetterOrDigit) {
            at++;
            int literal = expression.codePointAt(at);
            literal(literal, Character.charCount(literal));
            return true;
        }
        if ("dDwWsSbB".indexOf(sign) < 0) {
            return false;
        }
        endRun();
        at += 2;
        skipQuantifier();
        return true;
    }

    private void endRun() {
        if (run.length() > longest.length()) {
            longest = run.toString();
        }
        run.setLength(0);
    }

    /** Behind the closing parenthesis; false when it cannot be told which. */
    private boolean skipGroup() {
        int depth = 0;
        while (at < expression.length()) {
            char sign = expression.charAt(at);
            if (sign == '\\') {
                at += 2;
                continue;
            }
            if (sign == '[') {
                if (!skipClass()) {
                    return false;
                }
                continue;
            }
            at++;
            if (sign == '(') {
                depth++;
            } else if (sign == ')' && --depth == 0) {
                return true;
            }
        }
        return false;
    }

    private boolean skipClass() {
        int start = at;
        at++;
        while (at < expression.length()) {
            char sign = expression.charAt(at);
            if (sign == '\\') {
                at += 2;
            } else if (sign == '[') {
                return false;
            } else if (sign == ']' && at > start + 1 && !(at == start + 2 && expression.charAt(start + 1) == '^')) {
                at++;
                return true;
            } else {
                at++;
            }
        }
        return false;
    }

    private void skipQuantifier() {
        if (at >= expression.length()) {
            return;
        }
        char sign = expression.charAt(at);
        if (sign == '{') {
            int end = expression.indexOf('}', at);
            at = end < 0 ? expression.length() : end + 1;
        } else if (sign == '?' || sign == '*' || sign == '+') {
            at++;
        } else {
            return;
        }
        if (at < expression.length() && (expression.charAt(at) == '?' || expression.charAt(at) == '+')) {
            at++;
        }
    }
}

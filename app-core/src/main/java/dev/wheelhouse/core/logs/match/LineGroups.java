package dev.wheelhouse.core.logs.match;

/**
 * Tells which lines belong to the one before them: whatever is indented, and the parts of a stack trace of Java, Python, Go
 * and JavaScript that are not. For lines that follow each other. Not thread-safe.
 */
public final class LineGroups {

    private static final String TRACEBACK = "Traceback (most recent call last)";

    private State state = State.START;
    private boolean continued;

    private enum State {
        /** No line came yet. */
        START,
        PLAIN,
        /** Within the indented lines under Python's headline. */
        PYTHON,
        /** Behind Python's last line, where another trace may follow. */
        PYTHON_END,
        /** Behind Go's panic. */
        GO
    }

    /** Whether the next line belongs to the one before it. */
    public boolean next(byte[] bytes, int from, int to) {
        continued = state != State.START && belongs(bytes, from, to);
        if (!continued) {
            state = startsWith(bytes, from, to, "panic: ") || startsWith(bytes, from, to, "fatal error: ")
                    ? State.GO
                    : startsWith(bytes, from, to, TRACEBACK) ? State.PYTHON : State.PLAIN;
        }
        return continued;
    }

    boolean wasContinued() {
        return continued;
    }

    private boolean belongs(byte[] bytes, int from, int to) {
        if (from >= to || (to - from == 1 && bytes[from] == '\r')) {
            return state == State.GO || state == State.PYTHON_END;
        }
        byte first = bytes[from];
        if (first == ' ' || first == '\t') {
            return !isLevelAhead(bytes, from, to);
        }
        if (first == 'T' && startsWith(bytes, from, to, TRACEBACK)) {
            state = State.PYTHON;
            return true;
        }
        if (state == State.PYTHON) {
            // The exception itself, under the frames.
            state = State.PYTHON_END;
            return true;
        }
        if (first == 'D' || first == 'T') {
            boolean follows = startsWith(bytes, from, to, "During handling of the above exception")
                    || startsWith(bytes, from, to, "The above exception was the direct cause");
            if (follows && state == State.PYTHON_END) {
                return true;
            }
        }
        if (state == State.GO || (first == 'g' && startsWith(bytes, from, to, "goroutine "))) {
            return belongsToGo(bytes, from, to);
        }
        if (continued && (first == '}' || first == ']' || first == ')')) {
            return to - from <= 3;
        }
        return startsWith(bytes, from, to, "Caused by: ")
                || startsWith(bytes, from, to, "Suppressed: ")
                || isExceptionName(bytes, from, to);
    }

    private boolean belongsToGo(byte[] bytes, int from, int to) {
        boolean belongs = startsWith(bytes, from, to, "goroutine ")
                || startsWith(bytes, from, to, "created by ")
                || startsWith(bytes, from, to, "[signal ")
                || bytes[to - 1] == ')'
                || (to - from > 1 && bytes[to - 2] == ')' && bytes[to - 1] == '\r');
        if (belongs) {
            state = State.GO;
        }
        return belongs;
    }

    /** Some loggers pad the level: {@code " INFO …"}. */
    private static boolean isLevelAhead(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] == ' ' && at - from < 3) {
            at++;
        }
        return at < to && bytes[at] >= 'A' && bytes[at] <= 'Z' && LineLevels.isLevelWord(bytes, at, to);
    }

    /** {@code java.lang.IllegalStateException} with or without a message, at the beginning of the line. */
    static boolean isExceptionName(byte[] bytes, int from, int to) {
        int dots = 0;
        int at = from;
        for (; at < to && at - from < 200; at++) {
            byte sign = bytes[at];
            if (sign == '.') {
                dots++;
            } else if (!isWord(sign)) {
                break;
            }
        }
        boolean ends = at == to || bytes[at] == ':' || bytes[at] == '\r';
        return dots > 0 && ends && (endsWith(bytes, from, at, "Exception") || endsWith(bytes, from, at, "Error"));
    }

    private static boolean isWord(byte sign) {
        return (sign >= 'a' && sign <= 'z')
                || (sign >= 'A' && sign <= 'Z')
                || (sign >= '0' && sign <= '9')
                || sign == '_'
                || sign == '$';
    }

    private static boolean endsWith(byte[] bytes, int from, int to, String word) {
        int start = to - word.length();
        return start >= from && startsWith(bytes, start, to, word);
    }

    /** @param beginning ASCII */
    static boolean startsWith(byte[] bytes, int from, int to, String beginning) {
        if (to - from < beginning.length()) {
            return false;
        }
        for (int i = 0; i < beginning.length(); i++) {
            if (bytes[from + i] != beginning.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}

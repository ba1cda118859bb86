package dev.wheelhouse.ui.controls.log;

import java.util.ArrayList;
import java.util.List;

/**
 * A line without its escape sequences (ECMA-48), and how its parts are set. Colours and attributes are kept, whatever
 * else is meant for a terminal is left out.
 *
 * @param plain what people read
 * @param runs parts that are not in the plain style, in order
 */
public record AnsiText(String plain, List<StyledRun> runs) {

    private static final char ESCAPE = '\u001b';
    private static final char BELL = '\u0007';
    private static final char CSI = '\u009b';
    private static final char STRING_END = '\u009c';

    public static AnsiText of(String raw) {
        if (raw.indexOf(ESCAPE) < 0 && raw.indexOf(CSI) < 0) {
            return new AnsiText(raw, List.of());
        }
        return new Parser(raw).parse();
    }

    /** The text alone. */
    public static String strip(String raw) {
        return of(raw).plain();
    }

    private static final class Parser {

        private final String raw;
        private final StringBuilder plain;
        private final List<StyledRun> runs = new ArrayList<>();
        private final Pen pen = new Pen();
        private TextStyle style = TextStyle.PLAIN;
        private int begun;
        private int at;

        Parser(String raw) {
            this.raw = raw;
            this.plain = new StringBuilder(raw.length());
        }

        AnsiText parse() {
            while (at < raw.length()) {
                char c = raw.charAt(at);
                if (c == CSI) {
                    at++;
                    control();
                } else if (c == ESCAPE) {
                    at++;
                    escape();
                } else {
                    plain.append(c);
                    at++;
                }
            }
            endRun();
            return new AnsiText(plain.toString(), List.copyOf(runs));
        }

        private void escape() {
            if (at >= raw.length()) {
                return;
            }
            char kind = raw.charAt(at++);
            switch (kind) {
                case '[' -> control();
                case ']', 'P', 'X', '^', '_' -> string();
                default -> {
                    // Intermediate bytes, as of a choice of character set, come before the last one.
                    while (kind >= 0x20 && kind <= 0x2f && at < raw.length()) {
                        kind = raw.charAt(at++);
                    }
                }
            }
        }

        /** A string for the terminal, such as a title or a link; one without an end reaches to the end of the line. */
        private void string() {
            while (at < raw.length()) {
                char c = raw.charAt(at++);
                if (c == BELL || c == STRING_END) {
                    return;
                }
                if (c == ESCAPE && at < raw.length() && raw.charAt(at) == '\\') {
                    at++;
                    return;
                }
            }
        }

        private void control() {
            int from = at;
            while (at < raw.length() && raw.charAt(at) >= 0x20 && raw.charAt(at) <= 0x3f) {
                at++;
            }
            if (at >= raw.length()) {
                return;
            }
            char last = raw.charAt(at);
            if (last < 0x40 || last > 0x7e) {
                // Broken off; what follows is text again.
                return;
            }
            at++;
            if (last == 'm') {
                pen.set(raw, from, at - 1);
                TextStyle next = pen.style();
                if (!next.equals(style)) {
                    endRun();
                    style = next;
                }
            }
        }

        private void endRun() {
            if (plain.length() > begun && !style.equals(TextStyle.PLAIN)) {
                runs.add(new StyledRun(begun, plain.length(), style));
            }
            begun = plain.length();
        }
    }
}

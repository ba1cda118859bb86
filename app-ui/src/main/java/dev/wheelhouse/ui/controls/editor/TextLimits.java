package dev.wheelhouse.ui.controls.editor;

import java.util.Optional;

/** What an editor can hold and stay quick: a single long line costs seconds at every key. */
public final class TextLimits {

    public static final int LONGEST_TEXT = 5_000_000;
    public static final int LONGEST_LINE = 20_000;

    /** Longer lines stay without colours. */
    static final int LONGEST_STYLED_LINE = 5_000;

    private TextLimits() {}

    /** Why the text cannot be edited here; empty when it can. */
    public static Optional<String> refusal(String text) {
        if (text.length() > LONGEST_TEXT) {
            return Optional.of("This text has " + text.length() / 1_000_000
                    + " million characters, more than the editor takes. Run it as a file instead.");
        }
        int line = 1;
        int start = 0;
        while (start <= text.length()) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end;
            if (end - start > LONGEST_LINE) {
                return Optional.of("Line " + line + " has " + (end - start)
                        + " characters, more than the editor takes in one line. Break it, or run the text as a file.");
            }
            start = end + 1;
            line++;
        }
        return Optional.empty();
    }
}

package dev.wheelhouse.ui.schedules.output;

import java.util.regex.Pattern;

/** Output meant for a terminal, as plain text: without control sequences, and lines that write over themselves as they ended. */
public final class TerminalText {

    // ECMA-48: control sequences, strings such as the window's title, and single-character escapes.
    private static final Pattern SEQUENCE = Pattern.compile(
            "\u001B(?:\\[[0-?]*[ -/]*[@-~]|\\][^\u0007\u001B]*(?:\u0007|\u001B\\\\)|[PX^_][^\u001B]*\u001B\\\\|["
                    + " -/]*[0-~])");

    private static final Pattern OTHER_CONTROLS = Pattern.compile("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1A\\x1C-\\x1F\\x7F]");

    private TerminalText() {}

    public static String plain(String raw) {
        return coloured(raw.indexOf('\u001B') < 0 ? raw : SEQUENCE.matcher(raw).replaceAll(""));
    }

    /** As {@link #plain}, with its escape sequences. */
    static String coloured(String raw) {
        String text = raw.replace("\r\n", "\n");
        if (text.indexOf('\r') >= 0) {
            text = lastPasses(text);
        }
        return OTHER_CONTROLS.matcher(text).replaceAll("");
    }

    /** Of a line that went back to its beginning, as progress bars do, only what it said last. */
    private static String lastPasses(String text) {
        StringBuilder passes = new StringBuilder(text.length());
        for (String line : text.split("(?<=\n)", -1)) {
            boolean ended = line.endsWith("\n");
            String whole = ended ? line.substring(0, line.length() - 1) : line;
            String kept = whole.endsWith("\r") ? whole.substring(0, whole.length() - 1) : whole;
            passes.append(kept, kept.lastIndexOf('\r') + 1, kept.length());
            if (ended) {
                passes.append('\n');
            }
        }
        return passes.toString();
    }
}

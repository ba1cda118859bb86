package dev.wheelhouse.core.platform.host;

import java.util.List;
import java.util.stream.Collectors;

/** Writes data into the text of a POSIX shell so that it stays data. The only place that does. */
public final class ShellText {

    private ShellText() {}

    /**
     * One word that a shell reads back as exactly this text: between single quotes every character stands for itself,
     * and a single quote stands outside of them (POSIX.1-2017, Shell Command Language, 2.2.2).
     *
     * @param text without a NUL, which no argument can hold
     */
    public static String quote(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("No argument can hold a NUL");
        }
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** Several words, each as {@link #quote}. */
    public static String quote(List<String> words) {
        return words.stream().map(ShellText::quote).collect(Collectors.joining(" "));
    }
}

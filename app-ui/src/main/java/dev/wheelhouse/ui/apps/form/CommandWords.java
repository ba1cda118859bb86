package dev.wheelhouse.ui.apps.form;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A command as one line: split into its words as a POSIX shell would (XCU section 2.2, Quoting), and written so that it
 * is split into the same words again. Nothing else of a shell holds: no variables, no globbing, no pipes.
 */
public final class CommandWords {

    private static final Pattern BARE = Pattern.compile("[A-Za-z0-9_@%+=:,./^~-]+");

    private final String line;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean hasWord;
    private int at;

    private CommandWords(String line) {
        this.line = line;
    }

    /** @throws IllegalArgumentException with a sentence for people when a quote is not closed */
    public static List<String> split(String line) {
        return new CommandWords(line).split();
    }

    private List<String> split() {
        while (at < line.length()) {
            char next = line.charAt(at++);
            switch (next) {
                case ' ', '\t', '\n', '\r' -> end();
                case '\'' -> single();
                case '"' -> doubled();
                case '\\' -> escaped();
                default -> add(next);
            }
        }
        end();
        return List.copyOf(words);
    }

    private void add(char letter) {
        word.append(letter);
        hasWord = true;
    }

    private void end() {
        if (hasWord) {
            words.add(word.toString());
            word.setLength(0);
            hasWord = false;
        }
    }

    private void single() {
        int close = line.indexOf('\'', at);
        if (close < 0) {
            throw new IllegalArgumentException("Close the quote ' that stands at character " + at + ".");
        }
        word.append(line, at, close);
        hasWord = true;
        at = close + 1;
    }

    private void doubled() {
        int open = at;
        hasWord = true;
        while (at < line.length()) {
            char next = line.charAt(at++);
            if (next == '"') {
                return;
            }
            if (next == '\\' && at < line.length() && "\"\\$`".indexOf(line.charAt(at)) >= 0) {
                word.append(line.charAt(at++));
            } else {
                word.append(next);
            }
        }
        throw new IllegalArgumentException("Close the quote \" that stands at character " + open + ".");
    }

    private void escaped() {
        if (at == line.length()) {
            throw new IllegalArgumentException("Nothing follows the backslash at the end.");
        }
        char next = line.charAt(at++);
        if (next != '\n') {
            add(next);
        }
    }

    /** As one line that splits into these words again. */
    public static String join(List<String> words) {
        return words.stream().map(CommandWords::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return BARE.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}

package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.platform.error.AppException;

/** Reads a query parameter from left to right and names the position of what is wrong with it. */
final class TextScanner {

    private final String path;
    private final String text;
    private int position;

    TextScanner(String path, String text) {
        this.path = path;
        this.text = text;
    }

    boolean atEnd() {
        return position == text.length();
    }

    boolean at(char character) {
        return position < text.length() && text.charAt(position) == character;
    }

    boolean atAny(String characters) {
        return position < text.length() && characters.indexOf(text.charAt(position)) >= 0;
    }

    boolean accept(char character) {
        boolean found = at(character);
        position += found ? 1 : 0;
        return found;
    }

    boolean accept(String word) {
        boolean found = text.startsWith(word, position);
        position += found ? word.length() : 0;
        return found;
    }

    void skipSpaces() {
        while (at(' ')) {
            position++;
        }
    }

    /** Everything up to one of these characters, or the rest; may be empty. */
    String until(String stops) {
        int start = position;
        while (position < text.length() && stops.indexOf(text.charAt(position)) < 0) {
            position++;
        }
        return text.substring(start, position);
    }

    /** A text between double quotes, where {@code \"} stands for a quote and {@code \\} for a backslash. */
    String quoted() {
        int start = position++;
        StringBuilder value = new StringBuilder();
        while (!atEnd()) {
            char character = text.charAt(position++);
            if (character == '"') {
                return value.toString();
            }
            if (character == '\\') {
                if (!atAny("\"\\")) {
                    throw invalid("inside quotes write \\\\ for a backslash and \\\" for a quote.");
                }
                character = text.charAt(position++);
            }
            value.append(character);
        }
        throw invalidAt(start, "close this quote.");
    }

    int position() {
        return position;
    }

    AppException invalid(String advice) {
        return invalidAt(position, advice);
    }

    /** @param index from 0; messages count from 1 */
    AppException invalidAt(int index, String advice) {
        return AppException.invalid(path, "At position " + (index + 1) + ": " + advice);
    }
}

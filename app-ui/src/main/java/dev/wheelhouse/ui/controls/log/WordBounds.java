package dev.wheelhouse.ui.controls.log;

/** Words as a double-click means them: with what holds the names of programs, files and hosts together. */
final class WordBounds {

    private WordBounds() {}

    static TextRange at(String text, int character) {
        int start = Math.min(character, text.length());
        int end = start;
        while (start > 0 && isInside(text.charAt(start - 1))) {
            start--;
        }
        while (end < text.length() && isInside(text.charAt(end))) {
            end++;
        }
        return start == end && end < text.length() ? new TextRange(start, end + 1) : new TextRange(start, end);
    }

    private static boolean isInside(char c) {
        return Character.isLetterOrDigit(c) || "_-.$".indexOf(c) >= 0;
    }
}

package dev.wheelhouse.ui.controls.log;

import java.util.Arrays;

/** What "select graphic rendition" has chosen so far (ECMA-48 section 8.3.117, ISO 8613-6 for the colours). */
final class Pen {

    private static final int MOST = 32;
    private static final int BRIGHT = 8;

    private final int[] numbers = new int[MOST];
    private int count;
    private int foreground = TextStyle.DEFAULT;
    private int background = TextStyle.DEFAULT;
    private boolean bold;
    private boolean dim;
    private boolean italic;
    private boolean underline;
    private boolean strike;
    private boolean inverse;

    /** Takes the numbers between two places of a text, with semicolons or colons between them. */
    void set(String text, int from, int to) {
        if (!read(text, from, to)) {
            return;
        }
        for (int i = 0; i < count; i++) {
            i = apply(i);
        }
    }

    /** False for a private sequence, which is no rendition. */
    private boolean read(String text, int from, int to) {
        Arrays.fill(numbers, 0);
        count = 1;
        for (int at = from; at < to; at++) {
            char c = text.charAt(at);
            if (c == ';' || c == ':') {
                if (count == MOST) {
                    return true;
                }
                count++;
            } else if (c >= '0' && c <= '9') {
                numbers[count - 1] = Math.min(9999, numbers[count - 1] * 10 + c - '0');
            } else {
                return false;
            }
        }
        return true;
    }

    /** Applies the number at an index and returns the index of the last one that belonged to it. */
    private int apply(int index) {
        int number = numbers[index];
        switch (number) {
            case 0 -> reset();
            case 1 -> bold = true;
            case 2 -> dim = true;
            case 3 -> italic = true;
            case 4, 21 -> underline = true;
            case 7 -> inverse = true;
            case 9 -> strike = true;
            case 22 -> {
                bold = false;
                dim = false;
            }
            case 23 -> italic = false;
            case 24 -> underline = false;
            case 27 -> inverse = false;
            case 29 -> strike = false;
            case 38, 48 -> {
                return applyColour(index);
            }
            case 39 -> foreground = TextStyle.DEFAULT;
            case 49 -> background = TextStyle.DEFAULT;
            default -> applyTable(number);
        }
        return index;
    }

    private void applyTable(int number) {
        if (number >= 30 && number <= 37) {
            foreground = number - 30;
        } else if (number >= 40 && number <= 47) {
            background = number - 40;
        } else if (number >= 90 && number <= 97) {
            foreground = number - 90 + BRIGHT;
        } else if (number >= 100 && number <= 107) {
            background = number - 100 + BRIGHT;
        }
    }

    private int applyColour(int index) {
        int last = index;
        int colour = TextStyle.DEFAULT;
        if (index + 2 < count && numbers[index + 1] == 5) {
            colour = Math.min(255, numbers[index + 2]);
            last = index + 2;
        } else if (index + 4 < count && numbers[index + 1] == 2) {
            colour = TextStyle.RGB
                    | Math.min(255, numbers[index + 2]) << 16
                    | Math.min(255, numbers[index + 3]) << 8
                    | Math.min(255, numbers[index + 4]);
            last = index + 4;
        } else {
            // Cut short: nothing after it can be read from its parts.
            return count;
        }
        if (numbers[index] == 38) {
            foreground = colour;
        } else {
            background = colour;
        }
        return last;
    }

    private void reset() {
        foreground = TextStyle.DEFAULT;
        background = TextStyle.DEFAULT;
        bold = false;
        dim = false;
        italic = false;
        underline = false;
        strike = false;
        inverse = false;
    }

    TextStyle style() {
        int front = foreground;
        int back = background;
        if (inverse) {
            front = background == TextStyle.DEFAULT ? AnsiColors.PAPER : background;
            back = foreground == TextStyle.DEFAULT ? AnsiColors.INK : foreground;
        }
        return new TextStyle(front, back, bold, dim, italic, underline, strike);
    }
}

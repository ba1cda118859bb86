package dev.wheelhouse.ui.controls.grid;

/** Makes what cannot be seen in a line of text visible. */
final class VisibleText {

    /** Of one cell no more is ever drawn. */
    static final int LONGEST = 300;

    private static final int CONTROL_PICTURES = 0x2400;
    private static final char DELETE = 0x7F;
    private static final char DELETE_PICTURE = 0x2421;
    private static final char LINE_MARK = '↵';
    private static final char TAB_MARK = '⇥';

    private VisibleText() {}

    /** The text on one line: control characters as their pictures (Unicode 2400), line ends and tabs as arrows. */
    static String of(String text) {
        String shown = text.length() > LONGEST ? text.substring(0, end(text)) + "…" : text;
        if (shown.chars().noneMatch(VisibleText::isHidden)) {
            return shown;
        }
        StringBuilder visible = new StringBuilder(shown.length());
        for (int i = 0; i < shown.length(); i++) {
            char character = shown.charAt(i);
            if (character == '\r' && i + 1 < shown.length() && shown.charAt(i + 1) == '\n') {
                continue;
            }
            visible.append(picture(character));
        }
        return visible.toString();
    }

    private static int end(String text) {
        return Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    }

    private static boolean isHidden(int character) {
        return character < ' ' || character == DELETE || isInvisible((char) character);
    }

    /** Characters that turn or hide other text: shown, lest a value look like another. */
    private static boolean isInvisible(char character) {
        return (character >= '\u202A' && character <= '\u202E')
                || (character >= '\u2066' && character <= '\u2069')
                || character == '\u200B'
                || character == '\u2028'
                || character == '\u2029'
                || character == '\uFEFF';
    }

    private static char picture(char character) {
        return switch (character) {
            case '\n' -> LINE_MARK;
            case '\t' -> TAB_MARK;
            case DELETE -> DELETE_PICTURE;
            default -> {
                if (character < ' ') {
                    yield (char) (CONTROL_PICTURES + character);
                }
                yield isInvisible(character) ? '�' : character;
            }
        };
    }
}

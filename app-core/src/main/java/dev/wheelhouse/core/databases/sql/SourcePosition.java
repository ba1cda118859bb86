package dev.wheelhouse.core.databases.sql;

/**
 * A place in a text as people count.
 *
 * @param position 1-based, in characters (code points)
 * @param line 1-based
 */
public record SourcePosition(int position, int line) {

    /** @param offset in UTF-16 units; clamped to the text */
    public static SourcePosition of(String text, int offset) {
        int end = Math.clamp(offset, 0, text.length());
        int line = 1;
        for (int i = 0; i < end; i++) {
            if (text.charAt(i) == '\n') {
                line++;
            }
        }
        return new SourcePosition(text.codePointCount(0, end) + 1, line);
    }
}

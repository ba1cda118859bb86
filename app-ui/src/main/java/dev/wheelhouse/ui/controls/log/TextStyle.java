package dev.wheelhouse.ui.controls.log;

/**
 * How a piece of text is set.
 *
 * @param foreground {@link #DEFAULT}, 0..255 for a colour of the table, or {@link #RGB} with 24 bits
 * @param background as {@code foreground}
 */
record TextStyle(
        int foreground, int background, boolean bold, boolean dim, boolean italic, boolean underline, boolean strike) {

    static final int DEFAULT = -1;
    static final int RGB = 1 << 24;
    static final TextStyle PLAIN = new TextStyle(DEFAULT, DEFAULT, false, false, false, false, false);

    static TextStyle coloured(int foreground) {
        return new TextStyle(foreground, DEFAULT, false, false, false, false, false);
    }
}

package dev.wheelhouse.core.platform.job;

import java.nio.charset.StandardCharsets;

/**
 * What a job wrote up to now.
 *
 * @param text its end, or all of it; control sequences of terminals are still in it
 * @param bytes how much is kept of it, in UTF-8
 * @param isWhole whether the text is all of it
 */
public record JobLogText(String text, long bytes, boolean isWhole) {

    public static final JobLogText NONE = new JobLogText("", 0, true);

    /** All of it. */
    public static JobLogText whole(byte[] utf8) {
        return new JobLogText(new String(utf8, StandardCharsets.UTF_8), utf8.length, true);
    }

    /**
     * The end, from a line's beginning on where there is one.
     *
     * @param end the last bytes of the log, at least one more than are to be shown
     * @param most the bytes to show
     * @param size bytes of the whole log
     */
    static JobLogText end(byte[] end, int most, long size) {
        int start = end.length - most;
        while (start < end.length && end[start - 1] != '\n') {
            start++;
        }
        if (start == end.length) {
            // One line alone is longer; it is cut between two characters.
            start = end.length - most;
            while ((end[start] & 0xC0) == 0x80) {
                start++;
            }
        }
        return new JobLogText(new String(end, start, end.length - start, StandardCharsets.UTF_8), size, false);
    }
}

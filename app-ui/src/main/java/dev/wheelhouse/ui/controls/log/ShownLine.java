package dev.wheelhouse.ui.controls.log;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A line as it came.
 *
 * @param id names the line as long as its log is the same one, whatever is filtered
 * @param number in its log, from 0 on; -1 while that is not known
 * @param time null where none is known
 * @param source index in {@link LogLines#sources()}
 * @param text with its ANSI escape sequences, without its line break; the beginning alone where it is {@code cut}
 * @param length of the whole line in bytes
 * @param cut whether there is more of it than {@code text}
 * @param follows how many rows right after it belong to it, as those of a stack trace do
 * @param behind how many rows before it the one lies that it belongs to; 0 for none
 */
public record ShownLine(
        long id,
        long number,
        @Nullable Instant time,
        LineLevel level,
        int source,
        String text,
        long length,
        boolean cut,
        int follows,
        int behind) {

    /** A line that is all of it, and alone. */
    public static ShownLine of(long number, @Nullable Instant time, LineLevel level, int source, String text) {
        return new ShownLine(number, number, time, level, source, text, text.length(), false, 0, 0);
    }
}

package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.logs.LogLevel;
import dev.wheelhouse.core.logs.LogStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A line of a {@link LogDocument}, decoded.
 *
 * @param number from 0, or {@link #UNKNOWN} while the lines before it are not counted
 * @param offset of its first byte; grows with the number and names the line while its number is not known
 * @param length of the whole line in bytes, without its line break
 * @param time when it was written, by its source or as its text says; null when neither knows
 * @param stream which output it came from; STDOUT where that is not known
 * @param instance the copy of an app or the one of several logs that wrote it; null where there is only one
 * @param level its own, or the one of the line that it belongs to
 * @param continued whether it belongs to the line before, as the frames of a stack trace do
 * @param text with ANSI escape sequences; what is not UTF-8 is U+FFFD; at most {@link LogDocument#LONGEST_SHOWN} characters
 * @param isCut whether {@code text} is only the line's beginning; {@link LogDocument#wholeText} gives all
 */
public record DocumentLine(
        long number,
        long offset,
        long length,
        @Nullable Instant time,
        LogStream stream,
        @Nullable String instance,
        LogLevel level,
        boolean continued,
        String text,
        boolean isCut) {

    /** In place of a number. */
    public static final long UNKNOWN = -1;
}

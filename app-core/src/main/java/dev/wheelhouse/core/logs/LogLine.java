package dev.wheelhouse.core.logs;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of a log.
 *
 * @param time when it was written, to the nanosecond where the source knows it; null where it does not
 * @param instance which copy of an app wrote it, as the server calls it; null where there is only one
 * @param text without its line break; ANSI escape sequences are kept
 */
public record LogLine(
        @Nullable Instant time, LogStream stream, @Nullable String instance, String text) {}

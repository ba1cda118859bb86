package dev.wheelhouse.core.logs.cri;

import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One written line, which may be a part of a longer one.
 *
 * @param time null where it was not known
 * @param partial whether the next one of the same stream belongs to it
 * @param instance the tag after {@code P} or {@code F}; null for none
 */
public record CriLine(
        @Nullable Instant time,
        LogStream stream,
        boolean partial,
        @Nullable String instance,
        String text) {

    /** As a line of a log, whole or not. */
    public LogLine toLine() {
        return new LogLine(time, stream, instance, text);
    }
}

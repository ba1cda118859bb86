package dev.wheelhouse.core.platform.timer;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When something is due.
 *
 * @param kind whose it is, such as {@code schedule}
 * @param onlyHome the one console that may handle it; null for any
 */
public record DueTime(
        String kind, String subjectId, @Nullable String onlyHome, Instant dueAt) {}

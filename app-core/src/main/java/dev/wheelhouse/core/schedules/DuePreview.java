package dev.wheelhouse.core.schedules;

import java.time.Instant;
import java.util.List;

/**
 * What an expression means.
 *
 * @param words in English, such as {@code "at 02:30 on Monday to Friday"}
 * @param next the next due times, in their order
 */
public record DuePreview(String words, List<Instant> next) {

    public DuePreview {
        next = List.copyOf(next);
    }
}

package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.error.AppException;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which events are wanted.
 *
 * @param kinds names such as {@code deploy.failed}, whole groups such as {@code deploy.*}, or {@code *}; none for all
 * @param subjectId null for any
 * @param from the first moment that counts; null for the beginning
 * @param to the first moment that no longer counts; null for now
 */
public record EventFilter(
        List<String> kinds,
        @Nullable String subjectId,
        @Nullable Instant from,
        @Nullable Instant to) {

    public static final EventFilter ALL = new EventFilter(List.of(), null, null, null);

    private static final int MOST_KINDS = 20;
    private static final Pattern KIND = Pattern.compile("\\*|[a-z_]{1,40}\\.(\\*|[a-z_]{1,60})");

    /** @throws AppException {@code validation_failed} on {@code query.kind} and {@code query.to} */
    public EventFilter {
        kinds = List.copyOf(kinds);
        if (kinds.size() > MOST_KINDS) {
            throw AppException.invalid("query.kind", "Give at most " + MOST_KINDS + " kinds.");
        }
        if (!kinds.stream().allMatch(kind -> KIND.matcher(kind).matches())) {
            throw AppException.invalid(
                    "query.kind",
                    "Give kinds such as backup.failed, groups such as backup.*, or *, with commas between.");
        }
        if (from != null && to != null && !from.isBefore(to)) {
            throw AppException.invalid("query.to", "Give a time after from.");
        }
    }

    /** Whether every kind counts. */
    boolean anyKind() {
        return kinds.isEmpty() || kinds.contains("*");
    }
}

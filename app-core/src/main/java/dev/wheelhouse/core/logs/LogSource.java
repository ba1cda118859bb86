package dev.wheelhouse.core.logs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One log as its origin gives it, rotated parts put together. Nothing is open until a method is called. Thread-safe; every
 * method throws what its {@link dev.wheelhouse.core.platform.host.Host} throws.
 */
public interface LogSource {

    /** What people call it, such as {@code api on web-1}. */
    String name();

    /**
     * The newest lines.
     *
     * @param lines 1..10000, and one more for a merge
     * @param mostBytes no more than this many bytes of text, the oldest lines left out
     */
    LogPage tail(int lines, long mostBytes);

    /** As {@link #tail}, without the places, which some logs have to read far more for. */
    default List<LogLine> newest(int lines, long mostBytes) {
        return tail(lines, mostBytes).lines().stream().map(PlacedLine::line).toList();
    }

    /**
     * Reads on from a place or a time, what the filter lets through.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException {@code validation_failed} on {@code after} for a place that
     *     is not of this source; a place that has been rotated away means the oldest line that there is
     */
    LogPage search(LogSearch search);

    /**
     * Follows from a place on.
     *
     * @param after null for what comes from now on
     * @throws dev.wheelhouse.core.platform.error.AppException as {@link #search}
     */
    LogFollowing follow(@Nullable LogPosition after);
}

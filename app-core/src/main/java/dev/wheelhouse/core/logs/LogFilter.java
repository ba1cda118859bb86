package dev.wheelhouse.core.logs;

import java.util.List;
import java.util.Set;

/**
 * Which lines of a log are wanted: those of one of the levels, with every {@code include} and with no {@code exclude}.
 *
 * @param levels empty for all
 */
public record LogFilter(List<LogPattern> include, List<LogPattern> exclude, Set<LogLevel> levels) {

    /** Lets every line through. */
    public static final LogFilter ALL = new LogFilter(List.of(), List.of(), Set.of());

    public LogFilter {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        levels = Set.copyOf(levels);
    }

    public boolean isAll() {
        return include.isEmpty() && exclude.isEmpty() && levels.isEmpty();
    }
}

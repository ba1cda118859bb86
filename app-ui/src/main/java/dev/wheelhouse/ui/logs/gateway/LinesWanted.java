package dev.wheelhouse.ui.logs.gateway;

import dev.wheelhouse.core.logs.LogFilter;
import java.util.Set;

/**
 * Which lines of a log are wanted.
 *
 * @param hidden names of logs of a merge whose lines are left out
 */
public record LinesWanted(LogFilter filter, Set<String> hidden) {

    public static final LinesWanted ALL = new LinesWanted(LogFilter.ALL, Set.of());

    public LinesWanted {
        hidden = Set.copyOf(hidden);
    }

    public boolean isAll() {
        return filter.isAll() && hidden.isEmpty();
    }
}

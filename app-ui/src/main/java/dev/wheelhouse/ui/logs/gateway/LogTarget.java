package dev.wheelhouse.ui.logs.gateway;

import java.util.List;

/**
 * What a viewer is open for.
 *
 * @param origins one, or several that are merged by time
 */
public record LogTarget(List<LogOrigin> origins) {

    public LogTarget {
        origins = origins == null ? List.of() : List.copyOf(origins);
    }

    public static LogTarget of(LogOrigin origin) {
        return new LogTarget(List.of(origin));
    }

    /** The app whose log alone it is; empty for none. */
    public String appId() {
        return origins.size() == 1 && origins.getFirst().kind() == LogOrigin.Kind.APP
                ? origins.getFirst().id()
                : "";
    }
}

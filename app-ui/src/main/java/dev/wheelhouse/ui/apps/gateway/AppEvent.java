package dev.wheelhouse.ui.apps.gateway;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to an app.
 *
 * @param id of the event
 * @param kind such as {@code app.crashed}
 * @param exitCode of the run that ended; null where there is none
 * @param detail details, such as {@code out of memory}; empty for nothing
 * @param lines the last ones of its log, oldest first; empty where there are none
 */
public record AppEvent(
        String id, Instant at, String kind, @Nullable Integer exitCode, String detail, List<String> lines) {

    public static final String CRASHED = "app.crashed";

    public AppEvent {
        lines = List.copyOf(lines);
    }

    public AppEvent withDetail(String more) {
        return new AppEvent(id, at, kind, exitCode, more, lines);
    }

    public boolean isCrash() {
        return kind.equals(CRASHED);
    }
}

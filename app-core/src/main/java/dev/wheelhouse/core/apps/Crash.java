package dev.wheelhouse.core.apps;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An end of an app that nobody asked for.
 *
 * @param at when it was noticed, by the console's clock
 * @param exitCode null where it is not known
 * @param detail what else is known, such as {@code out of memory}; empty for nothing
 * @param lines the last ones of its log, oldest first, without values of its environment; empty where it could not be read
 */
public record Crash(Instant at, @Nullable Integer exitCode, String detail, List<String> lines) {

    public Crash {
        lines = List.copyOf(lines);
    }
}

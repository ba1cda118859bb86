package dev.wheelhouse.core.logs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lines read at one time, oldest first.
 *
 * @param end the place after the last line that was looked at, also when it is not among {@code lines}; reading or
 *     following goes on from there. Null when the source has no line at all
 * @param hasMore whether there were more lines between here and what was asked for
 */
public record LogPage(List<PlacedLine> lines, @Nullable LogPosition end, boolean hasMore) {

    public LogPage {
        lines = List.copyOf(lines);
    }
}

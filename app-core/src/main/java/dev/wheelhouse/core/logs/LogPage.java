package dev.wheelhouse.core.logs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lines read at one time, oldest first.
 *
 * @param end the place after the last line that was looked at, also when it is not among {@code lines}; reading or
 *     following goes on from there. Null when the source has no line yet and no place
 *     before the first one either
 * @param hasMore whether there were more lines between here and what was asked for; then {@code lines} may be few or none
 * @param notice what the reader should know, such as the one of several logs that could not be read; empty for nothing
 */
public record LogPage(List<PlacedLine> lines, @Nullable LogPosition end, boolean hasMore, String notice) {

    public LogPage {
        lines = List.copyOf(lines);
    }

    /**
     * Where the newest of some lines begin.
     *
     * @param most at most so many lines
     * @param mostBytes of their text and line breaks together
     * @return the index of the first of them
     */
    public static int firstOfNewest(List<PlacedLine> lines, int most, long mostBytes) {
        int from = lines.size();
        long bytes = 0;
        while (from > 0 && lines.size() - from < most) {
            bytes += lines.get(from - 1).line().text().length() + 1L;
            if (bytes > mostBytes) {
                break;
            }
            from--;
        }
        return from;
    }

    /** Without a notice. */
    public LogPage(List<PlacedLine> lines, @Nullable LogPosition end, boolean hasMore) {
        this(lines, end, hasMore, "");
    }
}

package dev.wheelhouse.core.apps.runtime;

import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogSource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The end of a log, for a message that says why an app does not run. */
public final class LogEnd {

    /** More than the longest line, which is cut only once it is here: a bound below it would leave that line out. */
    public static final long BYTES = 4 << 20;

    private static final int LINE_CHARACTERS = 500;

    private LogEnd() {}

    /**
     * The newest lines, oldest first, without empty ones behind the last.
     *
     * @param began as {@link #isSince}
     * @throws dev.wheelhouse.core.platform.error.AppException when the log cannot be read now
     */
    public static List<String> of(LogSource log, int lines, @Nullable Instant began) {
        List<String> last = log.newest(lines, BYTES).stream()
                .filter(each -> isSince(each, began))
                .map(each -> cut(each.text()))
                .toList();
        int end = last.size();
        while (end > 0 && last.get(end - 1).isBlank()) {
            end--;
        }
        return last.subList(0, end);
    }

    /**
     * Whether a line may be of a run: those of earlier ones are not what it died of. Some logs have times in whole seconds.
     *
     * @param began when the run did, by the server's clock; null where that is not known
     */
    public static boolean isSince(LogLine line, @Nullable Instant began) {
        Instant time = line.time();
        return began == null || time == null || !time.isBefore(began.truncatedTo(ChronoUnit.SECONDS));
    }

    /** One line, not too long for a message. */
    public static String cut(String line) {
        return line.length() > LINE_CHARACTERS ? line.substring(0, LINE_CHARACTERS) + "…" : line;
    }
}

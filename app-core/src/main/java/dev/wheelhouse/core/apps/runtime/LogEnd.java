package dev.wheelhouse.core.apps.runtime;

import dev.wheelhouse.core.logs.LogSource;
import java.util.stream.Collectors;

/** The end of a log, for a message that says why an app does not run. */
public final class LogEnd {

    /** More than the longest line, which is cut only once it is here: a bound below it would leave that line out. */
    public static final long BYTES = 4 << 20;

    private static final int LINE_CHARACTERS = 500;

    private LogEnd() {}

    /** @throws dev.wheelhouse.core.platform.error.AppException when the log cannot be read now */
    public static String of(LogSource log, int lines) {
        return log.newest(lines, BYTES).stream().map(each -> cut(each.text())).collect(Collectors.joining("\n"));
    }

    /** One line, not too long for a message. */
    public static String cut(String line) {
        return line.length() > LINE_CHARACTERS ? line.substring(0, LINE_CHARACTERS) + "…" : line;
    }
}

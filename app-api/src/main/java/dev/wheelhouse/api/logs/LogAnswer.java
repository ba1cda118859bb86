package dev.wheelhouse.api.logs;

import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.PlacedLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lines as an answer of at most 5 MiB. */
final class LogAnswer {

    static final long MOST_BYTES = 5L << 20;

    /** What stands around the lines. */
    private static final int FRAME_BYTES = 32 << 10;

    private static final int MOST_CHARACTERS_OF_ONE = 800_000;

    private LogAnswer() {}

    /** The answer of operation 10, and what kept some of the lines back. */
    record Tail(List<LogLineJson> lines, @Nullable String notice) {}

    /**
     * Lines read on from a place.
     *
     * @param next where to read on; null for a log without any line
     * @param hasMore whether there is more that was asked for
     */
    record Page(
            List<LogLineJson> lines,
            @Nullable String next,
            boolean hasMore,
            @Nullable String notice) {}

    /** The newest lines that there is room for. */
    static Tail tail(LogPage page) {
        Deque<LogLineJson> lines = new ArrayDeque<>();
        long room = MOST_BYTES - FRAME_BYTES;
        for (PlacedLine each : page.lines().reversed()) {
            LogLineJson line = fitting(LogLineJson.of(each));
            room -= line.bytes();
            if (room < 0) {
                break;
            }
            lines.addFirst(line);
        }
        return new Tail(List.copyOf(lines), noticeOf(page));
    }

    /** The oldest lines that there is room for; the next page goes on behind them. */
    static Page page(LogPage page) {
        List<LogLineJson> lines = new ArrayList<>();
        long room = MOST_BYTES - FRAME_BYTES;
        LogPosition end = page.end();
        boolean cut = false;
        for (PlacedLine each : page.lines()) {
            LogLineJson line = fitting(LogLineJson.withPosition(each));
            room -= line.bytes();
            if (room < 0) {
                cut = true;
                end = page.lines().get(lines.size() - 1).after();
                break;
            }
            lines.add(line);
        }
        return new Page(lines, end == null ? null : end.text(), page.hasMore() || cut, noticeOf(page));
    }

    private static @Nullable String noticeOf(LogPage page) {
        return page.notice().isEmpty() ? null : page.notice();
    }

    /** One line alone always has room. */
    private static LogLineJson fitting(LogLineJson line) {
        String text = line.line();
        return text.length() <= MOST_CHARACTERS_OF_ONE
                ? line
                : line.withLine(text.substring(0, MOST_CHARACTERS_OF_ONE) + "…");
    }
}

package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.logs.LogLevel;
import dev.wheelhouse.core.logs.match.LevelRun;
import dev.wheelhouse.core.logs.search.Newlines;
import java.util.EnumMap;
import java.util.Map;

/** Counts the levels of a document in the background. */
@SuppressWarnings("EnumOrdinal") // A counter for each, not kept anywhere.
final class LevelPass extends DocumentPass {

    private static final LogLevel[] LEVELS = LogLevel.values();

    private final LineFormat format;
    private LevelRun run = new LevelRun();
    private long[] counts = new long[LEVELS.length];
    private volatile long[] published = counts.clone();

    LevelPass(FileDocument document, LineFormat format) {
        super(document);
        this.format = format;
    }

    @Override
    void begin() {
        run = new LevelRun();
        counts = new long[LEVELS.length];
        published = counts.clone();
    }

    @Override
    void lines(byte[] bytes, int length) {
        int at = 0;
        while (at < length) {
            int end = Newlines.next(bytes, at, length);
            counts[run.next(bytes, format.textStart(bytes, at, end), end).ordinal()]++;
            at = end + 1;
        }
        published = counts.clone();
    }

    @Override
    void tail(byte[] bytes, int length) {
        long[] with = counts.clone();
        if (length > 0) {
            with[
                    new LevelRun()
                            .next(bytes, format.textStart(bytes, 0, length), length)
                            .ordinal()]++;
        }
        published = with;
    }

    LevelCounts counts() {
        long[] now = published;
        Map<LogLevel, Long> lines = new EnumMap<>(LogLevel.class);
        for (LogLevel each : LEVELS) {
            lines.put(each, now[each.ordinal()]);
        }
        return new LevelCounts(lines, isComplete());
    }
}

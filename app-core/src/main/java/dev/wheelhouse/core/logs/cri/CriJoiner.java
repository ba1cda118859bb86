package dev.wheelhouse.core.logs.cri;

import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogStream;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Joins the parts of long lines, each stream's for itself. A line that would grow beyond a million characters is given out
 * as it is and goes on as another. Not thread-safe.
 */
public final class CriJoiner {

    private static final int LONGEST = 1_000_000;

    private final Map<LogStream, Begun> begun = new EnumMap<>(LogStream.class);

    private final LogStream unmarked;

    /** Takes lines that are not of the format for standard output. */
    public CriJoiner() {
        this(LogStream.STDOUT);
    }

    /** @param unmarked of lines that are not of the format, as in the file of one stream alone */
    public CriJoiner(LogStream unmarked) {
        this.unmarked = unmarked;
    }

    private record Begun(@Nullable Instant time, @Nullable String instance, StringBuilder text) {}

    /**
     * Takes what was written next.
     *
     * @param line without its line break; one that is not of the format is a line without a time
     * @return the line that has come to its end; empty while it goes on
     */
    public Optional<LogLine> add(String line) {
        Optional<CriLine> parsed = CriLines.parse(line);
        return parsed.isEmpty() ? Optional.of(new LogLine(null, unmarked, null, line)) : add(parsed.get());
    }

    /** As {@link #add(String)}, of a line that is parsed. */
    public Optional<LogLine> add(CriLine part) {
        Begun before = begun.get(part.stream());
        if (before == null && !part.partial()) {
            return Optional.of(part.toLine());
        }
        Begun now = before == null ? new Begun(part.time(), part.instance(), new StringBuilder()) : before;
        now.text().append(part.text());
        if (part.partial() && now.text().length() < LONGEST) {
            begun.put(part.stream(), now);
            return Optional.empty();
        }
        begun.remove(part.stream());
        return Optional.of(new LogLine(
                now.time(), part.stream(), now.instance(), now.text().toString()));
    }

    /** Whether parts wait for their line's end. */
    public boolean isWithinLine() {
        return !begun.isEmpty();
    }
}

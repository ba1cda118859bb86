package dev.wheelhouse.core.apps.container.log;

import dev.wheelhouse.core.apps.container.engine.LogFrames;
import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The lines of an engine's log stream, whole. Engines cut long ones (Docker after 16 KiB, Podman after 8) and send each
 * piece with a time of its own and no line break but behind the last. A line that would grow beyond a million bytes is
 * given out as it is and goes on as another; one that has no end yet is left to the next reading. Not thread-safe.
 */
public abstract class LogLines {

    private static final int LONGEST = 1_000_000;

    /** As long as RFC 3339 gets: nanoseconds and an offset. */
    private static final int LONGEST_TIME = 36;

    private final Map<LogStream, Begun> begun = new EnumMap<>(LogStream.class);
    private final Deque<LogLine> ready = new ArrayDeque<>();

    private final BooleanSupplier isOver;

    private long pieces;

    private LogLines(BooleanSupplier isOver) {
        this.isOver = isOver;
    }

    private static final class Begun {
        private final @Nullable Instant time;
        private final ByteArrayOutputStream text = new ByteArrayOutputStream();

        private Begun(@Nullable Instant time) {
            this.time = time;
        }

        private LogLine toLine(LogStream stream) {
            return new LogLine(time, stream, null, text.toString(StandardCharsets.UTF_8));
        }
    }

    /**
     * Of a container with two outputs.
     *
     * @param isOver asked at the end of the stream, when the last line has none: whether it is all there will be of it
     */
    public static LogLines framed(InputStream from, BooleanSupplier isOver) {
        LogFrames frames = new LogFrames(from);
        return new LogLines(isOver) {
            @Override
            boolean more() throws IOException {
                Optional<LogFrames.Frame> frame = frames.next();
                frame.ifPresent(each -> take(each.stream(), each.payload(), each.payload().length));
                return frame.isPresent();
            }
        };
    }

    /** As {@link #framed}, of a container with a terminal, whose one output comes as it is. */
    public static LogLines raw(InputStream from, BooleanSupplier isOver) {
        TerminalLines lines = new TerminalLines(from);
        return new LogLines(isOver) {
            @Override
            boolean more() throws IOException {
                byte[] line = lines.next();
                if (line != null) {
                    take(LogStream.STDOUT, line, line.length);
                }
                return line != null;
            }
        };
    }

    /**
     * Waits for the next line.
     *
     * @return empty at the end
     * @throws IOException when the stream is cut
     * @throws dev.wheelhouse.core.platform.error.AppException as {@code isOver} does
     */
    public Optional<LogLine> next() throws IOException {
        while (ready.isEmpty()) {
            if (!more()) {
                // Given out while it goes on, it would count as read, and its rest be left out by the next reading.
                if (!begun.isEmpty() && isOver.getAsBoolean()) {
                    begun.forEach((stream, rest) -> ready.add(rest.toLine(stream)));
                }
                begun.clear();
                return Optional.ofNullable(ready.poll());
            }
        }
        return Optional.of(ready.poll());
    }

    /** How many pieces the lines so far had, which is what an engine counts when it is asked for the newest lines. */
    public long pieces() {
        return pieces;
    }

    /** Takes what comes next; false at the end. */
    abstract boolean more() throws IOException;

    /** One piece: its time, a blank, its text and, unless the line goes on, a line break. */
    final void take(LogStream stream, byte[] piece, int length) {
        pieces++;
        boolean ends = length > 0 && piece[length - 1] == '\n';
        int end = ends ? length - 1 : length;
        int blank = blank(piece, end);
        Instant time = blank < 0 ? null : time(new String(piece, 0, blank, StandardCharsets.US_ASCII));
        int start = time == null ? 0 : blank + 1;
        Begun line = begun.get(stream);
        if (line == null && ends) {
            ready.add(new LogLine(time, stream, null, text(piece, start, end)));
            return;
        }
        if (line == null) {
            line = new Begun(time);
            begun.put(stream, line);
        }
        line.text.write(piece, start, end - start);
        if (ends || line.text.size() >= LONGEST) {
            begun.remove(stream);
            ready.add(line.toLine(stream));
        }
    }

    /** A terminal ends its lines with both signs. */
    private static String text(byte[] piece, int start, int end) {
        int last = end > start && piece[end - 1] == '\r' ? end - 1 : end;
        return new String(piece, start, last - start, StandardCharsets.UTF_8);
    }

    private static int blank(byte[] piece, int end) {
        int limit = Math.min(end, LONGEST_TIME);
        for (int i = 0; i < limit; i++) {
            if (piece[i] == ' ') {
                return i;
            }
        }
        // An empty text may have lost its blank.
        return end <= LONGEST_TIME ? end : -1;
    }

    static @Nullable Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException _) {
            return null;
        }
    }
}

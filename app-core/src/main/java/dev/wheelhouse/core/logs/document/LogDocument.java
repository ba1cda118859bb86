package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.core.platform.error.AppException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A log to look at: its rows are its lines, row and number being the same. It counts itself in the background and follows
 * its log as it grows; until {@link DocumentState#isCounted} the end is read with {@link #last} and {@link #before}.
 *
 * <p>Thread-safe. What says nothing else answers at once, within the time of a few reads from a local disk. The searching
 * methods block; they are cancelled by an interrupt of their thread within 50 ms and then throw {@code cancelled}. All of
 * it keeps within a few tens of megabytes of memory, whatever the size. Once closed nothing has lines any more.
 */
public interface LogDocument extends LogRows, AutoCloseable {

    /** Most characters of a line that are shown. */
    int LONGEST_SHOWN = 16 << 10;

    /** Most bytes of a line that {@link #wholeText} gives. */
    int LONGEST_WHOLE = 16 << 20;

    String name();

    DocumentState state();

    /**
     * Has something called when the state has changed: lines came, or a count, a filter or a notice has news. Called at
     * most every 50 ms, from a background thread; it must not block.
     *
     * @return takes it back
     */
    Registration onChange(Runnable listener);

    /** Takes a listener back. */
    @FunctionalInterface
    interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * The newest lines, oldest first, also while nothing is counted yet.
     *
     * @param count 0..1000
     */
    List<DocumentLine> last(int count);

    /**
     * The lines right before a place, oldest first, also while nothing is counted yet.
     *
     * @param offset of a line's first byte, as {@link DocumentLine#offset} says
     * @param count 0..1000
     */
    List<DocumentLine> before(long offset, int count);

    /**
     * The line at a place and those after it, oldest first, also while nothing is counted yet.
     *
     * @param offset of a line's first byte, as {@link DocumentLine#offset} says
     * @param count 0..1000
     */
    List<DocumentLine> from(long offset, int count);

    /** All of a line that is shown cut, up to {@link #LONGEST_WHOLE} bytes; empty text when it is not there any more. */
    String wholeText(DocumentLine line);

    /**
     * Filters in the background; several may be open at once. The caller closes it.
     *
     * @throws AppException {@code validation_failed} on {@code include[i]} or {@code exclude[i]} for an expression that is
     *     none
     */
    default FilteredLines filtered(LogFilter filter) {
        return filtered(filter, Set.of());
    }

    /**
     * As {@link #filtered(LogFilter)}, without the lines of some copies of an app or of some of several logs.
     *
     * @param hidden their names, see {@link DocumentLine#instance}
     */
    FilteredLines filtered(LogFilter filter, Set<String> hidden);

    /** How many lines of each level there are; counted in the background from the first call on. */
    LevelCounts counts();

    /**
     * The next line that has a text. Blocks.
     *
     * @param offset looked at from this line on; 0 for the oldest
     * @throws AppException {@code validation_failed} on {@code pattern}; {@code cancelled}
     */
    Optional<DocumentLine> findFrom(long offset, LogPattern pattern);

    /**
     * The last line before a place that has a text. Blocks.
     *
     * @param offset looked at only before this line; {@link Long#MAX_VALUE} for the newest
     * @throws AppException as {@link #findFrom}
     */
    Optional<DocumentLine> findBefore(long offset, LogPattern pattern);

    /**
     * The first line that is not older than a time, or the newest when all are. Lines without a time are as old as the one
     * before them.
     *
     * @return empty when no line has a time
     */
    Optional<DocumentLine> lineAt(Instant time);

    /**
     * The lines that one line belongs together with, such as an exception and its stack trace.
     *
     * @param number of whichever of them
     * @return empty when it is a group of its own, or is not counted yet
     */
    Optional<LineSpan> span(long number);

    /**
     * Writes rows as text, a line each, ANSI escape sequences left as they are. Blocks.
     *
     * @param rows of this document: itself or one of its {@link #filtered}
     * @return how many lines were written
     * @throws AppException {@code cancelled}
     */
    long copy(LogRows rows, OutputStream to) throws IOException;

    /** Fetches the log from its oldest line on, in the background; nothing happens when it is here. */
    void loadEverything();

    /** Ends whatever goes on; filters of it end too. */
    @Override
    void close();
}

package dev.wheelhouse.core.logs.document;

import java.util.List;

/**
 * Lines that a view shows one below the other: all of a document or what a filter lets through. Rows are counted from 0;
 * rows only come at the end, unless {@link DocumentState#generation} changes. Thread-safe. Every method answers at once.
 */
public interface LogRows {

    /** How many rows are known so far. */
    long count();

    /** Whether {@link #count} is that of everything that is there now; false while counting or filtering goes on. */
    boolean isComplete();

    /**
     * Reads rows; meant for a screenful or a few.
     *
     * @param first from 0
     * @param count at most this many, 0..1000
     * @return fewer than asked for at the end of what is known
     */
    List<DocumentLine> rows(long first, int count);

    /** The first row whose line has that number or a higher one; {@link #count} when there is none yet. */
    long rowOf(long number);
}

package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.platform.error.AppException;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a document that a filter lets through, found in the background from the oldest on; goes on with what the
 * document gains, until it is closed. Thread-safe.
 */
public interface FilteredLines extends LogRows, AutoCloseable {

    /** How much was looked at, 0..1. */
    double progress();

    /**
     * What ended the search, such as an expression that takes too long on a line ({@code validation_failed}); what was
     * found until then stays. Null while there is no such thing.
     */
    @Nullable
    AppException failure();

    /** Ends the search at once. */
    @Override
    void close();
}

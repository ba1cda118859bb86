package dev.wheelhouse.api.http.error;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorDetails;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Turns whatever a handler threw into a problem document, and writes the one log line about it. The text of an
 * unexpected failure stays in the log, under the request id. Thread-safe.
 */
public final class ErrorMapper {

    private static final Logger LOG = System.getLogger(ErrorMapper.class.getName());

    private final ProblemCatalog catalog;

    public ErrorMapper(ProblemCatalog catalog) {
        this.catalog = catalog;
    }

    /**
     * @param failure what was thrown, {@link Error}s such as a stack overflow included
     * @param requestId becomes {@code instance} and leads the log line
     */
    public Problem map(Throwable failure, String requestId) {
        if (failure instanceof AppException known) {
            return mapKnown(known, requestId);
        }
        LOG.log(Level.ERROR, requestId + " failed unexpectedly", failure);
        return internal(requestId);
    }

    private Problem mapKnown(AppException failure, String requestId) {
        ProblemCatalog.Row row = catalog.find(failure.errorCode().code()).orElse(null);
        if (row == null) {
            LOG.log(Level.ERROR, requestId + " has an error code without a status", failure);
            return internal(requestId);
        }
        return switch (failure.kind()) {
            case INTERNAL -> {
                LOG.log(Level.ERROR, requestId + " failed", failure);
                yield internal(requestId);
            }
            case UNAVAILABLE -> {
                LOG.log(Level.WARNING, line(row, failure, requestId));
                yield problem(row, failure, requestId);
            }
            case UNAUTHENTICATED, FORBIDDEN -> {
                LOG.log(Level.INFO, line(row, failure, requestId));
                yield problem(row, failure, requestId);
            }
            case INVALID, NOT_FOUND, CONFLICT, LIMIT, CANCELLED -> {
                LOG.log(Level.DEBUG, () -> line(row, failure, requestId));
                yield problem(row, failure, requestId);
            }
        };
    }

    private Problem internal(String requestId) {
        ProblemCatalog.Row row = catalog.find(PlatformError.INTERNAL.code()).orElseThrow();
        return Problem.of(
                row,
                "Something went wrong inside the console. Its log says what, under " + requestId + ".",
                requestId,
                ErrorDetails.NONE);
    }

    private static Problem problem(ProblemCatalog.Row row, AppException failure, String requestId) {
        String message = failure.getMessage();
        return Problem.of(row, message == null ? row.title() : message, requestId, failure.details());
    }

    private static String line(ProblemCatalog.Row row, AppException failure, String requestId) {
        // A caller's text is part of some messages; a line break in it would forge a second log line.
        String message = String.valueOf(failure.getMessage()).replaceAll("\\p{Cntrl}", " ");
        return requestId + " " + row.status() + " " + row.code() + ": " + message;
    }
}

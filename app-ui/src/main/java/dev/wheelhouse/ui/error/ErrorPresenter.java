package dev.wheelhouse.ui.error;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import java.util.Map;
import java.util.stream.Collectors;

/** Puts errors of the core into the window's words; {@code ErrorMapper} does the same for HTTP. */
public final class ErrorPresenter {

    private ErrorPresenter() {}

    public static Presented present(AppException error) {
        ErrorKind kind = error.kind();
        return new Presented(title(kind), text(error), details(error), isRetryable(kind));
    }

    private static String title(ErrorKind kind) {
        return switch (kind) {
            case INVALID -> "Not accepted";
            case NOT_FOUND -> "Not found";
            case CONFLICT -> "Conflict";
            case UNAUTHENTICATED -> "Not signed in";
            case FORBIDDEN -> "Not allowed";
            case LIMIT -> "Too large";
            case UNAVAILABLE -> "No answer";
            case CANCELLED -> "Cancelled";
            case INTERNAL -> "A fault of the console";
        };
    }

    private static boolean isRetryable(ErrorKind kind) {
        return switch (kind) {
            case UNAVAILABLE, CANCELLED, INTERNAL, NOT_FOUND -> true;
            case INVALID, CONFLICT, UNAUTHENTICATED, FORBIDDEN, LIMIT -> false;
        };
    }

    private static String text(AppException error) {
        return error.kind() == ErrorKind.INTERNAL
                ? "Something went wrong that should not have; the console's log has it."
                : String.valueOf(error.getMessage());
    }

    private static String details(AppException error) {
        Map<String, Object> attributes = error.details().attributes();
        String rest = attributes.entrySet().stream()
                .map(each -> "\n" + each.getKey() + ": " + each.getValue())
                .collect(Collectors.joining());
        return error.errorCode().code() + ": " + text(error) + rest;
    }
}

package dev.wheelhouse.core.platform.error;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one exception that services throw on purpose. Its message is written for people, says what to do and holds no
 * secret; it may be shown whole, unless the kind is {@link ErrorKind#INTERNAL}.
 */
public final class AppException extends RuntimeException {

    private final transient ErrorCode errorCode;
    private final transient ErrorDetails details;

    public AppException(ErrorCode errorCode, String message) {
        this(errorCode, message, ErrorDetails.NONE, null);
    }

    public AppException(ErrorCode errorCode, String message, ErrorDetails details) {
        this(errorCode, message, details, null);
    }

    public AppException(ErrorCode errorCode, String message, @Nullable Throwable cause) {
        this(errorCode, message, ErrorDetails.NONE, cause);
    }

    public AppException(ErrorCode errorCode, String message, ErrorDetails details, @Nullable Throwable cause) {
        super(message, cause);
        this.errorCode = errorCode;
        this.details = details;
    }

    /** A single field at fault. */
    public static AppException invalid(String path, String message) {
        return invalid(List.of(new FieldProblem(path, message)));
    }

    /**
     * Several fields at fault.
     *
     * @param problems at least one
     */
    public static AppException invalid(List<FieldProblem> problems) {
        FieldProblem first = problems.getFirst();
        return new AppException(
                PlatformError.VALIDATION_FAILED, first.path() + ": " + first.message(), new FieldProblems(problems));
    }

    /** Nothing of that kind with that id that the caller may know of. */
    public static AppException notFound(String what, String id) {
        return new AppException(PlatformError.NOT_FOUND, "There is no " + what + " with the id " + id + ".");
    }

    public ErrorCode errorCode() {
        return errorCode;
    }

    public ErrorKind kind() {
        return errorCode.kind();
    }

    public ErrorDetails details() {
        return details;
    }
}

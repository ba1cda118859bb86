package dev.wheelhouse.core.platform.host;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The failures of a {@link Host} in its words, the same for every kind of machine. */
public final class HostFailures {

    private HostFailures() {}

    public static AppException closed() {
        return new AppException(
                PlatformError.UPSTREAM_FAILED,
                "The connection to this server was closed because the server was changed or the console is stopping.");
    }

    public static AppException cancelled(String what, InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new AppException(PlatformError.CANCELLED, what + " was cancelled and stopped.", cause);
    }

    /**
     * Sleeps between two looks at a server.
     *
     * @param what is waited for, such as {@code The wait for the unit nginx.service}
     * @throws AppException {@code cancelled} by an interrupt
     */
    public static void pause(Duration pause, String what) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            throw cancelled(what, e);
        }
    }

    public static AppException commandTimedOut(HostCommand command) {
        return new AppException(
                PlatformError.UPSTREAM_TIMEOUT,
                "The command " + command.program() + " did not end within " + inWords(command.timeout())
                        + " and was stopped.");
    }

    /** @param what a sentence without its full stop, such as {@code The server web-1 went away} */
    public static AppException unavailable(String what, @Nullable Throwable cause) {
        String reason = cause == null || cause.getMessage() == null ? "" : ": " + cause.getMessage();
        return new AppException(PlatformError.UPSTREAM_FAILED, what + reason + ".", cause);
    }

    /** What a failure of file access means to the caller who named that path. */
    public static AppException ofFile(String path, IOException failure) {
        return switch (failure) {
            case NoSuchFileException e -> fileError(PlatformError.NOT_FOUND, "There is no " + path + ".", e);
            case FileAlreadyExistsException e -> fileError(PlatformError.ALREADY_EXISTS, path + " exists already.", e);
            case DirectoryNotEmptyException e ->
                fileError(PlatformError.STATE_INVALID, "The directory " + path + " is not empty.", e);
            case NotDirectoryException e -> fileError(PlatformError.STATE_INVALID, path + " is not a directory.", e);
            case AccessDeniedException e ->
                fileError(PlatformError.STATE_INVALID, "The server does not allow this on " + path + ".", e);
            default -> ofFileText(path, failure);
        };
    }

    private static AppException ofFileText(String path, IOException failure) {
        String text = String.valueOf(failure.getMessage());
        if (text.contains("No space left") || text.contains("quota exceeded")) {
            return fileError(PlatformError.STORAGE_FULL, "The disk that holds " + path + " is full.", failure);
        }
        if (text.contains("Is a directory")) {
            return fileError(PlatformError.STATE_INVALID, path + " is a directory.", failure);
        }
        return unavailable("The file " + path + " could not be worked", failure);
    }

    static AppException badPath(String path, InvalidPathException cause) {
        return fileError(PlatformError.BAD_REQUEST, "This is not a path of the server: " + path, cause);
    }

    /** What a connection needs that was not made, for every kind of machine alike. */
    public static AppException noSocket(String path, @Nullable Throwable cause) {
        return new AppException(
                PlatformError.NOT_FOUND,
                "There is no socket " + path
                        + " on the server. Check that the service behind it is installed and runs.",
                cause);
    }

    public static AppException socketForbidden(String path, String user, @Nullable Throwable cause) {
        return new AppException(
                PlatformError.STATE_INVALID,
                "The user " + user + " may not use the socket " + path + ". Add that user to the group that owns it, as"
                        + " docker for Docker's (usermod -aG docker " + user + ") and log in anew, or use root.",
                cause);
    }

    public static AppException notASocket(String path) {
        return new AppException(
                PlatformError.STATE_INVALID, path + " is no socket. Name the path at which the service listens.");
    }

    public static AppException socketDead(String path, @Nullable Throwable cause) {
        return new AppException(
                PlatformError.UPSTREAM_FAILED,
                "Nobody answers at the socket " + path + ". Start the service that listens there.",
                cause);
    }

    private static AppException fileError(PlatformError code, String message, Exception cause) {
        return new AppException(code, message, cause);
    }

    private static String inWords(Duration limit) {
        return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
    }
}

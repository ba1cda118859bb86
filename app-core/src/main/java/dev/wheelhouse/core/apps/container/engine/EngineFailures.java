package dev.wheelhouse.core.apps.container.engine;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What an engine says in the console's words. */
final class EngineFailures {

    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private static final String NO_SPACE = "no space left on device";

    private EngineFailures() {}

    /** A refusal keeps the engine's own words: nobody knows better why. */
    static AppException of(EngineCall call, int status, String message) {
        String words = "The container engine refuses: " + (message.isEmpty() ? "status " + status : message);
        String sentence = words.endsWith(".") ? words : words + ".";
        if (message.contains(NO_SPACE)) {
            return new AppException(PlatformError.STORAGE_FULL, sentence);
        }
        return switch (status) {
            case BAD_REQUEST -> new AppException(PlatformError.STATE_INVALID, sentence);
            case NOT_FOUND -> new AppException(PlatformError.NOT_FOUND, sentence);
            case CONFLICT -> new AppException(PlatformError.CONFLICT, sentence);
            default ->
                call.method().equals("GET")
                        ? new AppException(PlatformError.UPSTREAM_FAILED, sentence)
                        : new AppException(PlatformError.STATE_INVALID, sentence);
        };
    }

    /** Of work that an engine gave up, with its own words. */
    static AppException refused(String what, String words) {
        String text = words.strip();
        return new AppException(
                text.contains(NO_SPACE) ? PlatformError.STORAGE_FULL : PlatformError.STATE_INVALID,
                what + text + (text.endsWith(".") ? "" : "."));
    }

    static AppException broken(String socket, IOException cause) {
        return new AppException(
                PlatformError.UPSTREAM_FAILED,
                "The container engine at " + socket + " ended the conversation: " + cause.getMessage() + ".",
                cause);
    }

    /** For an answer that broke off, perhaps because its reader was interrupted. */
    static AppException interrupted(String socket, IOException cause) {
        return Thread.currentThread().isInterrupted()
                ? new AppException(PlatformError.CANCELLED, "Cancelled.", cause)
                : broken(socket, cause);
    }

    static AppException noEngine() {
        return new AppException(
                PlatformError.STATE_INVALID,
                "No container engine answers on this server. Start Docker (systemctl start docker) or Podman's socket"
                        + " (systemctl start podman.socket), or name its socket as the app's engine.");
    }

    /** @param podman its version; null for another engine */
    static AppException tooOld(String socket, String api, @Nullable String podman) {
        return new AppException(
                PlatformError.UPSTREAM_FAILED,
                podman == null
                        ? "The container engine at " + socket + " has the Docker API " + api
                                + "; 1.41, of Docker 20.10, is the oldest that Wheelhouse works with."
                        : "Podman " + podman + " answers at " + socket
                                + "; 4.0 is the oldest that Wheelhouse works with.");
    }

    static AppException strange(String socket, RuntimeException cause) {
        return new AppException(
                PlatformError.UPSTREAM_FAILED,
                "What answers at " + socket + " is no container engine with the Docker API.",
                cause);
    }
}

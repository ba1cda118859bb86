package dev.wheelhouse.core.backups.plan;

import org.jspecify.annotations.Nullable;

/** A restore cannot go on; its message is for people and names the file, the object or the setting at fault. */
public final class RestoreException extends Exception {

    private static final long serialVersionUID = 1;

    public RestoreException(String message) {
        this(message, null);
    }

    public RestoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

package dev.wheelhouse.core.backups.store;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A store does not do what it was asked; its message is for people and names the object or the bucket, never a key. */
public final class StoreException extends IOException {

    private static final long serialVersionUID = 1;

    private final StoreTrouble trouble;

    public StoreException(StoreTrouble trouble, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.trouble = trouble;
    }

    public StoreTrouble trouble() {
        return trouble;
    }
}

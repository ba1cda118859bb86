package dev.wheelhouse.core.backups.base;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A manifest is not what a server made; its message is a sentence. */
final class ManifestException extends IOException {

    private static final long serialVersionUID = 1;

    ManifestException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

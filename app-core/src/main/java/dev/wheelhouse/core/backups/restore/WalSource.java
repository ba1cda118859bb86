package dev.wheelhouse.core.backups.restore;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Where a recovery has its WAL from. Called by one thread. */
@FunctionalInterface
public interface WalSource {

    /**
     * @param file as a server asks for it: a segment such as {@code 000000010000000000000003}, or a timeline's history
     * @return its bytes, unpacked, which the caller closes; null where there is none
     */
    @Nullable
    InputStream open(String file) throws IOException;
}

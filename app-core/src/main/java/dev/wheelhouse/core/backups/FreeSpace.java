package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Whether a disk of the console's machine takes what is to be written to it. */
final class FreeSpace {

    private FreeSpace() {}

    /** What a directory's disk lacks, for people; empty when there is enough. */
    static Optional<String> lack(Path directory, long bytes) throws IOException {
        return lack(directory.toString(), Files.getFileStore(directory).getUsableSpace(), bytes);
    }

    static Optional<String> lack(String directory, long free, long bytes) {
        return free >= bytes
                ? Optional.empty()
                : Optional.of("%s has %,d MiB free, and %,d MiB are needed."
                        .formatted(directory, free >> 20, mebibytes(bytes)));
    }

    /** Rounded up: what is short by a little is not to look as if it fitted. */
    private static long mebibytes(long bytes) {
        return (bytes + (1 << 20) - 1) >> 20;
    }

    /** @throws AppException {@code state_invalid} */
    static void require(Path directory, long bytes) throws IOException {
        Optional<String> lack = lack(directory, bytes);
        if (lack.isPresent()) {
            throw new AppException(PlatformError.STATE_INVALID, lack.get());
        }
    }
}

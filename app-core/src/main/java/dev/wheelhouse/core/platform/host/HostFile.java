package dev.wheelhouse.core.platform.host;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a machine's file system.
 *
 * @param path absolute, as asked or below the directory that was listed
 * @param name the last part of the path
 * @param size in bytes
 * @param modifiedAt to the second at least
 * @param mode POSIX permission bits such as 0644 (octal); null where the machine has none
 */
public record HostFile(
        String path,
        String name,
        HostFileKind kind,
        long size,
        Instant modifiedAt,
        @Nullable Integer mode) {

    public boolean isDirectory() {
        return kind == HostFileKind.DIRECTORY;
    }
}

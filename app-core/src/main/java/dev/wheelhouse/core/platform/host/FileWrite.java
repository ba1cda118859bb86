package dev.wheelhouse.core.platform.host;

import org.jspecify.annotations.Nullable;

/**
 * How a file is opened for writing.
 *
 * @param mode POSIX permission bits of a file created by this, such as 0600 (octal), 0..07777; null for the machine's
 *     default. An existing file keeps its bits.
 */
public record FileWrite(Existing existing, @Nullable Integer mode) {

    /** What happens to a file that is there already. */
    public enum Existing {
        /** It is emptied first; a reader may see it half written. */
        TRUNCATE,
        /** What is written comes after what it holds. */
        APPEND,
        /** {@code already_exists}. */
        REFUSE
    }
}

package dev.wheelhouse.core.platform.host;

import org.jspecify.annotations.Nullable;

/**
 * How a file is opened for writing.
 *
 * @param mode POSIX permission bits that a file gets which is made by this; null is what the machine gives. Bits of a
 *     file that is there stay as they are.
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

    public static FileWrite truncating() {
        return new FileWrite(Existing.TRUNCATE, null);
    }

    public static FileWrite appending() {
        return new FileWrite(Existing.APPEND, null);
    }

    public static FileWrite fresh() {
        return new FileWrite(Existing.REFUSE, null);
    }

    /** @param bits such as 0600 (octal), 0..07777 */
    public FileWrite withMode(int bits) {
        return new FileWrite(existing, bits);
    }
}

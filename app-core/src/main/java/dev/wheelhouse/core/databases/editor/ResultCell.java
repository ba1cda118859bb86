package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.platform.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * One value.
 *
 * @param shown the value as the HTTP API gives it; of a long one, a JSON string of its first 256 characters
 * @param length characters of the whole value, when {@code shown} is cut; else 0
 * @param kept the whole value when {@code shown} is cut and it was small enough to keep; null otherwise
 */
public record ResultCell(
        RawJson shown, long length, @Nullable RawJson kept) {

    /** Characters of a cut value that are shown. */
    public static final int HEAD = 256;

    static ResultCell whole(RawJson value) {
        return new ResultCell(value, 0, null);
    }

    /** Whether {@code shown} is only the beginning. */
    public boolean isCut() {
        return length > 0;
    }

    /** The whole value; null when it is too large to be kept and only an export has it. */
    public @Nullable RawJson value() {
        return isCut() ? kept : shown;
    }
}

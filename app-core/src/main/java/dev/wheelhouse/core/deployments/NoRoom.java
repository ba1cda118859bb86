package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.nio.charset.StandardCharsets;

/**
 * Tells from what programs write that a disk is full: nearly all of them pass on the C library's English text for
 * {@code ENOSPC}, and Node.js its own. What comes in pieces is looked at across their borders. For one thread.
 */
final class NoRoom {

    /** Without the first letter, which is a capital for some. */
    private static final String WORDS = "o space left on device";

    private String end = "";
    private boolean seen;

    static boolean isIn(String text) {
        return text.contains(WORDS);
    }

    /** @param what failed, the beginning of a sentence */
    static AppException failed(String what) {
        return new AppException(
                PlatformError.STORAGE_FULL,
                what + ", as a disk of the server has no room left. Make room there, and deploy again.");
    }

    void look(byte[] piece) {
        if (!seen) {
            String text = end + new String(piece, StandardCharsets.ISO_8859_1);
            seen = isIn(text);
            end = text.substring(Math.max(0, text.length() - WORDS.length() + 1));
        }
    }

    boolean isSeen() {
        return seen;
    }
}

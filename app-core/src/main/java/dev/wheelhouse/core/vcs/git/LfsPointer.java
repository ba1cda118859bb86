package dev.wheelhouse.core.vcs.git;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands in a repository for a file of Git LFS (git-lfs, {@code docs/spec.md}, "The Pointer").
 *
 * @param oid SHA-256 of the content, 64 hex digits
 * @param bytes of the content
 */
record LfsPointer(String oid, long bytes) {

    /** A longer blob is no pointer (the same page). */
    static final int LONGEST = 1024;

    private static final Pattern FORM = Pattern.compile(
            "version https://git-lfs\\.github\\.com/spec/v1\n(?:ext-[^\n]+\n)*oid sha256:([0-9a-f]{64})\nsize ([0-9]{1,18})\n");

    static Optional<LfsPointer> read(byte[] blob) {
        if (blob.length > LONGEST) {
            return Optional.empty();
        }
        Matcher form = FORM.matcher(new String(blob, StandardCharsets.ISO_8859_1));
        return form.matches()
                ? Optional.of(new LfsPointer(form.group(1), Long.parseLong(form.group(2))))
                : Optional.empty();
    }
}

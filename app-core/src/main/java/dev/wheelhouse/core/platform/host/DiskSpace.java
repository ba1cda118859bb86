package dev.wheelhouse.core.platform.host;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The space of a file system, as {@code df -P -k} tells it (POSIX df, "portable output format"). Seen with df of GNU coreutils
 * 8.32 to 9.10, BusyBox 1.30 to 1.38, toybox 0.8.9 and uutils 0.0.30 to 0.12, which alone writes the blanks of a device as
 * {@code \040}. Immutable.
 *
 * @param mount where it is mounted, absolute
 * @param availableBytes to others than root, who may have some reserved; never less than 0
 */
public record DiskSpace(String mount, long totalBytes, long usedBytes, long availableBytes) {

    /** Device and mount point may hold blanks; the numbers between them do not. */
    private static final Pattern LINE =
            Pattern.compile(".*?\\s(\\d{1,15})\\s+(\\d{1,15})\\s+(-?\\d{1,15})\\s+(?:\\d+%|-)\\s+(/.*)");

    /** Empty for the head line, and for whatever is none. */
    public static Optional<DiskSpace> parse(String line) {
        Matcher found = LINE.matcher(line);
        return found.matches()
                ? Optional.of(new DiskSpace(
                        found.group(4),
                        Long.parseLong(found.group(1)) << 10,
                        Long.parseLong(found.group(2)) << 10,
                        Math.max(0, Long.parseLong(found.group(3)) << 10)))
                : Optional.empty();
    }
}

package dev.wheelhouse.core.metrics.proc;

import dev.wheelhouse.core.metrics.proc.Counters.FileSystemSpace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code df -P -k} (POSIX df, "portable output format"). */
public final class DiskFree {

    private static final long KIBIBYTE = 1024;

    /** Device and mount point may hold blanks; the numbers between them do not. */
    private static final Pattern LINE =
            Pattern.compile(".*?\\s\\d{1,15}\\s+(\\d{1,15})\\s+(-?\\d{1,15})\\s+(?:\\d+%|-)\\s(/.*)");

    private DiskFree() {}

    /** @param asked mount points whose lines are wanted; any other is ignored */
    public static List<FileSystemSpace> parse(byte[] answer, Collection<String> asked) {
        Set<String> wanted = new LinkedHashSet<>(asked);
        List<FileSystemSpace> space = new ArrayList<>();
        ProcText text = new ProcText(answer);
        while (text.nextLine()) {
            Matcher line = LINE.matcher(text.rest());
            if (!line.matches() || !wanted.remove(line.group(3))) {
                continue;
            }
            long used = Long.parseLong(line.group(1)) * KIBIBYTE;
            // What is reserved for root makes it less than none.
            long available = Math.max(0, Long.parseLong(line.group(2)) * KIBIBYTE);
            if (used + available > 0) {
                space.add(new FileSystemSpace(line.group(3), used, used + available));
            }
        }
        return space;
    }
}

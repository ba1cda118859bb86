package dev.wheelhouse.core.servers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads what {@code du -a -x -k -d} writes (POSIX du, "Stdout"; {@code -d} is GNU's and the others'). Seen with GNU coreutils 8.32
 * to 9.10, BusyBox 1.30 to 1.38, toybox 0.8.9 and uutils 0.0.30 to 0.12. Pure.
 */
final class DiskUsageReader {

    private static final int MOST = 25;

    /** A folder of which one entry is at least so much is told by that entry alone. */
    private static final double NEARLY_ALL = 0.9;

    private DiskUsageReader() {}

    /**
     * The largest entries below a folder.
     *
     * @param lines kibibytes, a tab and a path each, as du writes them: a folder after all that is in it
     */
    static List<DiskUsage.Entry> largest(String folder, List<String> lines) {
        Map<String, Long> sizes = new HashMap<>();
        for (String line : lines) {
            String path = line.substring(line.indexOf('\t') + 1);
            // A name may have a line break in it; what follows one is no entry.
            if (path.equals(folder) || path.startsWith(folder.equals("/") ? "/" : folder + "/")) {
                bytes(line).ifPresent(bytes -> sizes.put(path, bytes));
            }
        }
        Map<String, Long> largestWithin = new HashMap<>();
        sizes.forEach((path, bytes) -> largestWithin.merge(parent(path), path.equals("/") ? 0 : bytes, Long::max));
        List<DiskUsage.Entry> entries = new ArrayList<>();
        sizes.forEach((path, bytes) -> {
            boolean isTold = largestWithin.getOrDefault(path, 0L) >= NEARLY_ALL * bytes;
            if (!isTold && !path.equals(folder)) {
                entries.add(new DiskUsage.Entry(path, bytes));
            }
        });
        entries.sort(Comparator.comparingLong(DiskUsage.Entry::bytes).reversed().thenComparing(DiskUsage.Entry::path));
        return entries.subList(0, Math.min(MOST, entries.size()));
    }

    /** What a line says in front of its tab; empty for no size. */
    static Optional<Long> bytes(String line) {
        int tab = line.indexOf('\t');
        return tab > 0 && line.substring(0, tab).matches("[0-9]{1,15}")
                ? Optional.of(Long.parseLong(line.substring(0, tab)) << 10)
                : Optional.empty();
    }

    private static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }
}

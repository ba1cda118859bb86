package dev.wheelhouse.core.apps.process;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The processes of a machine as {@code /proc/<pid>/stat} tells them (proc_pid_stat(5)). Immutable. */
final class ProcessTable {

    private static final int LEAST_FIELDS = 22;

    /**
     * One process.
     *
     * @param state such as {@code S}; {@code Z} for one that ended and was not waited for
     * @param start in ticks since boot
     * @param ticks processor time of its own and of the children that it waited for
     * @param pages in memory
     */
    record Entry(long pid, String state, long parent, long group, long session, long start, long ticks, long pages) {}

    /** What some processes take together. */
    record Sum(long ticks, long pages) {}

    private final Map<Long, Entry> byPid = new HashMap<>();
    private final Map<Long, List<Entry>> byParent = new HashMap<>();
    private final Map<Long, List<Entry>> bySession = new HashMap<>();

    /** @param lines one process each; what is none, such as one that ended while it was read, is skipped */
    ProcessTable(Iterable<String> lines) {
        for (String line : lines) {
            entry(line).ifPresent(each -> {
                byPid.put(each.pid(), each);
                byParent.computeIfAbsent(each.parent(), _ -> new ArrayList<>()).add(each);
                bySession
                        .computeIfAbsent(each.session(), _ -> new ArrayList<>())
                        .add(each);
            });
        }
    }

    /** A name may hold blanks and brackets, so the fields are counted from its last bracket on. */
    private static Optional<Entry> entry(String line) {
        int open = line.indexOf(" (");
        int close = line.lastIndexOf(") ");
        if (open < 0 || close < open) {
            return Optional.empty();
        }
        // The first of these is the third field of the manual.
        String[] fields = line.substring(close + 2).split(" ", -1);
        if (fields.length < LEAST_FIELDS) {
            return Optional.empty();
        }
        try {
            long ticks = 0;
            for (int i = 11; i <= 14; i++) {
                ticks += Long.parseLong(fields[i]);
            }
            return Optional.of(new Entry(
                    Long.parseLong(line.substring(0, open)),
                    fields[0],
                    Long.parseLong(fields[1]),
                    Long.parseLong(fields[2]),
                    Long.parseLong(fields[3]),
                    Long.parseLong(fields[19]),
                    ticks,
                    Long.parseLong(fields[21])));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /** Whether that process still is the one that began then; a number that came back is another. */
    boolean isAlive(long pid, long start) {
        Entry entry = byPid.get(pid);
        return entry != null && entry.start() == start && !entry.state().equals("Z");
    }

    /** What a process takes with everything below it and everything in its session. */
    Sum treeOf(long pid) {
        Set<Long> met = new HashSet<>();
        Deque<Entry> waiting = new ArrayDeque<>();
        Entry root = byPid.get(pid);
        if (root != null) {
            waiting.add(root);
        }
        waiting.addAll(bySession.getOrDefault(pid, List.of()));
        long ticks = 0;
        long pages = 0;
        while (!waiting.isEmpty()) {
            Entry next = waiting.poll();
            if (met.add(next.pid())) {
                ticks += next.ticks();
                pages += next.pages();
                waiting.addAll(byParent.getOrDefault(next.pid(), List.of()));
            }
        }
        return new Sum(ticks, pages);
    }
}

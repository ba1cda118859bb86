package dev.wheelhouse.core.platform.host;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The processes of a machine as in {@code /proc/<pid>/stat} (proc_pid_stat(5)). Immutable. */
public final class ProcessTable {

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** Indices behind the name, where the third field of the manual is the first. */
    private static final int PARENT = 1;

    private static final int SESSION = 3;
    private static final int FIRST_TIME = 11;
    private static final int LAST_TIME = 14;
    private static final int START = 19;
    private static final int RESIDENT_PAGES = 21;

    /**
     * One process.
     *
     * @param state such as {@code S}; {@code Z} for one that ended and was not waited for
     * @param start in ticks since boot
     * @param ticks processor time of its own and of the children that it waited for
     * @param pages in memory
     */
    private record Entry(long pid, String state, long parent, long session, long start, long ticks, long pages) {}

    /** What some processes take together. */
    public record Sum(int processes, long cpuNanos, long memoryBytes) {}

    private final Map<Long, Entry> byPid = new HashMap<>();
    private final Map<Long, List<Long>> byParent = new HashMap<>();
    private final Map<Long, List<Long>> bySession = new HashMap<>();
    private final long nanosPerTick;
    private final long pageBytes;

    /** @param lines one process each; what is none, such as one that ended while it was read, is skipped */
    public ProcessTable(Iterable<String> lines, long ticksPerSecond, long pageBytes) {
        this.nanosPerTick = NANOS_PER_SECOND / Math.max(1, ticksPerSecond);
        this.pageBytes = pageBytes;
        for (String line : lines) {
            entry(line).ifPresent(each -> {
                byPid.put(each.pid(), each);
                byParent.computeIfAbsent(each.parent(), _ -> new ArrayList<>()).add(each.pid());
                bySession
                        .computeIfAbsent(each.session(), _ -> new ArrayList<>())
                        .add(each.pid());
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
        String[] fields = line.substring(close + 2).split(" ", -1);
        if (fields.length <= RESIDENT_PAGES) {
            return Optional.empty();
        }
        try {
            long ticks = 0;
            for (int i = FIRST_TIME; i <= LAST_TIME; i++) {
                ticks += Long.parseLong(fields[i]);
            }
            return Optional.of(new Entry(
                    Long.parseLong(line.substring(0, open)),
                    fields[0],
                    Long.parseLong(fields[PARENT]),
                    Long.parseLong(fields[SESSION]),
                    Long.parseLong(fields[START]),
                    ticks,
                    Long.parseLong(fields[RESIDENT_PAGES])));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /** Whether that process still is the one that began then; a number that came back is another. */
    public boolean isAlive(long pid, long start) {
        Entry entry = byPid.get(pid);
        return entry != null && entry.start() == start && !entry.state().equals("Z");
    }

    /** What a process takes with everything below it and everything in its session. */
    public Sum ofSession(long pid) {
        List<Long> roots = new ArrayList<>(bySession.getOrDefault(pid, List.of()));
        roots.add(pid);
        return of(roots);
    }

    /** What these processes take with everything below them, each once. */
    public Sum of(Collection<Long> pids) {
        Set<Long> met = new HashSet<>();
        Deque<Long> waiting = new ArrayDeque<>(pids);
        int count = 0;
        long ticks = 0;
        long pages = 0;
        while (!waiting.isEmpty()) {
            long pid = waiting.poll();
            if (!met.add(pid)) {
                continue;
            }
            waiting.addAll(byParent.getOrDefault(pid, List.of()));
            Entry entry = byPid.get(pid);
            if (entry != null) {
                count++;
                ticks += entry.ticks();
                pages += entry.pages();
            }
        }
        return new Sum(count, ticks * nanosPerTick, pages * pageBytes);
    }
}

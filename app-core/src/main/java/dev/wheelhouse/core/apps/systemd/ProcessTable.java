package dev.wheelhouse.core.apps.systemd;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All processes of a server by their number, from {@code /proc/<pid>/stat} (proc(5)). Pure. */
record ProcessTable(Map<Long, Entry> entries) {

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** Indices behind the name, where field 3 of proc(5) is the first. */
    private static final int PARENT = 1;

    private static final int FIRST_TIME = 11;
    private static final int LAST_TIME = 14;
    private static final int RESIDENT_PAGES = 21;

    /** @param cpuNanos with that of the children it waited for */
    record Entry(long parent, long cpuNanos, long memoryBytes) {}

    record Sum(int processes, long cpuNanos, long memoryBytes) {}

    /** @param stats the text of each process's file, a line each; lines that are none are left out */
    static ProcessTable parse(String stats, long ticksPerSecond, long pageBytes) {
        Map<Long, Entry> entries = new HashMap<>();
        long nanosPerTick = NANOS_PER_SECOND / Math.max(1, ticksPerSecond);
        stats.lines().forEach(line -> {
            // The name stands in parentheses and may hold both blanks and parentheses.
            int open = line.indexOf(" (");
            int close = line.lastIndexOf(") ");
            Long pid = open < 0 || close < open ? null : whole(line.substring(0, open));
            String[] fields =
                    close < 0 ? new String[0] : line.substring(close + 2).split(" ");
            Long parent = fields.length <= RESIDENT_PAGES ? null : whole(fields[PARENT]);
            if (pid == null || parent == null) {
                return;
            }
            long ticks = 0;
            for (int i = FIRST_TIME; i <= LAST_TIME; i++) {
                ticks += orZero(whole(fields[i]));
            }
            entries.put(
                    pid, new Entry(parent, ticks * nanosPerTick, orZero(whole(fields[RESIDENT_PAGES])) * pageBytes));
        });
        return new ProcessTable(entries);
    }

    /** Of these processes and their descendants, each once. */
    Sum sum(Set<Long> roots) {
        Set<Long> all = new HashSet<>(roots);
        Deque<Long> open = new ArrayDeque<>(roots);
        while (!open.isEmpty()) {
            long parent = open.pop();
            entries.forEach((pid, entry) -> {
                if (entry.parent() == parent && all.add(pid)) {
                    open.push(pid);
                }
            });
        }
        int count = 0;
        long cpu = 0;
        long memory = 0;
        for (Long pid : all) {
            Entry entry = entries.get(pid);
            if (entry != null) {
                count++;
                cpu += entry.cpuNanos();
                memory += entry.memoryBytes();
            }
        }
        return new Sum(count, cpu, memory);
    }

    /** Null for what is no number from 0 to 2⁶³-1. */
    static @Nullable Long whole(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            long value = Long.parseLong(text.strip());
            return value < 0 ? null : value;
        } catch (NumberFormatException _) {
            return null;
        }
    }

    private static long orZero(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}

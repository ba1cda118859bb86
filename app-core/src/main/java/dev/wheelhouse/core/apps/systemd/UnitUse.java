package dev.wheelhouse.core.apps.systemd;

import dev.wheelhouse.core.apps.runtime.Instance.Use;
import dev.wheelhouse.core.platform.host.ProcessTable;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a unit takes, from wherever the server has it: its control group (the kernel's cgroup-v2 and cgroup-v1
 * documents), else systemd's own properties, else its processes and all of their descendants. Pure.
 */
final class UnitUse {

    private static final long MICROS = 1000;

    /** Where the hierarchies of control groups are mounted that name a unit's processes. */
    private static final String[] PROCESS_ROOTS = {"/sys/fs/cgroup", "/sys/fs/cgroup/systemd", "/sys/fs/cgroup/unified"
    };

    private final ServerFacts facts;
    private final UnitState unit;

    private UnitUse(ServerFacts facts, UnitState unit) {
        this.facts = facts;
        this.unit = unit;
    }

    /** Null when it does not run, or takes nothing as there is no process. */
    static @Nullable Use of(UnitState unit, ServerFacts facts) {
        return new UnitUse(facts, unit).use();
    }

    private @Nullable Use use() {
        Long cpu = firstKnown(cpuOfGroup(), unit.number("CPUUsageNSec"));
        Long memory = firstKnown(memoryOfGroup(), unit.number("MemoryCurrent"));
        if (cpu == null || memory == null) {
            ProcessTable.Sum sum = facts.processes().of(processes());
            if (sum.processes() == 0) {
                return null;
            }
            cpu = cpu == null ? sum.cpuNanos() : cpu;
            memory = memory == null ? sum.memoryBytes() : memory;
        }
        return new Use(cpu, memory, limit());
    }

    private static @Nullable Long firstKnown(@Nullable Long first, @Nullable Long second) {
        return first != null ? first : second;
    }

    private @Nullable String file(String root, String name) {
        String group = unit.controlGroup();
        return group.isEmpty() ? null : facts.files().get(root + group + "/" + name);
    }

    private @Nullable Long cpuOfGroup() {
        Long micros = field(file("/sys/fs/cgroup", "cpu.stat"), "usage_usec");
        return micros != null
                ? Long.valueOf(micros * MICROS)
                : UnitState.whole(file("/sys/fs/cgroup/cpuacct", "cpuacct.usage"));
    }

    /** As docker stats: without what the kernel could drop at once. */
    private @Nullable Long memoryOfGroup() {
        Long current = UnitState.whole(file("/sys/fs/cgroup", "memory.current"));
        if (current != null) {
            return without(current, field(file("/sys/fs/cgroup", "memory.stat"), "inactive_file"));
        }
        Long usage = UnitState.whole(file("/sys/fs/cgroup/memory", "memory.usage_in_bytes"));
        return usage == null
                ? null
                : without(usage, field(file("/sys/fs/cgroup/memory", "memory.stat"), "total_inactive_file"));
    }

    private static Long without(long usage, @Nullable Long droppable) {
        return droppable == null ? usage : Math.max(0, usage - droppable);
    }

    private long limit() {
        long limit = facts.memoryBytes();
        Long own = unit.number("MemoryMax");
        Long group = firstKnown(
                UnitState.whole(file("/sys/fs/cgroup", "memory.max")),
                UnitState.whole(file("/sys/fs/cgroup/memory", "memory.limit_in_bytes")));
        for (Long each : new Long[] {own, group}) {
            if (each != null && each > 0) {
                limit = Math.min(limit, each);
            }
        }
        return limit;
    }

    private Set<Long> processes() {
        Set<Long> pids = new HashSet<>();
        if (unit.anyPid() > 0) {
            pids.add(unit.anyPid());
        }
        for (String root : PROCESS_ROOTS) {
            String listed = file(root, "cgroup.procs");
            if (listed != null) {
                listed.lines()
                        .map(UnitState::whole)
                        .filter(pid -> pid != null && pid > 0)
                        .forEach(pids::add);
            }
        }
        return pids;
    }

    private static @Nullable Long field(@Nullable String text, String name) {
        if (text == null) {
            return null;
        }
        return text.lines()
                .filter(line -> line.startsWith(name + " "))
                .findFirst()
                .map(line -> UnitState.whole(line.substring(name.length() + 1)))
                .orElse(null);
    }
}

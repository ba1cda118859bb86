package dev.wheelhouse.core.apps.systemd;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.ProcessTable;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One look at many units of one server, with one command. Its shell script is always the same text; units are its
 * arguments.
 *
 * @param units by the names that were asked for, in that order; each of them
 */
record UnitReading(Map<UnitName, UnitState> units, ServerFacts facts) {

    static final Duration LIMIT = Duration.ofSeconds(20);

    /** Times are printed in UTC and in English. */
    static final Map<String, String> PLAIN = Map.of("LC_ALL", "C", "TZ", "UTC", "SYSTEMD_COLORS", "0");

    /**
     * systemctl first, then one {@code head} for what control groups say, and all of {@code /proc} only when a group says
     * too little of a unit that runs. {@code head} names each file because there are always two.
     */
    static final String SCRIPT = """
        command -v systemctl >/dev/null || { echo 'wheelhouse:none'; exit 0; }
        properties=$1; shift
        units=$(systemctl show --no-pager -p "$properties" -- "$@") || exit 1
        printf 'wheelhouse:units\\n%s\\n' "$units"
        set -- /proc/uptime /proc/meminfo
        more=; pid=0
        while IFS= read -r line; do
          case $line in
          MainPID=*) pid=${line#*=} ;;
          ControlPID=[1-9]*) pid=${line#*=} ;;
          ControlGroup=*)
            group=${line#*=}
            [ "$pid" = 0 ] && [ -z "$group" ] && continue
            cpu=; memory=
            if [ -n "$group" ]; then
              for file in /sys/fs/cgroup$group/cpu.stat /sys/fs/cgroup/cpuacct$group/cpuacct.usage; do
                [ -r "$file" ] && cpu=1 && set -- "$@" "$file"
              done
              for file in /sys/fs/cgroup$group/memory.current /sys/fs/cgroup/memory$group/memory.usage_in_bytes; do
                [ -r "$file" ] && memory=1 && set -- "$@" "$file"
              done
              for file in /sys/fs/cgroup$group/memory.stat /sys/fs/cgroup$group/memory.max \\
                /sys/fs/cgroup/memory$group/memory.stat /sys/fs/cgroup/memory$group/memory.limit_in_bytes \\
                /sys/fs/cgroup$group/cgroup.procs /sys/fs/cgroup/systemd$group/cgroup.procs \\
                /sys/fs/cgroup/unified$group/cgroup.procs; do
                [ -r "$file" ] && set -- "$@" "$file"
              done
            fi
            [ -n "$cpu" ] && [ -n "$memory" ] || more=1
            ;;
          esac
        done <<UNITS
        $units
        UNITS
        printf 'wheelhouse:files\\n'
        head -n 5000 "$@" 2>/dev/null
        if [ -n "$more" ]; then
          printf '\\nwheelhouse:processes %s %s\\n' "$(getconf CLK_TCK || echo 100)" "$(getconf PAGESIZE || echo 4096)"
          cat /proc/[0-9]*/stat 2>/dev/null
        fi
        exit 0
        """;

    /**
     * Looks.
     *
     * @param names at least one, each once
     * @throws AppException as {@link Host#run}; {@code state_invalid} when the server has no systemd
     */
    static UnitReading of(Host host, List<UnitName> names) {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", SCRIPT, "sh", UnitState.PROPERTIES));
        names.forEach(name -> argv.add(name.text()));
        CommandResult result =
                host.run(HostCommand.of(argv).withEnvironment(PLAIN).within(LIMIT));
        return of(CommandResult.sections(result.stdoutText()), names, result.stderrText());
    }

    /**
     * What the script printed.
     *
     * @param parts by their marks
     * @param errors what it wrote when it failed
     */
    static UnitReading of(Map<String, String> parts, List<UnitName> names, String errors) {
        String shown = parts.get("units");
        if (shown == null) {
            throw parts.containsKey("none") ? Refusals.noSystemd() : Refusals.of("The units could not be read", errors);
        }
        List<UnitState> states = UnitState.parse(shown);
        if (states.size() != names.size()) {
            throw Refusals.of("systemctl told of " + states.size() + " units instead of " + names.size(), "");
        }
        Map<UnitName, UnitState> units = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            units.put(names.get(i), states.get(i));
        }
        return new UnitReading(units, facts(parts));
    }

    /** How a unit is that was asked for alone. */
    UnitState only() {
        return units.values().iterator().next();
    }

    private static ServerFacts facts(Map<String, String> parts) {
        Map<String, String> files = files(parts.getOrDefault("files", ""));
        String processes = parts.getOrDefault("processes", "");
        String[] units = processes.lines().findFirst().orElse("").split(" ", -1);
        Long ticks = UnitState.whole(units[0]);
        Long page = units.length < 2 ? null : UnitState.whole(units[1]);
        return new ServerFacts(
                uptime(files.getOrDefault("/proc/uptime", "")),
                memory(files.getOrDefault("/proc/meminfo", "")),
                files,
                new ProcessTable(processes.lines().toList(), ticks == null ? 100 : ticks, page == null ? 4096 : page));
    }

    /** What {@code head} prints for several files: {@code ==> path <==} before each. */
    private static Map<String, String> files(String headed) {
        Map<String, String> files = new HashMap<>();
        String path = null;
        StringBuilder text = new StringBuilder();
        for (String line : headed.split("\n", -1)) {
            if (line.startsWith("==> ") && line.endsWith(" <==")) {
                put(files, path, text);
                path = line.substring(4, line.length() - 4);
            } else {
                text.append(line).append('\n');
            }
        }
        put(files, path, text);
        return files;
    }

    private static void put(Map<String, String> files, @Nullable String path, StringBuilder text) {
        if (path != null) {
            files.put(path, text.toString());
        }
        text.setLength(0);
    }

    /** {@code 12818.80 10126.04}. */
    private static long uptime(String text) {
        try {
            return new BigDecimal(text.strip().split(" ", 2)[0])
                    .movePointRight(9)
                    .longValue();
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    /** {@code MemTotal:  24731680 kB}. */
    private static long memory(String text) {
        return text.lines()
                .filter(line -> line.startsWith("MemTotal:"))
                .map(line -> UnitState.whole(line.replaceAll("[^0-9]", "")))
                .filter(kilobytes -> kilobytes != null)
                .mapToLong(kilobytes -> kilobytes * 1024)
                .findFirst()
                .orElse(0);
    }
}

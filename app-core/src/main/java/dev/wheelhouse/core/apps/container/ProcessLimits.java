package dev.wheelhouse.core.apps.container;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many files and processes a container may have. They are always sent: without them Podman's service asks for more
 * than an unprivileged engine may give, and the container does not start.
 *
 * @param files open at once
 * @param processes of the container's user on the server; -1 for no limit
 */
record ProcessLimits(long files, long processes) {

    /** More files than this make programs slow that close all of them at their start. */
    private static final long MOST_FILES = 65_536;

    private static final long UNLIMITED = -1;
    private static final ProcessLimits USUAL = new ProcessLimits(MOST_FILES, UNLIMITED);
    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final Pattern FILES = Pattern.compile("(?m)^Max open files +\\S+ +(\\S+)");
    private static final Pattern PROCESSES = Pattern.compile("(?m)^Max processes +\\S+ +(\\S+)");

    private static final Pattern HIGHEST_PID = Pattern.compile("(?m)^([0-9]{1,18})$");

    /** What the server lets the console's user there have, which is no more than the engine has. */
    static ProcessLimits of(Host host) {
        try {
            String limits = host.run(HostCommand.of("cat", "/proc/self/limits", "/proc/sys/kernel/pid_max")
                            .within(LIMIT))
                    .stdoutText();
            return parse(limits);
        } catch (AppException e) {
            return switch (e.kind()) {
                case CANCELLED -> throw e;
                case INVALID, NOT_FOUND, CONFLICT, UNAUTHENTICATED, FORBIDDEN, LIMIT, UNAVAILABLE, INTERNAL -> USUAL;
            };
        }
    }

    /** @param limits as Linux shows them, and behind them in a line of its own the highest process number (proc(5)) */
    static ProcessLimits parse(String limits) {
        long files = hard(FILES, limits);
        long processes = hard(PROCESSES, limits);
        Matcher highest = HIGHEST_PID.matcher(limits);
        // Podman lets itself have no more processes than there are numbers, and may not give more than it has.
        long numbers = highest.find() ? Long.parseLong(highest.group(1)) : UNLIMITED;
        return new ProcessLimits(
                files == UNLIMITED ? MOST_FILES : Math.min(files, MOST_FILES),
                processes == UNLIMITED || numbers == UNLIMITED
                        ? Math.max(processes, numbers)
                        : Math.min(processes, numbers));
    }

    private static long hard(Pattern pattern, String limits) {
        Matcher found = pattern.matcher(limits);
        return found.find() && found.group(1).matches("[0-9]{1,18}") ? Long.parseLong(found.group(1)) : UNLIMITED;
    }

    /** As the engine's HostConfig takes them. */
    List<Map<String, Object>> ulimits() {
        return List.of(ulimit("nofile", files), ulimit("nproc", processes));
    }

    private static Map<String, Object> ulimit(String name, long value) {
        return new TreeMap<>(Map.of("Name", name, "Soft", value, "Hard", value));
    }
}

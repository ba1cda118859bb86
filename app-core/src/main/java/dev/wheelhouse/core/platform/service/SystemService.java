package dev.wheelhouse.core.platform.service;

import java.util.Map;
import java.util.Set;

/** Whether this process is a service of the machine, and what its unit alone is given. */
public final class SystemService {

    /** Of systemd.exec(5), "Environment variables in spawned processes", and of later versions than ours. */
    private static final Set<String> OF_THE_UNIT = Set.of(
            "NOTIFY_SOCKET",
            "INVOCATION_ID",
            "JOURNAL_STREAM",
            "SYSTEMD_EXEC_PID",
            "CREDENTIALS_DIRECTORY",
            "STATE_DIRECTORY",
            "RUNTIME_DIRECTORY",
            "CACHE_DIRECTORY",
            "LOGS_DIRECTORY",
            "CONFIGURATION_DIRECTORY",
            "LISTEN_FDS",
            "LISTEN_PID",
            "LISTEN_PIDFDID",
            "LISTEN_FDNAMES",
            "FDSTORE",
            "WATCHDOG_PID",
            "WATCHDOG_USEC",
            "MEMORY_PRESSURE_WATCH",
            "MEMORY_PRESSURE_WRITE");

    private SystemService() {}

    /**
     * Whether the machine's systemd itself started the process, so that what it starts shares its unit's restrictions and
     * control group: {@code SYSTEMD_EXEC_PID} is the process that was started (since systemd 248), and only the units of a
     * user's manager have {@code MANAGERPID}. A process that some service started, such as a test on a build server, is none.
     *
     * @param pid of the process with that environment
     */
    public static boolean isOne(Map<String, String> environment, long pid) {
        return Long.toString(pid).equals(environment.get("SYSTEMD_EXEC_PID")) && !environment.containsKey("MANAGERPID");
    }

    /** Whether a variable holds for the unit's own process and for none that it starts. */
    public static boolean isOfUnit(String variable) {
        return OF_THE_UNIT.contains(variable);
    }
}

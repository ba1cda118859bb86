package dev.wheelhouse.core.platform.service;

import java.util.Map;

/** Whether this process is a service of the machine. */
public final class SystemService {

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
}

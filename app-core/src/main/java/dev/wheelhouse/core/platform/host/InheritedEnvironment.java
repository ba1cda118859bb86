package dev.wheelhouse.core.platform.host;

import java.util.Locale;
import java.util.Set;

/**
 * Which variables of the console the commands on its machine get: those that a log-in of its user has too, as over SSH. Any
 * other may be a secret ({@code AWS_SECRET_ACCESS_KEY}), lead to one ({@code SSH_AUTH_SOCK}), or hold for the console alone
 * ({@code NOTIFY_SOCKET}).
 */
final class InheritedEnvironment {

    /**
     * POSIX, "Environment Variables", with the user's manager and session bus of systemd, the directories of the XDG Base
     * Directory Specification, which say where processes and containers are kept, and where Docker listens.
     */
    private static final Set<String> POSIX = Set.of(
            "PATH",
            "HOME",
            "USER",
            "LOGNAME",
            "SHELL",
            "LANG",
            "LANGUAGE",
            "TZ",
            "TMPDIR",
            "XDG_RUNTIME_DIR",
            "DBUS_SESSION_BUS_ADDRESS",
            "XDG_STATE_HOME",
            "XDG_DATA_HOME",
            "XDG_CONFIG_HOME",
            "XDG_CACHE_HOME",
            "DOCKER_HOST");

    /** Without which programs of Windows do not start, or do not find their files. */
    private static final Set<String> WINDOWS = Set.of(
            "PATH",
            "PATHEXT",
            "COMSPEC",
            "SYSTEMROOT",
            "SYSTEMDRIVE",
            "WINDIR",
            "TEMP",
            "TMP",
            "USERNAME",
            "USERDOMAIN",
            "USERPROFILE",
            "HOMEDRIVE",
            "HOMEPATH",
            "APPDATA",
            "LOCALAPPDATA",
            "PROGRAMDATA",
            "ALLUSERSPROFILE",
            "PUBLIC",
            "PROGRAMFILES",
            "PROGRAMFILES(X86)",
            "PROGRAMW6432",
            "COMMONPROGRAMFILES",
            "COMMONPROGRAMFILES(X86)",
            "COMMONPROGRAMW6432",
            "COMPUTERNAME",
            "NUMBER_OF_PROCESSORS",
            "PROCESSOR_ARCHITECTURE",
            "OS",
            "TZ");

    private static final boolean IS_WINDOWS =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("win");

    private InheritedEnvironment() {}

    static boolean has(String variable) {
        return has(variable, IS_WINDOWS);
    }

    /** @param isWindows where names are the same in any case */
    static boolean has(String variable, boolean isWindows) {
        return isWindows
                ? WINDOWS.contains(variable.toUpperCase(Locale.ROOT))
                : POSIX.contains(variable) || variable.startsWith("LC_");
    }
}

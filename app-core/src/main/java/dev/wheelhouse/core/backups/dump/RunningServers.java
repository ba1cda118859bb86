package dev.wheelhouse.core.backups.dump;

/** Finds PostgreSQL where it is installed in no usual directory: its servers that run say where they were started from. */
public final class RunningServers {

    /**
     * Defines {@code running_servers} for a POSIX shell, which prints the directories of their programs, each in a line.
     *
     * <p>The link {@code /proc/PID/exe} (proc_pid_exe(5), by POSIX ls) is read of the user's own processes, or by root; the command line, which may
     * be asked of anybody's, names the rest. As anybody can start a program of that name, a directory counts only where
     * nobody but root and the user can have put something into it, or replaced one on the way to it. Seen with ps of procps 3.3
     * to 4.0 and of BusyBox 1.30 to 1.38.
     */
    public static final String FUNCTION = """
            is_closed() {
              part=$1
              while [ -n "$(find "$part" -prune \\( -user 0 -o -user "$(id -u)" \\) \\
                \\( ! -perm -020 ! -perm -002 -o -perm -1000 \\) 2> /dev/null)" ]; do
                [ "$part" != / ] || return 0
                part=$(dirname "$part")
              done
              return 1
            }
            running_servers() {
              {
                ls -l /proc/[0-9]*/exe | sed -n 's|^.* -> \\(/.*\\)/postgres$|\\1|p'
                ps -eo args= | sed -n 's|^\\(/[^ ]*\\)/postgres\\( .*\\)*$|\\1|p'
              } 2> /dev/null | sort -u | while IFS= read -r each; do
                each=$(cd "$each" 2> /dev/null && pwd -P) && is_closed "$each" && printf '%s\\n' "$each"
              done
            }
            """;

    private RunningServers() {}
}

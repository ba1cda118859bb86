package dev.wheelhouse.core.platform.host;

import java.util.TreeMap;

/** A command as one line for a shell that tells its process number first: what SSH takes, and what a unit of its own runs. */
public final class CommandText {

    /** Prefix of the line on standard error that holds the process's number. */
    static final String MARK = "wheelhouse-pid:";

    /** With the builtins of the shell alone; where there is no {@code /proc} the line is the number and nothing else. */
    private static final String MARK_SCRIPT = """
            { read -r wheelhouse_boot </proc/sys/kernel/random/boot_id
            read -r wheelhouse_stat </proc/$$/stat; } 2>/dev/null
            set -- ${wheelhouse_stat##*) }
            echo %s$$ $wheelhouse_boot/${20} >&2
            """.formatted(MARK);

    /** Reads no more than that line. */
    private static final String GATE_SCRIPT = "read -r wheelhouse_go || exit 1\n";

    private static final String NO_DIRECTORY = "125";

    private CommandText() {}

    /**
     * A line for the account's log-in shell, whichever POSIX shell that is: it only starts {@code sh} with one word. That
     * one is its process number, which is the command's own from {@code exec} on.
     */
    public static String of(HostCommand command) {
        return of(command, MARK_SCRIPT);
    }

    /**
     * As {@link #of(HostCommand)}, but the command begins only with a line on its standard input, which is not the command's;
     * where the input ends before, it never does.
     */
    static String onceTold(HostCommand command) {
        return of(command, MARK_SCRIPT + GATE_SCRIPT);
    }

    private static String of(HostCommand command, String before) {
        StringBuilder script = new StringBuilder(before);
        String directory = command.directory();
        if (directory != null) {
            script.append("cd ").append(ShellText.quote(rooted(directory))).append(" || exit " + NO_DIRECTORY + "\n");
        }
        new TreeMap<>(command.environment())
                .forEach((name, value) -> script.append("export ")
                        .append(name)
                        .append('=')
                        .append(ShellText.quote(value))
                        .append('\n'));
        script.append("exec ").append(ShellText.quote(command.argv()));
        return "exec /bin/sh -c " + ShellText.quote(script.toString());
    }

    /** {@code cd} reads a leading dash as an option, and {@code -} as the directory before. */
    private static String rooted(String directory) {
        return directory.startsWith("-") ? "./" + directory : directory;
    }

    /** Ends a process and its group, which on a server is its own: {@code sshd} begins a session for each command. */
    public static String kill(String signal, long pid) {
        return "exec /bin/sh -c "
                + ShellText.quote(
                        "kill -s " + signal + " -- -" + pid + " 2>/dev/null || kill -s " + signal + " " + pid);
    }

    /** Kills what is left of the group of a process that has ended itself; its number may be another's by now. */
    public static String killGroup(long pid) {
        return "exec /bin/sh -c " + ShellText.quote("kill -s KILL -- -" + pid + " 2>/dev/null");
    }

    /** Ends with 0 while anything of the group runs. */
    public static String isGroupThere(long pid) {
        return "exec /bin/sh -c " + ShellText.quote("kill -s 0 -- -" + pid + " 2>/dev/null");
    }
}

package dev.wheelhouse.core.platform.host;

import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

/** A command as a script that writes its process number first: what is sent over SSH, and what a unit of its own runs. */
public final class CommandText {

    /** Prefix of the line on standard error that holds the process's number. */
    static final String MARK = "wheelhouse-pid:";

    /**
     * What an account's log-in shell is given, whichever it is and whatever is to run: {@code sshd} gives it to
     * {@code $SHELL -c} (sshd(8), "Login process"). POSIX shells, fish and csh read what is between these quotes alike, as
     * there is no quote, line break or exclamation mark in it. The script comes over standard input, each line behind a plus
     * sign, up to a line without one; {@code read} takes no more than that. Where the input ends before, nothing runs.
     */
    public static final String LOGIN_LINE =
            "exec /bin/sh -c 'n=$(printf \"\\nx\"); n=${n%x}; s=; while IFS= read -r l; do"
                    + " case $l in +*) s=$s${l#+}$n ;; *) eval \"$s\"; exit ;; esac; done; exit 125'";

    private static final int MOST = 1 << 30;

    /** With the builtins of the shell alone; where there is no {@code /proc} the line is the number and nothing else. */
    private static final String MARK_SCRIPT = """
            { read -r wheelhouse_boot </proc/sys/kernel/random/boot_id
            read -r wheelhouse_stat </proc/$$/stat; } 2>/dev/null
            set -- ${wheelhouse_stat##*) }
            echo %s$$ $wheelhouse_boot/${20} >&2
            """;

    /** Reads no more than that line. */
    private static final String GATE_SCRIPT = "read -r wheelhouse_go || exit 1\n";

    private static final String NO_DIRECTORY = "125";

    private CommandText() {}

    /**
     * What {@link #LOGIN_LINE} makes a command of.
     *
     * @param input what its standard input begins with; the command's own follows
     * @param mark what the line on standard error with its process number begins with; the number is the command's own from
     *     {@code exec} on. Only who ran the script can have worked it out.
     * @param outputMark the line on standard output that the command's own output follows
     */
    public record Sent(String input, String mark, String outputMark) {}

    public static Sent sent(HostCommand command) {
        int first = ThreadLocalRandom.current().nextInt(MOST);
        int second = ThreadLocalRandom.current().nextInt(MOST);
        String sum = "$((%d + %d))".formatted(first, second);
        // A line break first: what was printed may end without one.
        String before = "echo\necho " + outputMark(sum) + "\n" + MARK_SCRIPT.formatted(mark(sum));
        String number = Integer.toString(first + second);
        return new Sent("+" + script(command, before).replace("\n", "\n+") + "\n.\n", mark(number), outputMark(number));
    }

    private static String outputMark(String number) {
        return "wheelhouse-" + number + "-output";
    }

    private static String mark(String number) {
        return "wheelhouse-" + number + "-" + MARK;
    }

    /**
     * A line for {@code sh} whose command begins only with a line on its standard input, which is not the command's; where
     * the input ends before, it never does.
     */
    static String onceTold(HostCommand command) {
        return "exec /bin/sh -c " + ShellText.quote(script(command, MARK_SCRIPT.formatted(MARK) + GATE_SCRIPT));
    }

    private static String script(HostCommand command, String before) {
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
        return script.append("exec ").append(ShellText.quote(command.argv())).toString();
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

package dev.wheelhouse.core.platform.host;

import dev.wheelhouse.core.platform.job.ProcessMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Marks of processes: on Linux the machine's boot and the clock tick of the process's start (proc(5),
 * {@code /proc/pid/stat}, field 22).
 */
public final class ProcessMarks {

    private static final Pattern LINUX = Pattern.compile("[0-9a-f-]{36}/\\d+");
    private static final Path PROC = Path.of("/proc");

    /** The tick's place behind the name of the program, which may hold anything. */
    private static final int START = 19;

    private ProcessMarks() {}

    /** As a command over SSH tells it; empty where the machine has no {@code /proc}. */
    public static Optional<ProcessMark> told(long pid, String mark) {
        return LINUX.matcher(mark).matches() ? Optional.of(new ProcessMark(pid, mark)) : Optional.empty();
    }

    /** That of a process of this machine; empty when it has ended. */
    static Optional<ProcessMark> of(ProcessHandle process) {
        if (!Files.isDirectory(PROC)) {
            return process.info()
                    .startInstant()
                    .map(at -> new ProcessMark(process.pid(), "started/" + at.toEpochMilli()));
        }
        try {
            String boot =
                    Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
            String stat = Files.readString(PROC.resolve(process.pid() + "/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", START + 2);
            return told(process.pid(), boot + "/" + fields[START]);
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}

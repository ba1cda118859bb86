package dev.wheelhouse.core.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a benchmark ran on.
 *
 * @param id the same for all runs on it, 12 hexadecimal digits. Kernel and Java are not in it: a newer one that slows
 *     something down should be seen
 * @param processor its model
 * @param processors how many it gives to programs
 * @param memoryMegabytes how much it gives to them
 * @param system name and version of the operating system
 * @param kernel its version
 * @param java the version of the Java runtime, and who made it
 */
public record Machine(
        String id, String processor, int processors, long memoryMegabytes, String system, String kernel, String java) {

    private static final int LOOK_MILLIS = 1000;
    private static final int ID_DIGITS = 12;
    private static final long MEBIBYTE = 1 << 20;

    /** This one. */
    static Machine here() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        String processor = find("/proc/cpuinfo", "model name\\s*:\\s*(.+)", System.getProperty("os.arch"));
        int processors = Runtime.getRuntime().availableProcessors();
        long megabytes = system.getTotalMemorySize() / MEBIBYTE;
        // Kernels keep some megabytes more or fewer for themselves.
        long gigabytes = Math.round(megabytes / 1024.0);
        String own = find("/etc/machine-id", "(\\S+)", "");
        return new Machine(
                hash(processor + "|" + processors + "|" + gigabytes + "|" + own),
                processor,
                processors,
                megabytes,
                find("/etc/os-release", "(?m)^PRETTY_NAME=\"?([^\"\n]+)", System.getProperty("os.name")),
                System.getProperty("os.version"),
                System.getProperty("java.runtime.version") + ", " + System.getProperty("java.vendor"));
    }

    /** Measures for a second which share of its processors is in use, 0 to 1; negative where the system does not say. */
    static double busy() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        // The first call only sets where the second one begins.
        system.getCpuLoad();
        Awaiting.moment(LOOK_MILLIS);
        return system.getCpuLoad();
    }

    private static String find(String file, String pattern, String otherwise) {
        try {
            Matcher found = Pattern.compile(pattern).matcher(Files.readString(Path.of(file)));
            return found.find() ? found.group(1).strip() : otherwise;
        } catch (IOException _) {
            return otherwise;
        }
    }

    /** A machine's own id is nobody else's business, so it is kept as a part of a hash alone. */
    private static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, ID_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

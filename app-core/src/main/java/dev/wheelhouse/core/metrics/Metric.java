package dev.wheelhouse.core.metrics;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Something measured of a server: one of the {@link #FIXED fixed} ones, or the space used on one mounted file system.
 *
 * @param name as in the API, such as {@code cpu} or {@code disk:/home}
 * @param unit of its values, which are integers
 */
public record Metric(String name, MetricUnit unit) {

    /** Busy time of all processors; waiting for disks is not busy. */
    public static final Metric CPU = new Metric("cpu", MetricUnit.PERCENT);

    /** Time in which a processor had nothing to do but wait for a disk. */
    public static final Metric CPU_IOWAIT = new Metric("cpu_iowait", MetricUnit.PERCENT);

    /** Time that the hypervisor gave to others. */
    public static final Metric CPU_STEAL = new Metric("cpu_steal", MetricUnit.PERCENT);

    /** Memory that programs could not have without swapping; the limit is all there is. */
    public static final Metric MEMORY = new Metric("memory", MetricUnit.BYTES);

    public static final Metric SWAP = new Metric("swap", MetricUnit.BYTES);

    /** Used on the root file system; the limit is its size. */
    public static final Metric DISK = new Metric("disk", MetricUnit.BYTES);

    public static final Metric DISK_READ = new Metric("disk_read", MetricUnit.BYTES_PER_SECOND);
    public static final Metric DISK_WRITE = new Metric("disk_write", MetricUnit.BYTES_PER_SECOND);
    public static final Metric NET_RX = new Metric("net_rx", MetricUnit.BYTES_PER_SECOND);
    public static final Metric NET_TX = new Metric("net_tx", MetricUnit.BYTES_PER_SECOND);
    public static final Metric LOAD1 = new Metric("load1", MetricUnit.HUNDREDTHS);
    public static final Metric LOAD5 = new Metric("load5", MetricUnit.HUNDREDTHS);
    public static final Metric LOAD15 = new Metric("load15", MetricUnit.HUNDREDTHS);

    /** What the kernel schedules: processes and their threads. */
    public static final Metric PROCESSES = new Metric("processes", MetricUnit.COUNT);

    /** All but those of single mounts, in the order in which they are shown. */
    public static final List<Metric> FIXED = List.of(
            CPU,
            CPU_IOWAIT,
            CPU_STEAL,
            MEMORY,
            SWAP,
            DISK,
            DISK_READ,
            DISK_WRITE,
            NET_RX,
            NET_TX,
            LOAD1,
            LOAD5,
            LOAD15,
            PROCESSES);

    private static final String MOUNT_PREFIX = "disk:";
    private static final int LONGEST_MOUNT = 200;
    private static final Map<String, Metric> BY_NAME =
            FIXED.stream().collect(Collectors.toUnmodifiableMap(Metric::name, Function.identity()));

    /** Used on the file system at a mount point; {@link #DISK} for {@code /}. Empty for what cannot be a mount point. */
    public static Optional<Metric> ofMount(String mount) {
        if (mount.equals("/")) {
            return Optional.of(DISK);
        }
        boolean possible = mount.startsWith("/")
                && mount.length() <= LONGEST_MOUNT
                && mount.codePoints().noneMatch(Character::isISOControl);
        return possible ? Optional.of(new Metric(MOUNT_PREFIX + mount, MetricUnit.BYTES)) : Optional.empty();
    }

    /** The metric of a name; empty for a name that no server could have. */
    public static Optional<Metric> find(String name) {
        Metric fixed = BY_NAME.get(name);
        if (fixed != null) {
            return Optional.of(fixed);
        }
        return name.startsWith(MOUNT_PREFIX + "/") ? ofMount(name.substring(MOUNT_PREFIX.length())) : Optional.empty();
    }

    /** The mount point of a metric of disk space; empty for any other. */
    public Optional<String> mount() {
        if (equals(DISK)) {
            return Optional.of("/");
        }
        return name.startsWith(MOUNT_PREFIX) ? Optional.of(name.substring(MOUNT_PREFIX.length())) : Optional.empty();
    }

    /** Whether it fills something that has a size. */
    public boolean hasLimit() {
        return equals(MEMORY) || equals(SWAP) || mount().isPresent();
    }

    /** Its place among others: the fixed ones in their order, then mounts by name. */
    public static int compareByOrder(Metric left, Metric right) {
        int byPlace = Integer.compare(place(left), place(right));
        return byPlace != 0 ? byPlace : left.name().compareTo(right.name());
    }

    private static int place(Metric metric) {
        int place = FIXED.indexOf(metric);
        // Single mounts follow the root file system.
        return place < 0 ? 2 * FIXED.indexOf(DISK) + 1 : 2 * place;
    }

    @Override
    public String toString() {
        return name;
    }
}

package dev.wheelhouse.core.metrics.proc;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a machine said at one moment. Any part may be missing.
 *
 * @param cpu null when unknown
 * @param memory null when unknown
 * @param load null when unknown
 * @param network by interface, all but loopback and those that carry the traffic of others once more
 * @param disks by whole disk
 * @param space of file systems; empty also in a reading that did not ask
 * @param watcherTicks processor time of what gathers this on the machine, hundredths of a second; null when unknown
 * @param bootedAt when the machine started, by its own clock and to the second; null when unknown
 */
public record Counters(
        @Nullable CpuTimes cpu,
        @Nullable MemoryState memory,
        @Nullable LoadState load,
        Map<String, Transfer> network,
        Map<String, Transfer> disks,
        List<FileSystemSpace> space,
        @Nullable Long watcherTicks,
        @Nullable Instant bootedAt) {

    public static final Counters NONE = new Counters(null, null, null, Map.of(), Map.of(), List.of(), null, null);

    public Counters {
        network = Map.copyOf(network);
        disks = Map.copyOf(disks);
        space = List.copyOf(space);
    }

    /** Since the machine started, in ticks of whatever length. */
    public record CpuTimes(long busy, long idle, long iowait, long steal) {}

    /** Bytes; -1 for swap that is unknown. */
    public record MemoryState(long used, long total, long swapUsed, long swapTotal) {}

    /**
     * @param load1 in hundredths, as the others; -1 when unknown
     * @param processes what the kernel schedules; -1 when unknown
     */
    public record LoadState(long load1, long load5, long load15, long processes) {}

    /** Bytes since the machine started: received and sent, or read and written. */
    public record Transfer(long in, long out) {}

    /**
     * Bytes of the file system at a mount point.
     *
     * @param total what can be used of it, as df(1) counts: without what is reserved for root or beyond a quota
     */
    public record FileSystemSpace(String mount, long used, long total) {}

    public Counters with(List<FileSystemSpace> measured) {
        return new Counters(cpu, memory, load, network, disks, measured, watcherTicks, bootedAt);
    }

    /** Whether nothing at all could be read, as on a machine without {@code /proc}. */
    public boolean isEmpty() {
        return cpu == null && memory == null && load == null && network.isEmpty() && disks.isEmpty();
    }
}

package dev.wheelhouse.core.metrics.proc;

import dev.wheelhouse.core.metrics.proc.Counters.CpuTimes;
import dev.wheelhouse.core.metrics.proc.Counters.LoadState;
import dev.wheelhouse.core.metrics.proc.Counters.MemoryState;
import dev.wheelhouse.core.metrics.proc.Counters.Transfer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@code head} prints of several files of {@code /proc} (proc_stat(5), proc_meminfo(5), proc_loadavg(5),
 * proc_pid_net(5), proc_diskstats(5)): before each a line {@code ==> /proc/stat <==}. A file that is missing, cut or odd costs its
 * own values and nothing else. Seen with head of GNU coreutils 8.32 to 9.10, BusyBox 1.30 to 1.38, toybox 0.8.9 and uutils 0.0.30
 * to 0.12, and with Linux 6.18. For one reading.
 */
public final class ProcParser {

    private static final String HEADER = "==> /proc/";
    private static final String HEADER_END = " <==";
    private static final long SECTOR = 512;

    /** The end of the year 9999, which is as far as the API's times go. */
    private static final long LATEST_SECOND = 253_402_300_799L;

    /** Loopback, and interfaces whose traffic passes another one as well. */
    private static final Pattern NOT_A_WIRE = Pattern.compile(
            "lo|(veth|docker|br-|virbr|vnet|tap|tun|wg|bond|team|dummy|ifb|cni|flannel|cali|vxlan|kube|lxc|lxd|podman"
                    + "|tailscale|zt|gre|sit|ip6tnl|teql|nodelocal).*|br\\d+|.*\\.\\d+|.*@.*");

    private static final Pattern NOT_A_DISK = Pattern.compile("(loop|ram|zram|sr|fd|dm-|md|nbd|zd).*");

    private @Nullable CpuTimes cpu;
    private @Nullable MemoryState memory;
    private @Nullable LoadState load;
    private @Nullable Long watcherTicks;
    private @Nullable Instant bootedAt;
    private final Map<String, Transfer> network = new HashMap<>();
    private final Map<String, Transfer> disks = new HashMap<>();
    private long memoryTotal = -1;
    private long memoryAvailable = -1;
    private long memoryFree = -1;
    private long memoryCaches;
    private long swapTotal = -1;
    private long swapFree = -1;

    private ProcParser() {}

    /** What could be understood. */
    public static Counters parse(byte[] answer) {
        return new ProcParser().read(new ProcText(answer));
    }

    private Counters read(ProcText text) {
        String file = "";
        while (text.nextLine()) {
            if (text.startsWith(HEADER)) {
                text.skip(HEADER.length());
                String name = text.rest();
                file = name.endsWith(HEADER_END) ? name.substring(0, name.length() - HEADER_END.length()) : "";
                continue;
            }
            readLine(file, text);
        }
        finishMemory();
        return new Counters(cpu, memory, load, network, disks, List.of(), watcherTicks, bootedAt);
    }

    private void readLine(String file, ProcText line) {
        switch (file) {
            case "stat" -> readStat(line);
            case "meminfo" -> readMemory(line);
            case "loadavg" -> readLoad(line);
            case "net/dev" -> readInterface(line);
            case "diskstats" -> readDisk(line);
            default -> {
                if (file.endsWith("/stat")) {
                    readWatcher(line);
                }
            }
        }
    }

    private void readStat(ProcText line) {
        if (!line.startsWith("btime ")) {
            readCpu(line);
            return;
        }
        line.skip(6);
        long seconds = line.number();
        if (seconds > 0 && seconds <= LATEST_SECOND) {
            bootedAt = Instant.ofEpochSecond(seconds);
        }
    }

    /** {@code cpu user nice system idle iowait irq softirq steal guest guest_nice}; guests are part of user and nice. */
    private void readCpu(ProcText line) {
        if (!line.startsWith("cpu ")) {
            return;
        }
        line.skip(4);
        long[] times = new long[8];
        for (int i = 0; i < times.length; i++) {
            long value = line.number();
            // Kernels before 2.6.11 have fewer columns; the first four are always there.
            if (value < 0 && (i < 4 || !line.isAtLineEnd())) {
                return;
            }
            times[i] = Math.max(0, value);
        }
        cpu = new CpuTimes(
                times[0] + times[1] + times[2] + times[5] + times[6] + times[7], times[3], times[4], times[7]);
    }

    private void readMemory(ProcText line) {
        if (line.startsWith("MemTotal:")) {
            memoryTotal = kilobytes(line);
        } else if (line.startsWith("MemAvailable:")) {
            memoryAvailable = kilobytes(line);
        } else if (line.startsWith("MemFree:")) {
            memoryFree = kilobytes(line);
        } else if (line.startsWith("Buffers:") || line.startsWith("Cached:")) {
            memoryCaches += Math.max(0, kilobytes(line));
        } else if (line.startsWith("SwapTotal:")) {
            swapTotal = kilobytes(line);
        } else if (line.startsWith("SwapFree:")) {
            swapFree = kilobytes(line);
        }
    }

    private static long kilobytes(ProcText line) {
        line.skipWords(1);
        long value = line.number();
        return value > Long.MAX_VALUE / 4096 ? -1 : value < 0 ? -1 : value * 1024;
    }

    private void finishMemory() {
        // Kernels before 3.14 do not say what is available.
        long available = memoryAvailable >= 0 ? memoryAvailable : memoryFree < 0 ? -1 : memoryFree + memoryCaches;
        if (memoryTotal <= 0 || available < 0) {
            return;
        }
        boolean swap = swapTotal >= 0 && swapFree >= 0;
        memory = new MemoryState(
                Math.max(0, memoryTotal - available),
                memoryTotal,
                swap ? Math.max(0, swapTotal - swapFree) : -1,
                swap ? swapTotal : -1);
    }

    /** {@code 0.15 0.10 0.05 1/234 5678}. */
    private void readLoad(ProcText line) {
        long load1 = line.hundredths();
        long load5 = line.hundredths();
        long load15 = line.hundredths();
        line.wordBefore('/');
        long processes = line.number();
        if (load1 >= 0 && load5 >= 0 && load15 >= 0) {
            load = new LoadState(load1, load5, load15, processes);
        }
    }

    /** {@code eth0: bytes packets errs drop fifo frame compressed multicast bytes …}. */
    private void readInterface(ProcText line) {
        String name = line.wordBefore(':');
        if (name.isEmpty() || name.indexOf('|') >= 0 || NOT_A_WIRE.matcher(name).matches()) {
            return;
        }
        long received = line.number();
        line.skipWords(7);
        long sent = line.number();
        if (received >= 0 && sent >= 0) {
            network.put(name, new Transfer(received, sent));
        }
    }

    /** {@code major minor name reads merged sectors ms writes merged sectors …}. */
    private void readDisk(ProcText line) {
        line.skipWords(2);
        String name = line.word();
        if (name.isEmpty() || NOT_A_DISK.matcher(name).matches() || isPartition(name)) {
            return;
        }
        line.skipWords(2);
        long read = line.number();
        line.skipWords(3);
        long written = line.number();
        long most = Long.MAX_VALUE / SECTOR;
        if (read >= 0 && written >= 0 && read < most && written < most) {
            disks.put(name, new Transfer(read * SECTOR, written * SECTOR));
        }
    }

    /** Partitions follow their disk: {@code sda1} after {@code sda}, {@code nvme0n1p2} after {@code nvme0n1}. */
    private boolean isPartition(String name) {
        int digits = name.length();
        while (digits > 0 && Character.isDigit(name.charAt(digits - 1))) {
            digits--;
        }
        if (digits == name.length() || digits == 0) {
            return false;
        }
        String before = name.substring(0, digits);
        return disks.containsKey(before)
                || (before.endsWith("p") && disks.containsKey(before.substring(0, before.length() - 1)));
    }

    /** {@code pid (name) state …}: fields 14 to 17 are the times of the process and of those it waited for. */
    private void readWatcher(ProcText line) {
        String head = line.rest();
        int close = head.lastIndexOf(')');
        if (close < 0) {
            return;
        }
        line.skip(head.getBytes(StandardCharsets.UTF_8).length
                - head.substring(close + 1).getBytes(StandardCharsets.UTF_8).length);
        line.skipWords(11);
        long ticks = 0;
        for (int i = 0; i < 4; i++) {
            long value = line.number();
            if (value < 0) {
                return;
            }
            ticks += value;
        }
        watcherTicks = ticks;
    }
}

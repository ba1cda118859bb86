package dev.wheelhouse.core.metrics.collect;

import dev.wheelhouse.core.metrics.proc.Counters;
import dev.wheelhouse.core.metrics.proc.Counters.CpuTimes;
import dev.wheelhouse.core.metrics.proc.Counters.FileSystemSpace;
import dev.wheelhouse.core.metrics.proc.Counters.LoadState;
import dev.wheelhouse.core.metrics.proc.Counters.MemoryState;
import dev.wheelhouse.core.metrics.proc.Counters.Transfer;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.GlobalMemory;
import oshi.hardware.HWDiskStore;
import oshi.hardware.NetworkIF;
import oshi.util.GlobalConfig;

/** The console's own machine where it has no {@code /proc}, as macOS and Windows. */
final class OshiCounters implements CounterSource {

    private final SystemInfo system;

    OshiCounters() {
        // Its memory of a third of a second would repeat a reading.
        GlobalConfig.set("oshi.util.memoizer.expiration", 0);
        system = new SystemInfo();
    }

    @Override
    public Counters read(boolean withSpace) {
        CentralProcessor processor = system.getHardware().getProcessor();
        return new Counters(
                cpu(processor.getSystemCpuLoadTicks()),
                memory(system.getHardware().getMemory()),
                load(processor.getSystemLoadAverage(3)),
                network(),
                disks(),
                withSpace ? space() : List.of(),
                null,
                Instant.ofEpochSecond(system.getOperatingSystem().getSystemBootTime()));
    }

    private static CpuTimes cpu(long[] ticks) {
        long steal = ticks[TickType.STEAL.getIndex()];
        return new CpuTimes(
                ticks[TickType.USER.getIndex()]
                        + ticks[TickType.NICE.getIndex()]
                        + ticks[TickType.SYSTEM.getIndex()]
                        + ticks[TickType.IRQ.getIndex()]
                        + ticks[TickType.SOFTIRQ.getIndex()]
                        + steal,
                ticks[TickType.IDLE.getIndex()],
                ticks[TickType.IOWAIT.getIndex()],
                steal);
    }

    private static MemoryState memory(GlobalMemory memory) {
        return new MemoryState(
                Math.max(0, memory.getTotal() - memory.getAvailable()),
                memory.getTotal(),
                memory.getVirtualMemory().getSwapUsed(),
                memory.getVirtualMemory().getSwapTotal());
    }

    private LoadState load(double[] loads) {
        int processes = system.getOperatingSystem().getProcessCount();
        // Windows has no load and says -1.
        return new LoadState(hundredths(loads, 0), hundredths(loads, 1), hundredths(loads, 2), processes);
    }

    private static long hundredths(double[] loads, int index) {
        return loads.length > index && loads[index] >= 0 ? Math.round(loads[index] * 100) : -1;
    }

    private Map<String, Transfer> network() {
        Map<String, Transfer> interfaces = new HashMap<>();
        // Without the virtual ones and loopback.
        for (NetworkIF each : system.getHardware().getNetworkIFs(false)) {
            interfaces.put(each.getName(), new Transfer(each.getBytesRecv(), each.getBytesSent()));
        }
        return interfaces;
    }

    private Map<String, Transfer> disks() {
        Map<String, Transfer> disks = new HashMap<>();
        for (HWDiskStore each : system.getHardware().getDiskStores()) {
            disks.put(each.getName(), new Transfer(each.getReadBytes(), each.getWriteBytes()));
        }
        return disks;
    }

    /** Windows names volumes by letter: the first is the root, the others follow it as {@code /D:}. */
    private List<FileSystemSpace> space() {
        return system.getOperatingSystem().getFileSystem().getFileStores(true).stream()
                .filter(each -> each.getTotalSpace() > 0)
                .map(each -> {
                    long used = Math.max(0, each.getTotalSpace() - each.getFreeSpace());
                    return new FileSystemSpace(mount(each.getMount()), used, used + each.getUsableSpace());
                })
                .toList();
    }

    private static String mount(String name) {
        if (name.startsWith("/")) {
            return name;
        }
        String letter = name.replace("\\", "");
        return letter.equalsIgnoreCase("C:") ? "/" : "/" + letter;
    }

    @Override
    public long receivedBytes() {
        return 0;
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}

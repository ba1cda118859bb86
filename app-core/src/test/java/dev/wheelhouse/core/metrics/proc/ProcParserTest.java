package dev.wheelhouse.core.metrics.proc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.metrics.proc.Counters.CpuTimes;
import dev.wheelhouse.core.metrics.proc.Counters.FileSystemSpace;
import dev.wheelhouse.core.metrics.proc.Counters.LoadState;
import dev.wheelhouse.core.metrics.proc.Counters.MemoryState;
import dev.wheelhouse.core.metrics.proc.Counters.Transfer;
import dev.wheelhouse.core.testing.Outputs.Output;
import dev.wheelhouse.core.testing.Property;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProcParserTest {

    private static final String WHOLE = """
        ==> /proc/stat <==
        cpu  154975 10 9534 164886 721 1 617 105 7 8
        cpu0 77296 0 4835 82492 491 0 282 52 0 0
        intr 1 2 3
        ctxt 99
        btime 1795299638

        ==> /proc/meminfo <==
        MemTotal:       16384 kB
        MemFree:         1000 kB
        MemAvailable:    4096 kB
        Buffers:          100 kB
        Cached:           200 kB
        SwapTotal:       2048 kB
        SwapFree:        1024 kB

        ==> /proc/loadavg <==
        6.41 0.05 12.00 33/220 29072

        ==> /proc/net/dev <==
        Inter-|   Receive                                                |  Transmit
         face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets
            lo: 226555691   43511    0    0    0     0          0         0 226555691   43511    0
          eth0: 295114793    9845    0    0    0     0          0         0   676229    6054    0
          eth1:12 1 0 0 0 0 0 0 34 1
        docker0: 5 1 0 0 0 0 0 0 5 1
        eth0.100: 5 1 0 0 0 0 0 0 5 1

        ==> /proc/diskstats <==
           7       0 loop0 1 0 2 0 0 0 4 0 0 0 0
         254       0 vda 68673 18996 1000 12460 65219 82017 2000 31103 0 12208 47228
         254       1 vda1 68673 18996 1000 12460 65219 82017 2000 31103 0 12208 47228
         259       0 nvme0n1 1 0 10 0 1 0 20 0 0 0 0
         259       1 nvme0n1p1 1 0 10 0 1 0 20 0 0 0 0
         253       0 dm-0 1 0 10 0 1 0 20 0 0 0 0

        ==> /proc/4711/stat <==
        4711 (sh (odd) name) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 20 0
        """;

    private static Counters parse(String text) {
        return ProcParser.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void readsEveryFile() {
        Counters counters = parse(WHOLE);
        assertThat(counters.cpu()).isEqualTo(new CpuTimes(154975 + 10 + 9534 + 1 + 617 + 105, 164886, 721, 105));
        assertThat(counters.memory()).isEqualTo(new MemoryState(12288 * 1024, 16384 * 1024, 1024 * 1024, 2048 * 1024));
        assertThat(counters.load()).isEqualTo(new LoadState(641, 5, 1200, 220));
        assertThat(counters.network())
                .isEqualTo(Map.of("eth0", new Transfer(295114793, 676229), "eth1", new Transfer(12, 34)));
        assertThat(counters.disks())
                .isEqualTo(Map.of("vda", new Transfer(512_000, 1_024_000), "nvme0n1", new Transfer(5_120, 10_240)));
        assertThat(counters.watcherTicks()).isEqualTo(11L + 12 + 13 + 14);
        assertThat(counters.bootedAt()).isEqualTo(Instant.ofEpochSecond(1795299638));
    }

    @Test
    void aBootTimeThatIsNoneCostsOnlyItself() {
        for (String odd : List.of("btime", "btime x", "btime 0", "btime -5", "btime 9223372036854775807")) {
            Counters counters = parse(WHOLE.replace("btime 1795299638", odd));
            assertThat(counters.bootedAt()).as(odd).isNull();
            assertThat(counters.cpu()).as(odd).isNotNull();
        }
    }

    @Test
    void anOldKernelSaysLess() {
        Counters counters = parse("""
            ==> /proc/stat <==
            cpu  1 2 3 4

            ==> /proc/meminfo <==
            MemTotal:       1000 kB
            MemFree:         100 kB
            Buffers:          10 kB
            Cached:           20 kB
            """);
        assertThat(counters.cpu()).isEqualTo(new CpuTimes(6, 4, 0, 0));
        assertThat(counters.memory()).isEqualTo(new MemoryState(870 * 1024, 1000 * 1024, -1, -1));
        assertThat(counters.load()).isNull();
        assertThat(counters.isEmpty()).isFalse();
    }

    @Test
    void whatIsOddCostsOnlyItself() {
        Counters counters = parse("""
            ==> /proc/stat <==
            cpu  1 2 x 4 5
            ==> /proc/meminfo <==
            MemTotal: lots kB
            MemAvailable: 1 kB
            ==> /proc/loadavg <==
            0.1 0.05 0.5 1/2 3
            ==> /proc/net/dev <==
            no colon here
            eth0: 99999999999999999999999 1 0 0 0 0 0 0 5 1
            eth1: -5 1 0 0 0 0 0 0 5 1
            eth2: 5
            eth3: 1 2 3 4 5 6 7 8 9
            ==> /proc/diskstats <==
            8 0
            8 0 sda 1 2
            8 0 sdb 1 2 9223372036854775807 3 4 5 6
            """);
        assertThat(counters.cpu()).isNull();
        assertThat(counters.memory()).isNull();
        assertThat(counters.load()).isNull();
        assertThat(counters.network()).isEqualTo(Map.of("eth3", new Transfer(1, 9)));
        assertThat(counters.disks()).isEmpty();
        assertThat(parse("").isEmpty()).isTrue();
    }

    @Test
    void noTextMakesItFail() {
        byte[] whole = WHOLE.getBytes(StandardCharsets.UTF_8);
        Property.holds(3_000, random -> {
            byte[] bytes = Arrays.copyOf(whole, random.nextInt(whole.length));
            for (int i = random.nextInt(20); i > 0 && bytes.length > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            Counters counters = ProcParser.parse(bytes);
            MountTable.parse(bytes);
            DiskFree.parse(bytes, List.of("/"));
            new Rates().next(counters, 0, 0);
        });
    }

    @Test
    void choosesTheFileSystemsWorthAsking() {
        assertThat(MountTable.parse("""
            rootfs / rootfs rw 0 0
            /dev/vda / ext4 rw 0 0
            proc /proc proc rw 0 0
            nas:/x /mnt/nas nfs4 rw 0 0
            /dev/vdb /srv/with\\040blank xfs rw 0 0
            /dev/vdb /srv/again xfs rw 0 0
            /dev/vdc /odd\\012line ext4 rw 0 0
            /dev/vdd /daten\\303\\244 ext4 rw 0 0
            /dev/vde /var/lib/docker/x ext4 rw 0 0
            /dev/loop3 /snap/core squashfs ro 0 0
            short
            """.getBytes(StandardCharsets.UTF_8)))
                .containsExactly("/", "/srv/with blank", "/datenä");
    }

    @Test
    void readsTheSpaceThatWasAskedFor() {
        assertThat(DiskFree.parse(
                        """
                        Filesystem     1024-blocks     Used Available Capacity Mounted on
                        /dev/vda         264212084 24194536  82196376      23% /
                        /dev/odd name            10        9         1      90% /srv/with blank
                        /dev/full                10       10        -1     101% /full
                        none                      0        0         0       - /empty
                        /dev/vdz                100        1        99       1% /not/asked
                        """.getBytes(StandardCharsets.UTF_8), List.of("/", "/srv/with blank", "/full", "/empty")))
                .containsExactly(
                        new FileSystemSpace("/", 24194536L * 1024, (24194536L + 82196376L) * 1024),
                        new FileSystemSpace("/srv/with blank", 9 * 1024, 10 * 1024),
                        new FileSystemSpace("/full", 10 * 1024, 10 * 1024));
    }

    private static long number(Output head, String before) {
        Matcher found = Pattern.compile("(?m)^" + before + "([0-9]+)").matcher(head.text());
        assertThat(found.find()).isTrue();
        return Long.parseLong(found.group(1));
    }

    @ParameterizedTest
    @MethodSource("dev.wheelhouse.core.testing.Outputs#head")
    void readsEveryHead(Output head) {
        Counters counters = ProcParser.parse(head.bytes());
        assertThat(counters.cpu()).isNotNull();
        assertThat(Objects.requireNonNull(counters.memory()).total()).isEqualTo(number(head, "MemTotal: +") << 10);
        assertThat(counters.load()).isNotNull();
        assertThat(counters.network()).isNotEmpty();
        assertThat(counters.disks()).isNotEmpty();
        assertThat(counters.watcherTicks()).isNotNull();
        assertThat(counters.bootedAt()).isEqualTo(Instant.ofEpochSecond(number(head, "btime ")));
    }
}

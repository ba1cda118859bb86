package dev.wheelhouse.core.platform.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Outputs.Output;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class DiskSpaceTest {

    private static final long MIB = 1 << 20;

    /**
     * A disk whose device and mount point have blanks in their names, and {@code /proc}: toybox and uutils 0.12 leave it out,
     * uutils 0.0.30 tells of {@code /} instead.
     */
    @ParameterizedTest
    @MethodSource("dev.wheelhouse.core.testing.Outputs#df")
    void readsEveryDf(Output df) {
        List<DiskSpace> found = df.text()
                .lines()
                .map(DiskSpace::parse)
                .flatMap(Optional::stream)
                .toList();
        assertThat(found).startsWith(new DiskSpace("/tmp/a disk", 64 * MIB, 4 * MIB, 60 * MIB));
        assertThat(found.subList(1, found.size()))
                .allSatisfy(each -> assertThat(each.mount()).isIn("/proc", "/"));
    }

    /** Of macOS 15, and of a disk of which root has taken what is reserved for it. */
    @Test
    void readsWhatElseStandsInALine() {
        assertThat(DiskSpace.parse("/dev/disk3s1s1   482797652  10485760 200000000     5%    /"))
                .hasValue(new DiskSpace("/", 482_797_652L << 10, 10_485_760L << 10, 200_000_000L << 10));
        assertThat(DiskSpace.parse("/dev/full 10 9 -1 101% /full"))
                .hasValue(new DiskSpace("/full", 10 << 10, 9 << 10, 0));
        assertThat(DiskSpace.parse("df: /none: No such file or directory")).isEmpty();
        assertThat(DiskSpace.parse("")).isEmpty();
    }
}

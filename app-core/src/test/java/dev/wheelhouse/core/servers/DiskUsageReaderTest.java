package dev.wheelhouse.core.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Outputs.Output;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DiskUsageReaderTest {

    @Test
    void tellsAFolderByTheOneEntryThatIsNearlyAllOfIt() {
        List<DiskUsage.Entry> largest = DiskUsageReader.largest(
                "/var",
                List.of(
                        "1000\t/var",
                        "700\t/var/log",
                        "690\t/var/log/shop.log",
                        "10\t/var/log/other",
                        "300\t/var/lib",
                        "150\t/var/lib/a",
                        "150\t/var/lib/b"));

        assertThat(largest)
                .containsExactly(
                        new DiskUsage.Entry("/var/log/shop.log", 690 << 10),
                        new DiskUsage.Entry("/var/lib", 300 << 10),
                        new DiskUsage.Entry("/var/lib/a", 150 << 10),
                        new DiskUsage.Entry("/var/lib/b", 150 << 10),
                        new DiskUsage.Entry("/var/log/other", 10 << 10));
    }

    @Test
    void readsTheRootAndLeavesOutWhatIsNoEntry() {
        List<DiskUsage.Entry> largest = DiskUsageReader.largest(
                "/",
                List.of(
                        "99999999999999999 partly",
                        "100\t/",
                        "60\t/usr",
                        "30\t/a\ttab",
                        "second line of a name",
                        "x\t/b"));

        assertThat(largest)
                .containsExactly(new DiskUsage.Entry("/usr", 60 << 10), new DiskUsage.Entry("/a\ttab", 30 << 10));
    }

    @Test
    void listsTheLargestAlone() {
        List<String> lines = new ArrayList<>();
        for (int i = 1; i <= 100; i++) {
            lines.add(i + "\t/x/" + i);
        }

        List<DiskUsage.Entry> largest = DiskUsageReader.largest("/x", lines);

        assertThat(largest).hasSize(25).first().isEqualTo(new DiskUsage.Entry("/x/100", 100 << 10));
    }

    @ParameterizedTest
    @MethodSource("dev.wheelhouse.core.testing.Outputs#du")
    void readsEveryDu(Output du) {
        assertThat(DiskUsageReader.largest("/tmp/a disk", du.text().lines().toList()))
                .containsExactly(
                        new DiskUsage.Entry("/tmp/a disk/sub", 4 << 20),
                        new DiskUsage.Entry("/tmp/a disk/sub/large file", 3 << 20),
                        new DiskUsage.Entry("/tmp/a disk/sub/deep/er", 1 << 20));
    }
}

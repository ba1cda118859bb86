package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ClusterDiskTest {

    @Test
    void readsWhatIsFree() {
        assertThat(ClusterDisk.freeBytes("""
                Filesystem     1024-blocks      Used Available Capacity Mounted on
                /dev/vda         263174212  22834160  83841692      22% /srv/the data
                """)).isEqualTo(83841692L << 10);
    }

    @Test
    void takesNothingElseForANumber() {
        for (String each :
                new String[] {"", "df: no such file", "Filesystem 1024-blocks Used Available Capacity Mounted on"}) {
            assertThat(ClusterDisk.freeBytes(each)).as(each).isNull();
        }
    }
}

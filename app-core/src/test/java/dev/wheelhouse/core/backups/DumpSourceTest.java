package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.backups.dump.ClientPrograms;
import dev.wheelhouse.core.backups.dump.PostgresRelease;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said where a dump or a copy cannot be made. */
final class DumpSourceTest {

    private static ClientPrograms of(int major) {
        return new ClientPrograms("/bin", new PostgresRelease(major, 1), null, false, "");
    }

    @Test
    void saysWhatToInstall() {
        assertThat(DumpSource.missing("alpha", List.of(), 16))
                .isEqualTo(
                        "pg_dump is not installed on alpha. Install PostgreSQL's client programs there, version 16 or"
                                + " newer (Debian: postgresql-client-16).");
        assertThat(DumpSource.missing("alpha", List.of(of(13), of(15)), 16))
                .startsWith("The newest pg_dump of alpha is version 15, and it refuses a server that is newer (16).")
                .endsWith("(Debian: postgresql-client-16).");
    }

    @Test
    void saysHowMuchSpaceIsMissing() {
        assertThat(FreeSpace.lack("/srv", 1 << 20, 1 << 20)).isEmpty();
        assertThat(FreeSpace.lack("/srv", 1 << 20, (1 << 20) + 1))
                .contains("/srv has 1 MiB free, and 2 MiB are needed.");
    }
}

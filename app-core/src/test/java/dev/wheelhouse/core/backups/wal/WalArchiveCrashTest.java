package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.Property;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WalArchiveCrashTest {

    private static final int CASES = LongRun.of(8, 3_000);

    @TempDir
    private Path directory;

    @Test
    void noByteIsLostOrDifferentAndNoGapUnreported() {
        Property.holds(CASES, random -> {
            Path home = directory.resolve(Long.toString(random.nextLong()));
            new CrashingArchive(home, random).live(120);
        });
    }
}

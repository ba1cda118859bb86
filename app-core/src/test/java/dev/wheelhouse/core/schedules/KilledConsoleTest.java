package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.LongRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Consoles killed at random points, while schedules are due every minute of a fast clock. */
@Timeout(600)
@DisabledOnOs(OS.WINDOWS)
class KilledConsoleTest {

    /** As many as have work for two processors while others wait for their end. */
    private static final int HOMES = LongRun.of(1, 4);

    private static final int KILLS = LongRun.of(2, 25);

    @TempDir
    private Path directory;

    @Test
    void noRunIsLostOrDoneTwiceOrRunsForEver() throws Exception {
        AtOnce.run(HOMES, number -> () -> {
            new KilledConsole(directory.resolve("home-" + number)).live(KILLS);
            return true;
        });
    }
}

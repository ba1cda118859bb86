package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.JavaProcess;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.Real;
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

    private static final int KILLS = LongRun.of(20, 100);

    /** As many as have work for two processors while others wait for their end. */
    private static final int HOMES = 4;

    @TempDir
    private Path directory;

    @Test
    void noRunIsLostOrDoneTwiceOrRunsForEver() throws Exception {
        new KilledConsole(directory, JavaProcess.plain()).live(2);
    }

    @Test
    @Real
    @Timeout(600)
    void manyKillsLoseNothingAndDoNothingTwice() throws Exception {
        JavaProcess process = JavaProcess.archived(
                directory.resolve("archive"),
                FastConsole.Main.class,
                directory.resolve("trained").toString(),
                Long.toString(System.currentTimeMillis()));
        AtOnce.run(HOMES, number -> () -> {
            new KilledConsole(directory.resolve("home-" + number), process).live(KILLS / HOMES);
            return true;
        });
    }
}

package dev.wheelhouse.ui.shell;

import dev.wheelhouse.core.platform.home.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How a second start brings the window of the first to the front: it leaves a file in the home that the window takes
 * away. Thread-safe.
 */
public final class WindowSummons {

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration LOOK = Duration.ofMillis(50);

    private final Path file;

    public WindowSummons(Home home) {
        this.file = home.file("show-window");
    }

    /** Whether somebody called for the window; the call is answered by asking. */
    public boolean take() {
        try {
            return Files.deleteIfExists(file);
        } catch (IOException _) {
            // A home that cannot be written has worse troubles, which are told elsewhere.
            return false;
        }
    }

    /**
     * Calls for the window and waits up to three seconds for it.
     *
     * @return whether a window answered
     */
    public boolean call() throws IOException, InterruptedException {
        Files.writeString(file, "");
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (Files.exists(file)) {
            if (System.nanoTime() - deadline >= 0) {
                Files.deleteIfExists(file);
                return false;
            }
            Thread.sleep(LOOK);
        }
        return true;
    }
}

package dev.wheelhouse.ui.shell;

import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * How a second start brings the window of the first to the front: it leaves a file in the home that the window takes
 * away. Thread-safe.
 */
public final class SingleInstance {

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration LOOK = Duration.ofMillis(200);

    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Path file;

    public SingleInstance(Home home) {
        this.file = home.file("show-window");
    }

    /** Whether somebody called for the window; the call is answered by asking. */
    boolean take() {
        try {
            return Files.deleteIfExists(file);
        } catch (IOException _) {
            // A home that cannot be written has worse troubles, which are reported elsewhere.
            return false;
        }
    }

    /** Waits until somebody calls, or until it is closed; false then. */
    public boolean await() throws InterruptedException {
        while (!take()) {
            if (closed.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
                return false;
            }
        }
        return true;
    }

    /** Ends the waiting. */
    public void close() {
        closed.countDown();
    }

    /**
     * Calls for the window and waits up to three seconds for it.
     *
     * @return whether a window answered
     */
    public boolean call() throws IOException, InterruptedException {
        try (WatchService changes = file.getFileSystem().newWatchService()) {
            Path folder = Objects.requireNonNull(file.getParent());
            folder.register(changes, StandardWatchEventKinds.ENTRY_DELETE);
            PrivateFiles.createIfAbsent(file);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (Files.exists(file)) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    Files.deleteIfExists(file);
                    return false;
                }
                // Some systems report changes late; the file itself is looked at as well.
                WatchKey told = changes.poll(Math.min(left, LOOK.toNanos()), TimeUnit.NANOSECONDS);
                if (told != null) {
                    told.pollEvents();
                    told.reset();
                }
            }
            return true;
        }
    }
}

package dev.wheelhouse.ui.fx;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javafx.application.Platform;

/** Starts JavaFX beside whatever else a start has to do. Thread-safe. */
public final class FxStart {

    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();

    FxStart() {}

    /**
     * Begins and returns at once.
     *
     * @param prepare runs on the window's thread as soon as there is one; what every window needs
     */
    public static FxStart begin(Runnable prepare) {
        FxStart start = new FxStart();
        Thread.ofPlatform().name("window-start").daemon(true).start(() -> start.startUp(prepare));
        return start;
    }

    private void startUp(Runnable prepare) {
        try {
            Wheelhouse.launch(() -> ready(prepare));
        } catch (RuntimeException | LinkageError e) {
            ready.completeExceptionally(e);
        }
    }

    /** JavaFX would swallow what is thrown, and the start would wait for ever. */
    void ready(Runnable prepare) {
        try {
            prepare.run();
            ready.complete(true);
        } catch (RuntimeException | Error e) {
            ready.completeExceptionally(e);
        }
    }

    /**
     * Waits until JavaFX has started, then brings an update to the window's thread.
     *
     * @throws IllegalStateException when it cannot start, as without a display; its message says what helps or what failed
     */
    public void run(Runnable update) {
        try {
            ready.join();
        } catch (CompletionException e) {
            throw new IllegalStateException(whatHelps(e), e);
        }
        Platform.runLater(update);
    }

    static String whatHelps(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        if (root instanceof UnsatisfiedLinkError) {
            return "A library of the system is missing: " + root.getMessage()
                    + ". On Debian: apt install libgtk-3-0 libxtst6 libgl1 libxxf86vm1.";
        }
        // What JavaFX throws where it finds no screen.
        return root instanceof UnsupportedOperationException
                ? "Check the display: DISPLAY names one of X11, which Wayland has as XWayland. (" + root.getMessage()
                        + ")"
                : "Its start failed: " + root + ".";
    }
}

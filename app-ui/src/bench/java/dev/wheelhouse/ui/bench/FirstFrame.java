package dev.wheelhouse.ui.bench;

import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.stage.Stage;
import javafx.stage.Window;

/**
 * Runs another program's main, named by {@link #MAIN}, with its arguments, and prints a line as soon as its first window
 * has been painted. With {@link #CLOSE} it then closes the window, for a trial start. By properties, as the command of a
 * package takes no arguments but its own.
 */
public final class FirstFrame {

    static final String LINE = "painted";
    static final String MAIN = "bench.main";
    static final String CLOSE = "bench.close";

    /** The scene is laid out before the first pulse paints it; the second pulse comes when it was. */
    private static final int PULSES = 2;

    private FirstFrame() {}

    public static void main(String[] arguments) throws Exception {
        Thread.ofVirtual().start(FirstFrame::watch);
        Method main = Class.forName(System.getProperty(MAIN)).getMethod("main", String[].class);
        main.invoke(null, (Object) arguments);
    }

    private static void watch() {
        boolean found = false;
        AtomicInteger watched = new AtomicInteger();
        while (!found) {
            try {
                Platform.runLater(() -> {
                    if (watched.get() == 0) {
                        Window.getWindows().stream()
                                .filter(window -> window.isShowing() && window.getScene() != null)
                                .findFirst()
                                .ifPresent(window -> {
                                    watched.set(1);
                                    countPulses((Stage) window);
                                });
                    }
                });
            } catch (IllegalStateException _) {
                // The toolkit has not been started yet.
            }
            LockSupport.parkNanos(2_000_000);
            found = watched.get() > 0;
        }
    }

    private static void countPulses(Stage stage) {
        Scene scene = stage.getScene();
        AtomicInteger pulses = new AtomicInteger();
        scene.addPostLayoutPulseListener(() -> {
            int seen = pulses.incrementAndGet();
            if (seen == PULSES) {
                System.out.println(LINE);
                System.out.flush();
                if (Boolean.getBoolean(CLOSE)) {
                    stage.hide();
                }
            }
            Platform.requestNextPulse();
        });
        Platform.requestNextPulse();
    }
}

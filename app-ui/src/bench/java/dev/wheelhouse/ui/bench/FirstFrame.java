package dev.wheelhouse.ui.bench;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.stage.Stage;
import javafx.stage.Window;

/**
 * Runs another program's main and prints a line as soon as its first window has been painted. With
 * {@code -Dbench.close=true} it then closes the window, for a trial start. Arguments: the main class, then its own.
 */
public final class FirstFrame {

    static final String LINE = "painted";

    /** The scene is laid out before the first pulse paints it; the second pulse comes when it was. */
    private static final int PULSES = 2;

    private FirstFrame() {}

    public static void main(String[] arguments) throws Exception {
        Thread.ofVirtual().start(FirstFrame::watch);
        Method main = Class.forName(arguments[0]).getMethod("main", String[].class);
        main.invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
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
                if (Boolean.getBoolean("bench.close")) {
                    stage.hide();
                }
            }
            Platform.requestNextPulse();
        });
        Platform.requestNextPulse();
    }
}

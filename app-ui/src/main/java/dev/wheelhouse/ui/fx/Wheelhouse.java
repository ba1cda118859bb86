package dev.wheelhouse.ui.fx;

import javafx.application.Application;
import javafx.stage.Stage;

/**
 * What JavaFX starts, and makes itself. Its name is the class of the windows (WM_CLASS), by which a desktop finds their entry;
 * {@code Platform.startup} would leave them that of every Java program.
 */
public final class Wheelhouse extends Application {

    private static volatile Runnable begin = () -> {};

    /** Returns when JavaFX ends. */
    static void launch(Runnable onWindow) {
        begin = onWindow;
        Application.launch(Wheelhouse.class);
    }

    @Override
    public void start(Stage unused) {
        begin.run();
    }
}

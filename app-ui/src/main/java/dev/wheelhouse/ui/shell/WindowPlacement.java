package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.state.WindowState;
import java.util.Optional;
import javafx.geometry.Rectangle2D;
import javafx.stage.Screen;
import javafx.stage.Stage;

/** Where the window stands; comes back after a restart if that place is still on a screen. */
final class WindowPlacement {

    private static final String KEY = "window";
    private static final double WIDTH = 1280;
    private static final double HEIGHT = 800;
    private static final double LEAST_WIDTH = 960;
    private static final double LEAST_HEIGHT = 600;
    private static final double LEAST_SEEN = 100;

    /** Bounds in the system's units of a screen that is not scaled. */
    record Bounds(double x, double y, double width, double height, boolean maximized) {}

    private final WindowState state;

    WindowPlacement(WindowState state) {
        this.state = state;
    }

    void apply(Stage stage) {
        stage.setMinWidth(LEAST_WIDTH);
        stage.setMinHeight(LEAST_HEIGHT);
        Rectangle2D screen = Screen.getPrimary().getVisualBounds();
        stage.setWidth(Math.min(WIDTH, screen.getWidth()));
        stage.setHeight(Math.min(HEIGHT, screen.getHeight()));
        Optional<Bounds> last = state.read(KEY, Bounds.class).filter(WindowPlacement::isSeen);
        last.ifPresent(bounds -> {
            stage.setX(bounds.x());
            stage.setY(bounds.y());
            stage.setWidth(bounds.width());
            stage.setHeight(bounds.height());
            stage.setMaximized(bounds.maximized());
        });
        stage.xProperty().addListener(_ -> remember(stage));
        stage.yProperty().addListener(_ -> remember(stage));
        stage.widthProperty().addListener(_ -> remember(stage));
        stage.heightProperty().addListener(_ -> remember(stage));
        stage.maximizedProperty().addListener(_ -> remember(stage));
    }

    /** Whether enough of the window lies on some screen to be taken by its title. */
    private static boolean isSeen(Bounds bounds) {
        return bounds.width() >= LEAST_SEEN
                && bounds.height() >= LEAST_SEEN
                && !Screen.getScreensForRectangle(
                                bounds.x(), bounds.y(), Math.min(bounds.width(), LEAST_SEEN), LEAST_SEEN)
                        .isEmpty();
    }

    private void remember(Stage stage) {
        if (!stage.isShowing() || stage.isIconified()) {
            return;
        }
        if (stage.isMaximized()) {
            // The size to come back to from maximised is the one of before.
            state.read(KEY, Bounds.class)
                    .ifPresent(before -> state.write(
                            KEY, new Bounds(before.x(), before.y(), before.width(), before.height(), true)));
            return;
        }
        state.write(KEY, new Bounds(stage.getX(), stage.getY(), stage.getWidth(), stage.getHeight(), false));
    }
}

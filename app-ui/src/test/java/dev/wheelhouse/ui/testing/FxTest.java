package dev.wheelhouse.ui.testing;

import dev.wheelhouse.ui.theme.Theme;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/** A window without a display, and a robot that works it. One stage a test, light unless a test says otherwise. */
public abstract class FxTest {

    private static final int PATIENCE_SECONDS = 20;

    private final FxRobot robot = new FxRobot();
    private @Nullable Stage stage;

    @BeforeEach
    final void openStage() throws TimeoutException {
        stage = FxToolkit.registerPrimaryStage();
        onFx(() -> {
            Theme.loadFonts();
            Theme.use(false);
            return true;
        });
    }

    @AfterEach
    final void closeStage() throws TimeoutException {
        FxToolkit.cleanupStages();
    }

    protected final FxRobot robot() {
        return robot;
    }

    protected final Stage stage() {
        return Objects.requireNonNull(stage);
    }

    /** Shows a root in the window, dressed as the console is. */
    protected final Scene show(Parent root, double width, double height) {
        return onFx(() -> {
            Scene scene = new Scene(root, width, height);
            Theme.dress(scene, false);
            stage().setScene(scene);
            stage().show();
            stage().toFront();
            return scene;
        });
    }

    /** Runs something on the window's thread and waits for it. */
    protected static <T> T onFx(Callable<T> work) {
        try {
            return WaitForAsyncUtils.waitForAsyncFx(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS), work);
        } finally {
            WaitForAsyncUtils.clearExceptions();
        }
    }

    /** Waits until the window's thread sees the condition hold. */
    protected static void waitFor(String what, Callable<Boolean> condition) {
        try {
            WaitForAsyncUtils.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS, () -> onFx(condition));
        } catch (TimeoutException e) {
            throw new AssertionError("Waited " + PATIENCE_SECONDS + " s in vain: " + what, e);
        }
    }
}

package dev.wheelhouse.ui.testing;

import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.shell.Layers;
import dev.wheelhouse.ui.theme.Theme;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.stage.PopupWindow;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/**
 * A window without a display, and a robot that works it. One stage a test, light unless a test says otherwise. One class at a
 * time: they would take the keyboard from each other.
 */
@ResourceLock(FxTest.WINDOW)
@Timeout(120) // Windows are drawn in software, beside three other classes.
public abstract class FxTest {

    /** The name of the lock that one window at a time has. */
    public static final String WINDOW = "window";

    private static final int PATIENCE_SECONDS = 20;
    private static final long SLIDES_NO_MORE = Duration.ofMillis(100).toNanos();

    private final FxRobot robot = new FxRobot();
    private final AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
    private @Nullable Stage stage;

    @BeforeEach
    final void openStage() throws TimeoutException {
        stage = FxToolkit.registerPrimaryStage();
        onFx(() -> {
            // What a listener throws goes here and not to whoever changed the property.
            Thread.currentThread().setUncaughtExceptionHandler((_, error) -> thrown.compareAndSet(null, error));
            Theme.loadFonts();
            Theme.use(false);
            return true;
        });
    }

    @AfterEach
    final void closeStage() throws TimeoutException {
        FxToolkit.cleanupStages();
        onFx(() -> {
            // What had the keyboard keeps it in a window that is closed, and its caret goes on blinking.
            stage().setScene(null);
            return true;
        });
        Throwable error = thrown.get();
        if (error != null) {
            throw new AssertionError("The window's thread threw", error);
        }
    }

    @AfterAll
    static void leavesNothingBehind() {
        AtomicReference<List<String>> left = new AtomicReference<>(List.of());
        try {
            WaitForAsyncUtils.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS, () -> {
                List<String> found = new ArrayList<>(onFx(LeftBehind::inTheWindow));
                found.addAll(LeftBehind.threads());
                left.set(found);
                return found.isEmpty();
            });
        } catch (TimeoutException e) {
            throw new AssertionError("This class leaves behind: " + String.join("; ", left.get()), e);
        }
    }

    protected final FxRobot robot() {
        return robot;
    }

    protected final Stage stage() {
        return Objects.requireNonNull(stage);
    }

    /** Shows a root in the window, dressed as the console is, and as large as asked: all tests share one stage. */
    protected final Scene show(Parent root, double width, double height) {
        return onFx(() -> {
            Scene scene = new Scene(root, width, height);
            Theme.dress(scene, false);
            stage().setScene(scene);
            stage().sizeToScene();
            stage().show();
            stage().toFront();
            return scene;
        });
    }

    /**
     * Clicks the first visible node that a query finds, by its text or selector. Where it lies is asked on the window's
     * thread: bounds are computed when they are asked for, and two threads at once spoil them.
     */
    protected final FxRobot click(String query) {
        robot.clickOn(rest(query));
        checkKeyboard();
        return robot;
    }

    /** After each gesture the keyboard is where it is seen, and where the next key is meant for. */
    private void checkKeyboard() {
        waitFor(
                "the keyboard in its place",
                () -> stage().getScene() == null
                        || Layers.of(stage().getScene())
                                .map(Layers::isKeyboardInPlace)
                                .orElse(true));
    }

    /**
     * Where it is once it moves no more: what was just shown is still laid out for a frame or two, and a popup may slide in,
     * which two looks within one frame do not see.
     */
    private Point2D rest(String query) {
        AtomicReference<@Nullable Point2D> before = new AtomicReference<>();
        AtomicLong since = new AtomicLong();
        waitFor(query, () -> {
            Node node = seen(query).orElse(null);
            Point2D now = node == null ? null : centre(node);
            if (now == null || !now.equals(before.getAndSet(now))) {
                since.set(System.nanoTime());
                return false;
            }
            boolean slides = Objects.requireNonNull(node).getScene().getWindow() instanceof PopupWindow;
            return !slides || System.nanoTime() - since.get() > SLIDES_NO_MORE;
        });
        return Objects.requireNonNull(before.get());
    }

    /**
     * Gives a field its text once it is there: what a scroll pane holds is there once that was laid out. A field that is seen
     * comes first.
     */
    protected final void write(String query, String text) {
        waitFor(query, () -> {
            List<Node> fields = found(query).stream()
                    .filter(TextInputControl.class::isInstance)
                    .toList();
            Optional<Node> field = fields.stream()
                    .filter(FxTest::isSeen)
                    .findFirst()
                    .or(() -> fields.stream().findFirst());
            field.ifPresent(each -> ((TextInputControl) each).setText(text));
            return field.isPresent();
        });
    }

    /** Together, as a chord. */
    protected final void press(KeyCode... keys) {
        robot.push(keys);
        checkKeyboard();
    }

    protected final boolean isShown(String query) {
        return seen(query).isPresent();
    }

    /** Whether a label, or what has one, shows a text that has the part. */
    protected final boolean says(String part) {
        return robot.lookup(".label").queryAll().stream()
                .filter(FxTest::isSeen)
                .anyMatch(each -> each instanceof Labeled labeled
                        && labeled.getText() != null
                        && labeled.getText().contains(part));
    }

    /** What the first field that a query finds has, seen or not, or the first label where there is none; "" without either. */
    protected final String text(String query) {
        return onFx(() -> Stream.concat(
                        found(query).stream()
                                .filter(TextInputControl.class::isInstance)
                                .map(each -> ((TextInputControl) each).getText()),
                        found(query).stream().filter(Labeled.class::isInstance).map(each -> ((Labeled) each).getText()))
                .findFirst()
                .orElse(""));
    }

    private Optional<Node> seen(String query) {
        return found(query).stream().filter(FxTest::isSeen).findFirst();
    }

    /** All nodes that a query finds, seen or not. */
    protected final Set<Node> found(String query) {
        // A selector takes the dots of an id for classes.
        return query.matches("#\\S+")
                ? robot.lookup((Node each) -> query.substring(1).equals(each.getId()))
                        .queryAll()
                : robot.lookup(query).queryAll();
    }

    protected static boolean isSeen(Node node) {
        for (Node each = node; each != null; each = each.getParent()) {
            if (!each.isVisible()) {
                return false;
            }
        }
        return node.getScene() != null && node.getScene().getWindow() != null;
    }

    /** Laid out first: where a node lay before the last change says nothing about where a click will meet it. */
    private static Point2D centre(Node node) {
        Parent root = node.getScene().getRoot();
        root.applyCss();
        root.layout();
        Bounds bounds = node.localToScreen(node.getBoundsInLocal());
        return new Point2D(bounds.getCenterX(), bounds.getCenterY());
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
            throw new AssertionError("Waited " + PATIENCE_SECONDS + " s in vain: " + what + "; " + windows(), e);
        }
    }

    /**
     * Waits until the window has rested for that many seconds in a row. An animation beats sixty times in each of them, half
     * as often where the machine is busy; whatever is still loaded or about to end may come first.
     */
    protected final void waitForRest(int seconds) {
        AtomicInteger pulses = new AtomicInteger();
        AtomicInteger rested = new AtomicInteger();
        Background.Handle beat = onFx(() -> {
            stage().getScene().addPostLayoutPulseListener(pulses::incrementAndGet);
            return new FxBackground()
                    .every(Duration.ofSeconds(1), () -> rested.set(pulses.getAndSet(0) > 15 ? 0 : rested.get() + 1));
        });
        try {
            waitFor("the window to rest", () -> rested.get() >= seconds);
        } finally {
            beat.cancel();
        }
    }

    /** What is open and where the keyboard lies, for who reads why a test waited in vain. */
    private static String windows() {
        return onFx(() -> Window.getWindows().stream()
                .map(each -> each.getClass().getSimpleName()
                        + (each.isFocused() ? " focused" : "")
                        + " with the keyboard at "
                        + each.getScene().getFocusOwner())
                .collect(Collectors.joining(", ")));
    }
}

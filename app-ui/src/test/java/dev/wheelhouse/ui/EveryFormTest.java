package dev.wheelhouse.ui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.TestCore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.stage.WindowEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every form of the window, opened by its keys from another screen. */
class EveryFormTest extends FxTest {

    @TempDir
    private Path home;

    private TestCore core;
    private boolean isClosed;

    private static Stream<Arguments> forms() {
        return Stream.of(
                Arguments.of("Add a database", List.of(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.A)),
                Arguments.of("Add a server", List.of(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.M)),
                Arguments.of("Add a schedule", List.of(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.D)),
                Arguments.of("Add a channel", List.of(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.J)),
                Arguments.of("Add a webhook", List.of(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.W)),
                Arguments.of("Add a domain", List.of(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.G)),
                Arguments.of("Add an instance", List.of(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.Y)),
                Arguments.of("Connect repositories", List.of(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.V)),
                Arguments.of("Deploy from an address", List.of(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.X)),
                Arguments.of("Invite a member", List.of(KeyCode.ALT, KeyCode.SHIFT, KeyCode.I)),
                Arguments.of("Create a key", List.of(KeyCode.ALT, KeyCode.SHIFT, KeyCode.K)));
    }

    @BeforeEach
    void openWindow() {
        core = TestCore.start(home);
        onFx(() -> {
            ConsoleFacts facts = new ConsoleFacts("http://127.0.0.1:7465", home.resolve("token"), "1.4.0", "sqlite");
            new ConsoleWiring(core.core(), facts, Clock.systemUTC(), new FxBackground())
                    .open(stage(), List.of(), () -> {}, () -> {}, () -> isClosed = true);
            return true;
        });
        waitFor("the overview", () -> isShown("#apiLine") || isShown(".overview"));
    }

    @AfterEach
    void closeWindow() {
        onFx(() -> {
            stage().close();
            return true;
        });
        core.close();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("forms")
    void takesTheKeyboardAndLosesNothing(String form, List<KeyCode> keys) {
        press(keys.toArray(KeyCode[]::new));
        waitFor(form, () -> isShown(".form-veil"));
        robot().write("x");
        waitFor("what was typed in its first field", () -> typed() != null && "x".equals(typed().getText()));
        TextInputControl field = onFx(this::typed);

        press(KeyCode.ESCAPE);
        waitFor("the question", () -> isShown("Discard changes?"));
        press(KeyCode.ENTER);
        waitFor("no answer by habit", () -> !isShown("Discard changes?"));
        assertThat(field.getText()).isEqualTo("x");
        assertThat(isShown(".form-veil")).isTrue();

        onFx(() -> {
            stage().fireEvent(new WindowEvent(stage(), WindowEvent.WINDOW_CLOSE_REQUEST));
            return true;
        });
        waitFor("the question of the window's cross", () -> isShown("Discard changes?"));
        press(KeyCode.ESCAPE);
        waitFor("it gone", () -> !isShown("Discard changes?"));
        assertThat(isClosed).isFalse();

        click("Databases");
        waitFor("another screen", () -> form.equals("Add a database") || !isShown(".form-veil"));
        assertThat(field.getText()).isEqualTo("x");

        onFx(() -> {
            stage().fireEvent(new WindowEvent(stage(), WindowEvent.WINDOW_CLOSE_REQUEST));
            return true;
        });
        waitFor("the question of a form that is not in front", () -> isShown("Discard changes?"));
        click("Discard");
        waitFor("the window closed", () -> isClosed);
    }

    /** What has the keyboard within a form. */
    private @Nullable TextInputControl typed() {
        Scene scene = stage().getScene();
        Node veil = scene.lookup(".form-veil");
        return veil != null && Focus.isWithin(veil) && scene.getFocusOwner() instanceof TextInputControl field
                ? field
                : null;
    }
}

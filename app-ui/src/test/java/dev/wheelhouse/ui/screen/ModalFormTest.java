package dev.wheelhouse.ui.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.event.Event;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.TextFormatter;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ModalFormTest extends FxTest {

    private final FakeWorkbench workbench = new FakeWorkbench(new SameThreadBackground());
    private final AtomicInteger cancelled = new AtomicInteger();

    @SuppressWarnings("NullAway.Init")
    private TextField behind;

    @SuppressWarnings("NullAway.Init")
    private TextField formatted;

    @SuppressWarnings("NullAway.Init")
    private TextField plain;

    @SuppressWarnings("NullAway.Init")
    private CheckBox choice;

    @SuppressWarnings("NullAway.Init")
    private StackPane screen;

    @SuppressWarnings("NullAway.Init")
    private ModalForm forms;

    @BeforeEach
    void showScreen() {
        onFx(() -> {
            behind = new TextField();
            screen = new StackPane(new VBox(behind));
            forms = new ModalForm(screen, workbench);
            return true;
        });
        show(screen, 400, 300);
        onFx(() -> {
            behind.requestFocus();
            return true;
        });
    }

    private Form form() {
        formatted = new TextField("first");
        formatted.setTextFormatter(new TextFormatter<>(change -> change));
        plain = new TextField();
        choice = new CheckBox("Also this");
        Button cancel = new Button("Cancel");
        cancel.setCancelButton(true);
        cancel.setOnAction(_ -> {
            cancelled.incrementAndGet();
            forms.close();
        });
        Label title = new Label("Add a thing");
        title.setId("title");
        VBox root = new VBox(title, formatted, plain, choice, new VBox(cancel));
        return new Form() {
            @Override
            public Parent root() {
                return root;
            }

            @Override
            public void focus() {
                formatted.requestFocus();
            }

            @Override
            public void close() {}
        };
    }

    private void open() {
        onFx(() -> {
            forms.open(this::form);
            return true;
        });
    }

    @Test
    void isCancelledFromEveryFieldAndGivesTheKeyboardBack() {
        open();
        assertThat(formatted.isFocused()).isTrue();
        press(KeyCode.ESCAPE);
        waitFor("the form cancelled", () -> cancelled.get() == 1);
        assertThat(behind.isFocused()).isTrue();
        open();
        press(KeyCode.TAB);
        assertThat(plain.isFocused()).isTrue();
        press(KeyCode.ESCAPE);
        waitFor("it cancelled once more", () -> cancelled.get() == 2);
        assertThat(behind.isFocused()).isTrue();
        assertThat(workbench.questions).isEmpty();
    }

    /** A key of somebody fast, or of a slow machine. */
    @Test
    void isCancelledBeforeItIsDrawn() {
        onFx(() -> {
            forms.open(this::form);
            Event.fireEvent(
                    formatted, new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ESCAPE, false, false, false, false));
            return true;
        });
        assertThat(cancelled).hasValue(1);
    }

    @Test
    void asksOnceBeforeWhatWasTypedIsLost() {
        workbench.answer = false;
        open();
        robot().write("x");
        press(KeyCode.ESCAPE);
        assertThat(cancelled).hasValue(0);
        click("Cancel");
        assertThat(cancelled).hasValue(0);
        assertThat(workbench.questions).hasSize(2).allSatisfy(each -> {
            assertThat(each.text()).contains("“Add a thing”");
            assertThat(each.dangerous()).isTrue();
        });
        assertThat(onFx(() -> workbench.layers().unsaved())).containsExactly("“Add a thing”");

        workbench.answer = true;
        click("Cancel");
        assertThat(cancelled).hasValue(1);
        assertThat(workbench.questions).hasSize(3);
        assertThat(onFx(() -> workbench.layers().unsaved())).isEmpty();
    }

    @Test
    void asksAboutWhatWasChosenAndNotAboutWhatWasTakenBack() {
        open();
        click("Also this");
        click("Also this");
        press(KeyCode.ESCAPE);
        assertThat(cancelled).hasValue(1);
        assertThat(workbench.questions).isEmpty();

        open();
        click("Also this");
        press(KeyCode.ESCAPE);
        assertThat(cancelled).hasValue(2);
        assertThat(workbench.questions).extracting(Question::title).isEqualTo(List.of("Discard changes?"));
    }

    /** A guess that arrives before anything was touched is nobody's work. */
    @Test
    void asksNotAboutWhatTheFormFilledItself() {
        open();
        onFx(() -> {
            plain.setText("proposed");
            return true;
        });
        press(KeyCode.ESCAPE);
        assertThat(cancelled).hasValue(1);
        assertThat(workbench.questions).isEmpty();
    }

    /** A token is on the screen once: it is the box that says whether it may go, not what was entered. */
    @Test
    void asksOnlyWhileATextThatNothingShowsAgainWasNotKept() {
        onFx(() -> {
            forms.open(() -> KeptText.once(
                    new KeptText.Words("Token", "ci", "It is shown once."), "wh_secret", 1, workbench, () -> {
                        cancelled.incrementAndGet();
                        forms.close();
                    }));
            return true;
        });
        assertThat(onFx(() -> workbench.layers().unsaved())).hasSize(1);
        click("#kept");
        assertThat(onFx(() -> workbench.layers().unsaved())).isEmpty();
        click("Done");
        assertThat(cancelled).hasValue(1);
        assertThat(workbench.questions).isEmpty();
    }

    @Test
    void asksNothingOnceItsFieldsHoldWhatIsStored() {
        open();
        press(KeyCode.TAB);
        robot().write("a");
        onFx(() -> {
            Event.fireEvent(plain, new Event(FormFrame.SETTLED));
            return true;
        });
        assertThat(onFx(() -> workbench.layers().unsaved())).isEmpty();
        robot().write("b");
        assertThat(onFx(() -> workbench.layers().unsaved())).hasSize(1);
    }

    /** What is shown once, such as the text of an invite that was sent again while somebody fills another form. */
    @Test
    void opensWhatMustBeSeenOnceAnotherFormHasEnded() {
        open();
        robot().write("a");
        onFx(() -> {
            forms.openNext(() -> KeptText.once(
                    new KeptText.Words("Invite", "ada@example.com", "It is shown once."),
                    "code",
                    1,
                    workbench,
                    forms::close));
            return true;
        });
        assertThat(formatted.isFocused()).isTrue();
        press(KeyCode.ESCAPE);
        assertThat(onFx(() -> workbench.layers().unsaved())).hasSize(1);
        assertThat(isShown("#kept")).isTrue();
        click("#kept");
        click("Done");
        assertThat(forms.isOpen()).isFalse();
        assertThat(behind.isFocused()).isTrue();
    }

    @Test
    void isNotLeftByTheArrowsOfItsButtons() {
        open();
        press(KeyCode.SHIFT, KeyCode.TAB);
        for (KeyCode arrow : List.of(KeyCode.DOWN, KeyCode.RIGHT, KeyCode.UP, KeyCode.LEFT)) {
            press(arrow);
            assertThat(behind.isFocused()).as(arrow.getName()).isFalse();
            assertThat(text(scene -> workbench.layers().isKeyboardInPlace())).isTrue();
        }
    }

    /** A key that opens it again, or a file that is given to the window, while somebody types. */
    @Test
    void staysWhereSomebodyTypesWhenItIsOpenedAgain() {
        open();
        press(KeyCode.TAB);
        robot().write("a");
        open();
        robot().write("b");
        assertThat(plain.getText()).isEqualTo("ab");
    }

    @Test
    void goesAroundByTabAndLetsNothingBehindTakeTheKeyboard() {
        open();
        press(KeyCode.SHIFT, KeyCode.TAB);
        assertThat(text(scene -> scene.getFocusOwner() instanceof Button)).isTrue();
        press(KeyCode.TAB);
        assertThat(formatted.isFocused()).isTrue();
        onFx(() -> {
            behind.requestFocus();
            return true;
        });
        assertThat(formatted.isFocused()).isTrue();
        robot().write("x");
        assertThat(behind.getText()).isEmpty();
        assertThat(formatted.getText()).contains("x");
    }

    private boolean text(java.util.function.Predicate<javafx.scene.Scene> holds) {
        return onFx(() -> holds.test(screen.getScene()));
    }

    @Test
    void keepsTheKeyboardWhereItsNodeGoes() {
        open();
        onFx(() -> {
            ((VBox) formatted.getParent()).getChildren().remove(formatted);
            return true;
        });
        waitFor(
                "the keyboard in the form",
                () -> screen.getScene().getFocusOwner() != null
                        && !behind.isFocused()
                        && !screen.getScene().getFocusOwner().equals(formatted));
        robot().write("x");
        assertThat(behind.getText()).isEmpty();
    }
}

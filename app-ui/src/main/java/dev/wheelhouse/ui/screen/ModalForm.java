package dev.wheelhouse.ui.screen;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.shell.Layer;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Supplier;
import javafx.event.ActionEvent;
import javafx.event.EventType;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.DragEvent;
import javafx.scene.input.InputEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Pane;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/**
 * The place of a form above a screen: a card over a veil. A click beside it does nothing, and what would end a form that was
 * changed asks first. Belongs to the window's thread.
 */
public final class ModalForm implements Layer {

    private final Pane screen;
    private final Workbench workbench;
    private final StackPane veil = new StackPane();
    private @Nullable Form form;
    private final Queue<Supplier<? extends Form>> waiting = new ArrayDeque<>();
    /** What its fields held before the person did anything. */
    private @Nullable List<Object> untouched;

    private boolean isGivenUp;

    /** @param screen what the form covers */
    public ModalForm(Pane screen, Workbench workbench) {
        this.screen = screen;
        this.workbench = workbench;
        veil.getStyleClass().add("form-veil");
        for (EventType<? extends InputEvent> each :
                List.of(KeyEvent.KEY_PRESSED, MouseEvent.MOUSE_PRESSED, DragEvent.DRAG_DROPPED)) {
            veil.addEventFilter(each, _ -> remember());
        }
        veil.addEventHandler(FormFrame.SETTLED, _ -> untouched = null);
        veil.addEventFilter(ActionEvent.ACTION, this::askBeforeCancel);
        veil.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getTarget() instanceof TextField field && field.getTextFormatter() != null) {
                cancel(event);
            }
        });
        veil.addEventHandler(KeyEvent.KEY_PRESSED, this::cancel);
    }

    /**
     * Escape fires the form's cancel button. JavaFX would do so from the button's first layout on, and a key that comes before
     * would be lost; and a field with a formatter keeps Escape to itself.
     */
    private void cancel(KeyEvent event) {
        if (event.getCode() == KeyCode.ESCAPE) {
            findButton(Button::isCancelButton).ifPresent(cancel -> {
                event.consume();
                cancel.fire();
            });
        }
    }

    private void askBeforeCancel(ActionEvent event) {
        if (event.getTarget() instanceof Button button && button.isCancelButton() && !isGivenUp) {
            Optional<String> unsaved = unsaved();
            if (unsaved.isPresent()) {
                event.consume();
                Layer.askBeforeLoss(workbench, List.of(unsaved.get()), () -> giveUp(button));
            }
        }
    }

    private void giveUp(Button cancel) {
        isGivenUp = true;
        cancel.fire();
    }

    private void remember() {
        if (untouched == null) {
            untouched = EnteredValues.of(veil);
        }
    }

    /** Opens a form, unless one is open: what was typed there is not thrown away. */
    public void open(Supplier<? extends Form> forms) {
        if (form == null) {
            Form made = forms.get();
            form = made;
            untouched = null;
            isGivenUp = false;
            veil.getChildren().setAll(made.root());
            screen.getChildren().add(veil);
        }
        workbench.layers().open(this, screen);
    }

    /** Opens a form that must be seen; where one is open, once that has ended. */
    public void openNext(Supplier<? extends Form> forms) {
        if (form == null) {
            open(forms);
        } else {
            waiting.add(forms);
        }
    }

    /** Whether a form is open. */
    public boolean isOpen() {
        return form != null;
    }

    /** Ends the form without a question, and gives the keyboard back; nothing happens without one. */
    public void close() {
        Form ended = form;
        if (ended != null) {
            ended.close();
            form = null;
            untouched = null;
            workbench.layers().close(this);
            screen.getChildren().remove(veil);
            veil.getChildren().clear();
        }
        if (form == null && !waiting.isEmpty()) {
            open(waiting.remove());
        }
    }

    @Override
    public Parent root() {
        return veil;
    }

    /** None: its keys are those of its fields and buttons. */
    @Override
    public List<Action> actions() {
        return List.of();
    }

    @Override
    public void focus() {
        if (form != null) {
            form.focus();
        }
    }

    @Override
    public Optional<String> unsaved() {
        boolean isEntered = untouched != null && !untouched.equals(EnteredValues.of(veil));
        return form != null && form.losesWork(isEntered) ? Optional.of(name()) : Optional.empty();
    }

    private String name() {
        return veil.lookup("#title") instanceof Label title ? "“" + title.getText() + "”" : "this form";
    }
}

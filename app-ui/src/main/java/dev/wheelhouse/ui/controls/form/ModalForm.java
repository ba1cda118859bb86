package dev.wheelhouse.ui.controls.form;

import dev.wheelhouse.ui.fx.Focus;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.TraversalDirection;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;

/**
 * A form as a card above a screen, which rests meanwhile. Tab goes around within the form, and a click beside it does
 * nothing: it must not throw away what was typed. Belongs to the window's thread.
 */
public final class ModalForm {

    private final Pane above;
    private final Node[] resting;
    private final StackPane veil = new StackPane();
    private final Region start = new Region();
    private final Region end = new Region();
    private Runnable first = () -> {};
    private boolean isTab;
    private boolean turns;

    /**
     * @param above what the form covers
     * @param resting what takes no keys and clicks while the form is open
     */
    public ModalForm(Pane above, Node... resting) {
        this.above = above;
        this.resting = resting.clone();
        veil.getStyleClass().add("form-veil");
        veil.addEventFilter(KeyEvent.KEY_PRESSED, event -> isTab = event.getCode() == KeyCode.TAB);
        veil.addEventFilter(KeyEvent.KEY_RELEASED, _ -> isTab = false);
        veil.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getTarget() instanceof TextField field && field.getTextFormatter() != null) {
                cancel(event);
            }
        });
        veil.addEventHandler(KeyEvent.KEY_PRESSED, this::cancel);
        turnsAt(start, end, TraversalDirection.PREVIOUS);
        turnsAt(end, start, TraversalDirection.NEXT);
    }

    /**
     * Escape fires the form's cancel button. JavaFX would do so from the button's first layout on, and a key that comes before
     * would be lost; and a field with a formatter keeps Escape to itself.
     */
    private void cancel(KeyEvent event) {
        if (event.getCode() == KeyCode.ESCAPE) {
            cancelButton(veil).ifPresent(each -> {
                event.consume();
                each.fire();
            });
        }
    }

    private static Optional<Button> cancelButton(Parent form) {
        return form.getChildrenUnmodifiable().stream()
                .flatMap(each -> switch (each) {
                    case Button button when button.isCancelButton() -> Stream.of(button);
                    case Parent parent -> cancelButton(parent).stream();
                    default -> Stream.empty();
                })
                .findFirst();
    }

    /** Goes on from the other end; or to where a form begins, when the window itself had to find a place for the keyboard. */
    private void turnsAt(Region edge, Region other, TraversalDirection direction) {
        edge.setFocusTraversable(true);
        edge.setMaxSize(0, 0);
        edge.focusedProperty().addListener((_, _, focused) -> {
            if (focused && !isTab && !turns) {
                first.run();
            } else if (focused && !turns) {
                turns = true;
                other.requestFocus();
                other.requestFocusTraversal(direction);
                turns = false;
            }
        });
    }

    /**
     * Opens a form, in place of the one before.
     *
     * @param focus gives the keyboard to where the form begins
     */
    public void show(Parent form, Runnable focus) {
        first = focus;
        veil.getChildren().setAll(start, form, end);
        if (!above.getChildren().contains(veil)) {
            above.getChildren().add(veil);
        }
        rest(true);
        focus.run();
    }

    /** Gives the form the keyboard, unless it has it; nothing happens without one. */
    public void focus() {
        if (!Focus.isWithin(veil)) {
            first.run();
        }
    }

    /** Takes the form away; nothing happens without one. */
    public void hide() {
        first = () -> {};
        above.getChildren().remove(veil);
        veil.getChildren().clear();
        rest(false);
    }

    private void rest(boolean rests) {
        for (Node each : resting) {
            each.setDisable(rests);
        }
    }
}

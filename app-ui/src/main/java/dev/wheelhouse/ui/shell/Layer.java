package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.Question;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;

/** A part of the window that has the keyboard as a whole: a screen, what stands beside it, or what lies above both. */
public interface Layer {

    Parent root();

    /** What can be done here now, for its keys and the palette. */
    List<Action> actions();

    /** Gives the keyboard to where it begins. */
    void focus();

    /** The name of what would be lost if it ended now; empty for nothing. */
    default Optional<String> unsaved() {
        return Optional.empty();
    }

    /**
     * Goes on at once where nothing would be lost, else when the answer is yes.
     *
     * @param unsaved names of what would be lost
     */
    static void askBeforeLoss(Workbench workbench, List<String> unsaved, Runnable goOn) {
        if (unsaved.isEmpty()) {
            goOn.run();
            return;
        }
        workbench.ask(
                new Question(
                        "Discard changes?",
                        "What you entered in " + String.join(" and ", unsaved) + " is not saved.",
                        "Discard",
                        true),
                goOn);
    }

    /** The first button of it that is like that, such as its cancel button. */
    default Optional<Button> findButton(Predicate<Button> wanted) {
        return buttons(root()).filter(wanted).findFirst();
    }

    private static Stream<Button> buttons(Node node) {
        return switch (node) {
            case Button button -> Stream.of(button);
            case Parent parent -> parent.getChildrenUnmodifiable().stream().flatMap(Layer::buttons);
            default -> Stream.empty();
        };
    }
}

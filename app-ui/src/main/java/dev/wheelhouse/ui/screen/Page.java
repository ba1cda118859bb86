package dev.wheelhouse.ui.screen;

import dev.wheelhouse.ui.action.Action;
import java.util.List;
import javafx.scene.Parent;

/** The page of one thing of a list, in the list's place. What {@code onShow} registers, {@code onHide} releases. */
public interface Page {

    /** Of what it shows. */
    String id();

    Parent root();

    void onShow();

    void onHide();

    /** What can be done here now. */
    List<Action> actions();

    /** Gives the keyboard to where the page begins. */
    void focus();

    /** It is left for good. */
    default void close() {}
}

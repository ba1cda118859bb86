package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Action;
import java.util.List;
import javafx.scene.Parent;

/** What the sidebar opens. Made once, when it is first opened; what {@code onShow} registers, {@code onHide} releases. */
public interface Screen {

    Parent root();

    void onShow();

    void onHide();

    /** Whether a form covers it, which alone takes keys then. */
    default boolean isCovered() {
        return false;
    }

    /** What can be done here now, for the palette and the shortcuts. */
    List<Action> actions();

    /** Runs {@code close} when the screen may close with the window; a screen that would lose work asks first. */
    default void requestClose(Runnable close) {
        close.run();
    }

    /** The window closes for good; what waits to be written is written before this returns. */
    default void onClose() {}

    /** Where the keyboard should be when the screen opens. */
    default void focus() {
        root().requestFocus();
    }
}

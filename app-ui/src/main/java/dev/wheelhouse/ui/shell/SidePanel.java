package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Action;
import java.util.List;
import javafx.scene.Parent;

/**
 * What stands at the right of every screen. Made once, when it is first opened; what {@code onShow} registers,
 * {@code onHide} releases.
 */
public interface SidePanel {

    Parent root();

    void onShow();

    void onHide();

    /** What can be done here now, for the palette and the shortcuts; offered while it is open. */
    List<Action> actions();

    /** Where the keyboard should be when it opens. */
    void focus();
}

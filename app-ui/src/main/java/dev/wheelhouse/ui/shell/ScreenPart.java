package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.list.Refreshable;
import java.util.Optional;
import javafx.scene.Node;

/** What one feature lends to a screen of another. What {@code onShow} registers, {@code onHide} releases. */
public interface ScreenPart {

    Node root();

    /** What it shows the last reading of while it cannot be read again; empty where it shows that itself. */
    default Optional<Refreshable> reading() {
        return Optional.empty();
    }

    void onShow();

    void onHide();
}

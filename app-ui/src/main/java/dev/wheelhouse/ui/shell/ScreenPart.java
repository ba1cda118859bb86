package dev.wheelhouse.ui.shell;

import javafx.scene.Node;

/** What one feature lends to a screen of another. What {@code onShow} registers, {@code onHide} releases. */
public interface ScreenPart {

    Node root();

    void onShow();

    void onHide();
}

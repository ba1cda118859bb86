package dev.wheelhouse.ui.screen;

import javafx.scene.Parent;

/** A form above a screen. */
public interface Form {

    Parent root();

    /** Gives the keyboard to where the form begins. */
    void focus();

    /** It is left for good, saved or not; what it began is ended. */
    void close();
}

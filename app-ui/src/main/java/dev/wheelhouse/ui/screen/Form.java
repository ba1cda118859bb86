package dev.wheelhouse.ui.screen;

import javafx.scene.Parent;

/** A form above a screen. */
public interface Form {

    Parent root();

    /** Gives the keyboard to where the form begins. */
    void focus();

    /**
     * Whether something is lost when it is left.
     *
     * @param isEntered whether its fields hold other values than before the person did anything
     */
    default boolean losesWork(boolean isEntered) {
        return isEntered;
    }

    /** It is left for good, saved or not; what it began is ended. */
    void close();
}

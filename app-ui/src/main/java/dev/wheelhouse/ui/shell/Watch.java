package dev.wheelhouse.ui.shell;

/** What looks on while the window is open, whichever screen is in front. Belongs to the window's thread. */
public interface Watch {

    /** Begins, once services answer. */
    void onShow();

    /** Ends with the window. */
    void onHide();
}

package dev.wheelhouse.ui.shell;

/** What the sidebar opens. Made once, when it is first opened; what {@code onShow} registers, {@code onHide} releases. */
public interface Screen extends Layer {

    void onShow();

    void onHide();

    /** Runs {@code close} when the screen may close with the window; a screen that would lose work asks first. */
    default void requestClose(Runnable close) {
        close.run();
    }

    /** The window closes for good; what waits to be written is written before this returns. */
    default void onClose() {}
}

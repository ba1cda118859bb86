package dev.wheelhouse.ui.shell;

/**
 * What stands at the right of every screen. Made once, when it is first opened; what {@code onShow} registers,
 * {@code onHide} releases.
 */
public interface SidePanel extends Layer {

    void onShow();

    void onHide();
}

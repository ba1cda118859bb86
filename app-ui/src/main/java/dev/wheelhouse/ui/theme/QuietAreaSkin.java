package dev.wheelhouse.ui.theme;

import javafx.scene.control.TextArea;
import javafx.scene.control.skin.TextAreaSkin;

/** A text area whose caret blinks only while the area has the keyboard of a window that is shown. */
public final class QuietAreaSkin extends TextAreaSkin {

    public QuietAreaSkin(TextArea area) {
        super(area);
        registerChangeListener(Carets.windowShown(area), _ -> setCaretAnimating(true));
    }

    @Override
    public void setCaretAnimating(boolean animating) {
        super.setCaretAnimating(animating && Carets.mayBlink(getSkinnable()));
    }
}

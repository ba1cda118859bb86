package dev.wheelhouse.ui.theme;

import javafx.scene.control.TextField;
import javafx.scene.control.skin.TextFieldSkin;

/** A text field whose caret blinks only while the field has the keyboard of a window that is shown. */
public final class QuietFieldSkin extends TextFieldSkin {

    public QuietFieldSkin(TextField field) {
        super(field);
        registerChangeListener(Carets.windowShown(field), _ -> setCaretAnimating(true));
    }

    @Override
    public void setCaretAnimating(boolean animating) {
        super.setCaretAnimating(animating && Carets.mayBlink(getSkinnable()));
    }
}

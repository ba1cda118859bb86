package dev.wheelhouse.ui.controls.editor;

import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.input.Clipboard;
import org.fxmisc.richtext.CodeArea;

/** A code area that takes no text from the clipboard which would make it slow. */
final class PlainArea extends CodeArea {

    private Consumer<String> refusal = _ -> {};

    PlainArea() {
        getStyleClass().add("code-area");
    }

    void setRefusal(Consumer<String> told) {
        refusal = told;
    }

    @Override
    public void paste() {
        String text = Clipboard.getSystemClipboard().getString();
        if (text == null) {
            return;
        }
        Optional<String> reason = TextLimits.refusal(text);
        if (reason.isEmpty() && getLength() + text.length() > TextLimits.LONGEST_TEXT) {
            reason = Optional.of("With this the text would be larger than the editor takes. Run it as a file instead.");
        }
        if (reason.isPresent()) {
            refusal.accept(reason.get());
            return;
        }
        // Other programs end lines in their own ways; one way keeps places and columns right.
        replaceSelection(text.replace("\r\n", "\n").replace('\r', '\n'));
        requestFollowCaret();
    }
}

package dev.wheelhouse.ui.controls.editor;

import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import java.util.function.Supplier;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.model.ReadOnlyStyledDocument;

/** Asks for proposals while somebody types, shows them and types what is chosen. */
final class SuggestionController {

    private static final int LEAST_TYPED = 2;
    private static final int FARTHEST = 20_000;

    private final Latest asking;
    private final CodeArea area;
    private final Supplier<TextRange> block;
    private final SuggestionSource source;
    private final SuggestionPopup popup;

    SuggestionController(
            Background background,
            CodeArea area,
            Supplier<TextRange> block,
            SuggestionSource source,
            String stylesheet) {
        this.asking = new Latest(background);
        this.area = area;
        this.block = block;
        this.source = source;
        this.popup = new SuggestionPopup(this::accept, stylesheet);
    }

    /** Asks for what fits at the caret, whatever was typed. */
    void ask() {
        int caret = area.getCaretPosition();
        TextRange around = block.get();
        // A text without blocks may be all one: what is far away says little about this place.
        int start = Math.clamp(around.start(), Math.max(0, caret - FARTHEST), caret);
        int end = Math.clamp(around.end(), caret, Math.min(area.getLength(), caret + FARTHEST));
        ReadOnlyStyledDocument<?, ?, ?> document = area.getContent().snapshot();
        asking.run(
                () -> source.suggest(document.subSequence(start, end).getText(), caret - start)
                        .movedBy(start),
                found -> show(caret, found),
                _ -> hide());
    }

    private void show(int caret, Suggestions found) {
        if (caret != area.getCaretPosition() || area.getScene() == null) {
            return;
        }
        boolean typedWhole = found.items().size() == 1
                && area.getText(found.from(), Math.min(found.to(), area.getLength()))
                        .equals(found.items().getFirst().text());
        if (typedWhole || found.items().isEmpty()) {
            // Where the caret is drawn would cost a layout.
            hide();
            return;
        }
        area.getCaretBounds().ifPresent(bounds -> popup.show(area, bounds, found));
    }

    void hide() {
        asking.cancel();
        popup.hide();
    }

    /** Follows what is typed: names and dots bring the list, anything else takes it away. */
    void typed(KeyEvent event) {
        String typed = event.getCharacter();
        if (event.isShortcutDown() || typed.isEmpty() || typed.charAt(0) < ' ') {
            return;
        }
        char c = typed.charAt(0);
        boolean word = Character.isLetterOrDigit(c) || c == '_' || c == '"';
        if (c == '.' || (word && (popup.isShowing() || wordBeforeCaret() >= LEAST_TYPED))) {
            ask();
        } else {
            hide();
        }
    }

    private int wordBeforeCaret() {
        String line = area.getText(area.getCurrentParagraph());
        int end = Math.min(area.getCaretColumn(), line.length());
        int at = end;
        while (at > 0 && (Character.isLetterOrDigit(line.charAt(at - 1)) || line.charAt(at - 1) == '_')) {
            at--;
        }
        boolean number = at < end && Character.isDigit(line.charAt(at));
        return number ? 0 : end - at;
    }

    /** Whether the key was for the list. */
    boolean takes(KeyEvent event) {
        if (!popup.isShowing() || event.isShortcutDown() || event.isAltDown()) {
            return false;
        }
        KeyCode code = event.getCode();
        if (code == KeyCode.ENTER || code == KeyCode.TAB) {
            popup.selected().ifPresent(this::accept);
            return true;
        }
        if (code == KeyCode.LEFT || code == KeyCode.RIGHT || code == KeyCode.HOME || code == KeyCode.END) {
            hide();
            return false;
        }
        if (code == KeyCode.BACK_SPACE) {

            area.deletePreviousChar();

            if (wordBeforeCaret() > 0) {
                ask();
            } else {
                hide();
            }
            return true;
        }
        return popup.takes(code);
    }

    private void accept(Suggestion chosen) {
        Suggestions shown = popup.shown();
        int to = area.getCaretPosition();
        hide();
        if (shown.from() <= to) {
            area.replaceText(shown.from(), to, chosen.text());
            area.requestFollowCaret();
            area.requestFocus();
        }
    }
}

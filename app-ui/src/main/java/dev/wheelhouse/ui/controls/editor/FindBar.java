package dev.wheelhouse.ui.controls.editor;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.fxmisc.richtext.CodeArea;
import org.kordamp.ikonli.javafx.FontIcon;

/** Finds and replaces in the editor's text. */
final class FindBar extends HBox {

    private static final int MOST = 5000;

    private final CodeArea area;
    private final Runnable changed;
    private final Runnable closed;
    private final TextField find = new TextField();
    private final TextField replacement = new TextField();
    private final ToggleButton exactCase = new ToggleButton("Aa");
    private final Label count = new Label();
    private List<TextRange> found = List.of();

    FindBar(CodeArea area, Runnable changed, Runnable closed) {
        this.area = area;
        this.changed = changed;
        this.closed = closed;
        getStyleClass().addAll("find-bar", "low-fields");
        find.setPromptText("Find");
        find.setAccessibleText("Find");
        replacement.setPromptText("Replace with");
        replacement.setAccessibleText("Replace with");
        exactCase.setTooltip(new Tooltip("Match case"));
        exactCase.setAccessibleText("Match case");
        exactCase.setFocusTraversable(false);
        count.getStyleClass().addAll("dim", "small");
        count.setMinWidth(Region.USE_PREF_SIZE);
        Button one = new Button("Replace");
        one.setOnAction(_ -> replaceOne());
        Button all = new Button("All");
        all.setTooltip(new Tooltip("Replace all"));
        all.setOnAction(_ -> replaceAll());
        getChildren()
                .addAll(
                        find,
                        exactCase,
                        icon("fth-chevron-up", "Previous (Shift+Enter)", () -> go(false)),
                        icon("fth-chevron-down", "Next (Enter)", () -> go(true)),
                        count,
                        replacement,
                        one,
                        all,
                        icon("fth-x", "Close (Esc)", this::close));
        find.textProperty().addListener(_ -> search(true));
        exactCase.selectedProperty().addListener(_ -> search(true));
        find.setOnAction(_ -> go(true));
        replacement.setOnAction(_ -> replaceOne());
        addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
    }

    private static Button icon(String literal, String words, Runnable work) {
        Button button = new Button(null, new FontIcon(literal));
        button.getStyleClass().addAll("button-icon", "flat");
        button.setTooltip(new Tooltip(words));
        button.setAccessibleText(words);
        button.setOnAction(_ -> work.run());
        return button;
    }

    private void pressed(KeyEvent event) {
        if (event.getCode() == KeyCode.ESCAPE) {
            close();
            event.consume();
        } else if (event.getCode() == KeyCode.ENTER && event.isShiftDown()) {
            go(false);
            event.consume();
        }
    }

    /** Opens with a text to look for; the one before when it is empty or of several lines. */
    void begin(String text) {
        if (!text.isEmpty() && text.indexOf('\n') < 0) {
            find.setText(text);
        }
        find.requestFocus();
        find.selectAll();
        search(false);
    }

    private void close() {
        found = List.of();
        changed.run();
        closed.run();
    }

    List<TextRange> found() {
        return found;
    }

    /** The places are looked for anew when the next one is wanted; until then none is shown wrongly. */
    void textChanged() {
        if (!found.isEmpty()) {
            found = List.of();
            count.setText("");
        }
    }

    private void search(boolean moves) {
        found = ranges();
        count.setText(
                find.getText().isEmpty()
                        ? ""
                        : found.isEmpty() ? "Not found" : found.size() + (found.size() == MOST ? "+ found" : " found"));
        if (moves && !found.isEmpty()) {
            select(next(area.getSelection().getStart()));
        }
        changed.run();
    }

    private List<TextRange> ranges() {
        String wanted = find.getText();
        List<TextRange> ranges = new ArrayList<>();
        if (wanted.isEmpty()) {
            return ranges;
        }
        boolean exact = exactCase.isSelected();
        String text = exact ? area.getText() : folded(area.getText());
        String part = exact ? wanted : folded(wanted);
        for (int at = text.indexOf(part);
                at >= 0 && ranges.size() < MOST;
                at = text.indexOf(part, at + part.length())) {
            ranges.add(new TextRange(at, at + part.length()));
        }
        return ranges;
    }

    /** In lower case with every character in its place: that of a whole text may be longer, as "\u0130" becomes two. */
    private static String folded(String text) {
        StringBuilder folded = new StringBuilder(text.length());
        text.codePoints().map(Character::toLowerCase).forEach(folded::appendCodePoint);
        return folded.toString();
    }

    private TextRange next(int from) {
        return found.stream().filter(range -> range.start() >= from).findFirst().orElse(found.getFirst());
    }

    private TextRange previous(int before) {
        return found.reversed().stream()
                .filter(range -> range.end() <= before)
                .findFirst()
                .orElse(found.getLast());
    }

    private void go(boolean forward) {
        if (found.isEmpty()) {
            search(false);
        }
        if (!found.isEmpty()) {
            select(
                    forward
                            ? next(area.getSelection().getEnd())
                            : previous(area.getSelection().getStart()));
        }
    }

    private void select(TextRange range) {
        area.selectRange(range.start(), range.end());
        area.requestFollowCaret();
    }

    private void replaceOne() {
        TextRange selected = new TextRange(
                area.getSelection().getStart(), area.getSelection().getEnd());
        if (ranges().contains(selected)) {
            area.replaceSelection(replacement.getText());
        }
        search(false);
        go(true);
    }

    private void replaceAll() {
        List<TextRange> ranges = ranges();
        if (ranges.isEmpty()) {
            search(false);
            return;
        }
        String text = area.getText();
        StringBuilder replaced = new StringBuilder();
        int at = 0;
        for (TextRange range : ranges) {
            replaced.append(text, at, range.start()).append(replacement.getText());
            at = range.end();
        }
        replaced.append(text, at, text.length());
        area.replaceText(0, area.getLength(), replaced.toString());
        count.setText(ranges.size() + " replaced");
    }
}

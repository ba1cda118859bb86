package dev.wheelhouse.ui.controls.editor;

import java.util.function.IntFunction;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.fxmisc.richtext.CodeArea;

/** Line numbers, with a bar beside the lines of the block that would run and the line of an error in red. */
final class Gutter implements IntFunction<Node> {

    private static final double DIGIT = 8;
    private static final double PADDING = 20;
    private static final int FEWEST_DIGITS = 2;

    private final CodeArea area;
    private int blockFirst = -1;
    private int blockLast = -1;
    private int error = -1;

    Gutter(CodeArea area) {
        this.area = area;
    }

    void setBlock(int first, int last) {
        if (first == blockFirst && last == blockLast) {
            return;
        }
        blockFirst = first;
        blockLast = last;
        refresh();
    }

    void setError(int line) {
        error = line;
        refresh();
    }

    private void refresh() {
        if (area.getVisibleParagraphs().isEmpty()) {
            return;
        }
        int last = Math.min(
                area.lastVisibleParToAllParIndex(), area.getParagraphs().size() - 1);
        for (int line = area.firstVisibleParToAllParIndex(); line <= last; line++) {
            area.recreateParagraphGraphic(line);
        }
    }

    @Override
    public Node apply(int line) {
        Label number = new Label(Integer.toString(line + 1));
        number.getStyleClass().add("line-number");
        int digits = Math.max(
                FEWEST_DIGITS, Integer.toString(area.getParagraphs().size()).length());
        number.setMinWidth(digits * DIGIT + PADDING);
        Region bar = new Region();
        bar.getStyleClass().add("block-bar");
        HBox box = new HBox(number, bar);
        box.setAlignment(Pos.CENTER_RIGHT);
        box.getStyleClass().add("gutter");
        if (line >= blockFirst && line <= blockLast) {
            box.getStyleClass().add("in-block");
        }
        if (line == error) {
            box.getStyleClass().add("in-error");
        }
        return box;
    }
}

package dev.wheelhouse.ui.controls.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.model.TwoDimensional.Bias;

/** The keys that work whole lines. */
final class EditorKeys {

    private final CodeArea area;
    private final String commentMark;

    EditorKeys(CodeArea area, String commentMark) {
        this.area = area;
        this.commentMark = commentMark;
    }

    /** Whether the key was one of these. */
    boolean takes(KeyEvent event) {
        KeyCode code = event.getCode();
        boolean shortcut = event.isShortcutDown();
        if (shortcut && (code == KeyCode.SLASH || code == KeyCode.DIVIDE)) {
            changeLines(lines -> LineEdits.toggleComment(lines, commentMark));
            return true;
        }
        if (shortcut && code == KeyCode.D && !event.isShiftDown()) {
            duplicate();
            return true;
        }
        if (event.isAltDown() && !shortcut && (code == KeyCode.UP || code == KeyCode.DOWN)) {
            move(code == KeyCode.UP ? -1 : 1);
            return true;
        }
        if (code == KeyCode.TAB && !shortcut && !event.isAltDown()) {
            tab(event.isShiftDown());
            return true;
        }
        if (code == KeyCode.ENTER && !shortcut && !event.isAltDown()) {
            breakLine();
            return true;
        }
        return false;
    }

    private int lineOf(int place) {
        return area.offsetToPosition(place, Bias.Forward).getMajor();
    }

    private int firstLine() {
        return lineOf(area.getSelection().getStart());
    }

    private int lastLine() {
        int end = area.getSelection().getEnd();
        int last = lineOf(end);
        boolean nothingOfIt =
                area.getSelection().getLength() > 0 && last > firstLine() && area.getAbsolutePosition(last, 0) == end;
        return nothingOfIt ? last - 1 : last;
    }

    private List<String> lines(int first, int last) {
        List<String> lines = new ArrayList<>();
        for (int line = first; line <= last; line++) {
            lines.add(area.getText(line));
        }
        return lines;
    }

    private void changeLines(UnaryOperator<List<String>> change) {
        int first = firstLine();
        int last = lastLine();
        boolean selected = area.getSelection().getLength() > 0;
        int column = area.getCaretColumn();
        int before = area.getParagraphLength(first);
        List<String> changed = change.apply(lines(first, last));
        String text = String.join("\n", changed);
        int start = area.getAbsolutePosition(first, 0);
        area.replaceText(start, area.getAbsolutePosition(last, area.getParagraphLength(last)), text);
        if (selected) {
            area.selectRange(start, start + text.length());
        } else {
            int grown = changed.getFirst().length() - before;
            area.moveTo(start
                    + Math.clamp((long) column + grown, 0, changed.getFirst().length()));
        }
    }

    private void duplicate() {
        if (area.getSelection().getLength() > 0) {
            int end = area.getSelection().getEnd();
            String text = area.getSelectedText();
            area.insertText(end, text);
            area.selectRange(end, end + text.length());
            return;
        }
        int line = area.getCurrentParagraph();
        int column = area.getCaretColumn();
        area.insertText(line, area.getParagraphLength(line), "\n" + area.getText(line));
        area.moveTo(line + 1, column);
        area.requestFollowCaret();
    }

    private void move(int by) {
        int first = firstLine();
        int last = lastLine();
        int other = by < 0 ? first - 1 : last + 1;
        if (other < 0 || other >= area.getParagraphs().size()) {
            return;
        }
        int column = area.getCaretColumn();
        int caretLine = area.getCurrentParagraph();
        String moved = String.join("\n", lines(first, last));
        String passed = area.getText(other);
        int start = area.getAbsolutePosition(Math.min(first, other), 0);
        int lowest = Math.max(last, other);
        String text = by < 0 ? moved + "\n" + passed : passed + "\n" + moved;
        boolean selected = area.getSelection().getLength() > 0;
        area.replaceText(start, area.getAbsolutePosition(lowest, area.getParagraphLength(lowest)), text);
        if (selected) {
            int from = by < 0 ? start : start + passed.length() + 1;
            area.selectRange(from, from + moved.length());
        } else {
            area.moveTo(caretLine + by, column);
        }
        area.requestFollowCaret();
    }

    private void tab(boolean back) {
        if (back) {
            changeLines(LineEdits::outdent);
        } else if (firstLine() != lastLine()) {
            changeLines(LineEdits::indent);
        } else {
            int column = area.offsetToPosition(area.getSelection().getStart(), Bias.Forward)
                    .getMinor();
            int width = LineEdits.INDENT.length() - column % LineEdits.INDENT.length();
            area.replaceSelection(" ".repeat(width));
        }
    }

    private void breakLine() {
        String line = area.getText(lineOf(area.getSelection().getStart()));
        int column = area.offsetToPosition(area.getSelection().getStart(), Bias.Forward)
                .getMinor();
        area.replaceSelection("\n" + " ".repeat(Math.min(column, LineEdits.indentOf(line))));
        area.requestFollowCaret();
    }
}

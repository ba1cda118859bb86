package dev.wheelhouse.ui.controls.log;

import dev.wheelhouse.ui.controls.log.LogPalette.Role;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;

/** The text of one line of the screen, piece by piece. */
final class LinePieces {

    private final GraphicsContext canvas;
    private final LogPalette palette;
    private final LogFrame frame;
    private final LogFrame.Row row;
    private final LineBlock block;
    private final double left;
    private final double height;
    private final double charWidth;

    LinePieces(GraphicsContext canvas, LogPalette palette, LogFrame frame, LogFrame.Row row, LineBlock block) {
        this.canvas = canvas;
        this.palette = palette;
        this.frame = frame;
        this.row = row;
        this.block = block;
        this.left = frame.gutters().text() - frame.scrolled();
        this.height = frame.gutters().lineHeight();
        this.charWidth = frame.gutters().charWidth();
    }

    /** What a search found, and what is selected. */
    void marks(int start, int end) {
        for (TextRange range : block.found(frame.search())) {
            int from = Math.max(start, range.start());
            int to = Math.min(end, range.end());
            mark(from, to, palette.of(Role.FOUND));
            LogFrame.Found now = frame.current();
            if (now != null && now.row() == row.row() && now.range().equals(range)) {
                frameMark(from, to);
            }
        }
        SelectionRange selection = frame.selection();
        if (selection != null && !selection.lines() && selection.hasRow(row.row())) {
            int from = Math.max(start, selection.start(row.row()));
            int to = Math.min(end, selection.end(row.row(), block.text().length()));
            mark(from, to, palette.of(Role.SELECTION));
            boolean goesOn =
                    selection.to().row() > row.row() && end == block.text().length();
            if (goesOn) {
                canvas.fillRect(left + block.column(row.part(), end) * charWidth, row.y(), charWidth, height);
            }
        }
    }

    private void mark(int from, int to, Color color) {
        canvas.setFill(color);
        if (to > from) {
            double x = left + block.column(row.part(), from) * charWidth;
            double right = left + block.column(row.part(), to) * charWidth;
            canvas.fillRect(x, row.y(), right - x, height);
        }
    }

    /** A frame, not a stronger colour: whatever colour the text has can still be read. */
    private void frameMark(int from, int to) {
        if (to > from) {
            double x = left + block.column(row.part(), from) * charWidth;
            double right = left + block.column(row.part(), to) * charWidth;
            canvas.setStroke(palette.of(Role.FOUND_NOW));
            canvas.setLineWidth(2);
            canvas.strokeRect(x, row.y() + 1, right - x, height - 2);
        }
    }

    void styled(int start, int end) {
        int at = start;
        for (StyledRun run : block.runs()) {
            if (run.end() <= at) {
                continue;
            }
            if (run.start() >= end) {
                break;
            }
            if (run.start() > at) {
                piece(at, run.start(), TextStyle.PLAIN);
            }
            at = Math.max(at, run.start());
            piece(at, Math.min(end, run.end()), run.style());
            at = Math.min(end, run.end());
        }
        if (at < end) {
            piece(at, end, TextStyle.PLAIN);
        }
    }

    private void piece(int from, int to, TextStyle style) {
        double x = left + block.column(row.part(), from) * charWidth;
        double right = block.isSimple() ? x + (to - from) * charWidth : left + block.column(row.part(), to) * charWidth;
        if (style.background() != TextStyle.DEFAULT) {
            canvas.setFill(palette.ansi().background(style.background()));
            canvas.fillRect(x, row.y(), right - x, height);
        }
        canvas.setFont(font(style));
        canvas.setFill(palette.ansi().foreground(style.foreground(), style.background(), style.dim()));
        double middle = row.y() + height / 2;
        if (block.isSimple()) {
            canvas.fillText(block.text().substring(from, to), x, middle);
        } else {
            exact(from, to, middle);
        }
        if (style.underline()) {
            canvas.fillRect(x, Math.rint(row.y() + height) - 3, right - x, 1);
        }
        if (style.strike()) {
            canvas.fillRect(x, Math.rint(middle), right - x, 1);
        }
    }

    /** Characters of other widths are put where their columns are, one by one. */
    private void exact(int from, int to, double middle) {
        int column = block.column(row.part(), from);
        StringBuilder together = new StringBuilder();
        double begun = left + column * charWidth;
        for (int at = from; at < to; ) {
            int codePoint = block.text().codePointAt(at);
            int next = Columns.after(codePoint, column);
            boolean plain = codePoint >= 0x20 && codePoint < 0x250 && codePoint != 0x7f;
            if (!plain) {
                if (!together.isEmpty()) {
                    canvas.fillText(together.toString(), begun, middle);
                    together.setLength(0);
                }
                double x = left + column * charWidth;
                if (codePoint != '\t'
                        && x < frame.width()
                        && x > frame.gutters().text() - 4 * charWidth) {
                    canvas.fillText(Character.toString(Columns.drawn(codePoint)), x, middle);
                }
                begun = left + next * charWidth;
            } else {
                together.appendCodePoint(codePoint);
            }
            column = next;
            at += Character.charCount(codePoint);
            if (begun > frame.width()) {
                return;
            }
        }
        if (!together.isEmpty()) {
            canvas.fillText(together.toString(), begun, middle);
        }
    }

    private Font font(TextStyle style) {
        LogPalette.Fonts fonts = palette.fonts();
        if (style.italic()) {
            return style.bold() ? fonts.boldItalic() : fonts.italic();
        }
        return style.bold() ? fonts.bold() : fonts.plain();
    }
}

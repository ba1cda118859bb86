package dev.wheelhouse.ui.controls.log;

import dev.wheelhouse.ui.controls.log.LogPalette.Role;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.TextAlignment;
import org.jspecify.annotations.Nullable;

/** Paints frames on a canvas, and knows afterwards where it painted what can be clicked. */
final class LogPainter {

    private static final double STRIPE = 3;
    private static final double TAIL_PADDING = 6;
    /** The bar and a gap. */
    private static final double RIGHT = 16;

    private final LogPalette palette;
    private final List<Tail> tails = new ArrayList<>();

    /** Where the words behind a line stand. */
    record Tail(long row, double left, double right, double top) {}

    LogPainter(LogPalette palette) {
        this.palette = palette;
    }

    /** The row whose words behind its line are at a point; null for none. */
    @Nullable
    Long tailAt(double x, double y, double lineHeight) {
        for (Tail tail : tails) {
            if (x >= tail.left() && x < tail.right() && y >= tail.top() && y < tail.top() + lineHeight) {
                return tail.row();
            }
        }
        return null;
    }

    void paint(GraphicsContext canvas, LogFrame frame) {
        tails.clear();
        canvas.setFill(palette.of(Role.PAPER));
        canvas.fillRect(0, 0, frame.width(), frame.height());
        canvas.setTextBaseline(VPos.CENTER);
        for (LogFrame.Row row : frame.rows()) {
            paintBehind(canvas, frame, row);
        }
        canvas.save();
        double left = frame.gutters().text() - 4;
        canvas.beginPath();
        canvas.rect(left, 0, Math.max(0, frame.width() - left), frame.height());
        canvas.clip();
        for (LogFrame.Row row : frame.rows()) {
            if (row.block() != null) {
                paintText(canvas, frame, row, row.block());
            }
        }
        canvas.restore();
        for (LogFrame.Row row : frame.rows()) {
            paintGutter(canvas, frame, row);
        }
    }

    private void paintBehind(GraphicsContext canvas, LogFrame frame, LogFrame.Row row) {
        double height = frame.gutters().lineHeight();
        LineBlock block = row.block();
        if (block != null) {
            LineLevel level = block.line().level();
            if (level == LineLevel.ERROR || level == LineLevel.FATAL || level == LineLevel.WARN) {
                canvas.setFill(palette.tint(level));
                canvas.fillRect(0, row.y(), frame.width(), height);
            }
        }
        SelectionRange selection = frame.selection();
        if (selection == null || !selection.hasRow(row.row())) {
            return;
        }
        if (selection.lines()) {
            boolean single = selection.from().row() == selection.to().row();
            canvas.setFill(palette.of(single ? Role.CURRENT : Role.SELECTION));
            canvas.fillRect(0, row.y(), frame.width(), height);
        }
    }

    private void paintGutter(GraphicsContext canvas, LogFrame frame, LogFrame.Row row) {
        Gutters gutters = frame.gutters();
        LineBlock block = row.block();
        double middle = row.y() + gutters.lineHeight() / 2;
        if (block == null) {
            canvas.setFill(palette.of(Role.RULE));
            canvas.fillRoundRect(gutters.text(), middle - 3, 160 + (double) (row.row() * 61 % 240), 6, 6, 6);
            return;
        }
        ShownLine line = block.line();
        if (line.level() != LineLevel.NONE) {
            canvas.setFill(palette.level(line.level()));
            canvas.fillRect(0, row.y(), STRIPE, gutters.lineHeight());
        }
        if (row.part() > 0) {
            return;
        }
        canvas.setFont(palette.fonts().plain());
        if (frame.bookmarks().test(line.id())) {
            canvas.setFill(palette.of(Role.BOOKMARK));
            double top = middle - 5;
            canvas.fillPolygon(
                    new double[] {7, 14, 14, 10.5, 7}, new double[] {top, top, top + 11, top + 8, top + 11}, 5);
        }
        canvas.setFill(palette.of(Role.MUTED));
        if (gutters.numberRight() > 0 && line.number() >= 0) {
            canvas.setTextAlign(TextAlignment.RIGHT);
            canvas.fillText(Long.toString(line.number() + 1), gutters.numberRight(), middle);
            canvas.setTextAlign(TextAlignment.LEFT);
        }
        paintFold(canvas, gutters.fold() + 4, middle, block);
        if (gutters.time() > 0) {
            canvas.fillText(row.time(), gutters.time(), middle);
        }
        if (gutters.source() > 0 && line.source() < gutters.sourceNames().size()) {
            canvas.setFill(AnsiColors.readable(palette.source(line.source()), palette.of(Role.PAPER)));
            canvas.fillText(gutters.sourceNames().get(line.source()), gutters.source(), middle);
        }
    }

    private static void paintFold(GraphicsContext canvas, double x, double middle, LineBlock block) {
        boolean folds = block.line().follows() > 0;
        if (!folds && !block.isJson()) {
            return;
        }
        boolean closed = folds ? block.isFolded() : !block.isUnfolded();
        if (closed) {
            canvas.fillPolygon(new double[] {x, x + 5, x}, new double[] {middle - 4, middle, middle + 4}, 3);
        } else {
            canvas.fillPolygon(
                    new double[] {x - 1.5, x + 6.5, x + 2.5}, new double[] {middle - 2, middle - 2, middle + 3}, 3);
        }
    }

    private void paintText(GraphicsContext canvas, LogFrame frame, LogFrame.Row row, LineBlock block) {
        int start = block.start(row.part());
        int end = block.end(row.part());
        LinePieces pieces = new LinePieces(canvas, palette, frame, row, block);
        if (block.isSimple()) {
            double charWidth = frame.gutters().charWidth();
            int hidden = (int) (frame.scrolled() / charWidth);
            int most = (int) ((frame.width() - frame.gutters().text()) / charWidth) + 2;
            start = Math.min(end, start + hidden);
            end = Math.min(end, start + most);
        }
        pieces.marks(start, end);
        pieces.styled(start, end);
        if (row.part() == block.height() - 1 && !block.tail().isEmpty()) {
            paintTail(canvas, frame, row, block);
        }
    }

    private void paintTail(GraphicsContext canvas, LogFrame frame, LogFrame.Row row, LineBlock block) {
        Gutters gutters = frame.gutters();
        double width = block.tail().length() * gutters.charWidth() + 2 * TAIL_PADDING;
        double behind = gutters.text()
                - frame.scrolled()
                + (block.column(row.part(), block.end(row.part())) + 1) * gutters.charWidth();
        double left = Math.max(gutters.text(), Math.min(behind, frame.width() - width - RIGHT));
        double top = row.y() + 1;
        double height = gutters.lineHeight() - 2;
        canvas.setFill(palette.of(Role.PAPER));
        canvas.fillRoundRect(left, top, width, height, 8, 8);
        canvas.setStroke(palette.of(Role.RULE));
        canvas.setLineWidth(1);
        canvas.strokeRoundRect(left + 0.5, top + 0.5, width - 1, height - 1, 8, 8);
        canvas.setFont(palette.fonts().plain());
        canvas.setFill(palette.of(Role.LINK));
        canvas.fillText(block.tail(), left + TAIL_PADDING, row.y() + gutters.lineHeight() / 2);
        tails.add(new Tail(row.row(), left, left + width, row.y()));
    }
}

package dev.wheelhouse.ui.controls.log;

import java.util.function.Consumer;

/** Folds and unfolds single lines: their stack traces, their JSON, what of them is shown cut. */
final class LogFolds {

    private final LogViewport viewport;
    private final LineBlocks blocks;
    private final LogSelection choosing;
    private Consumer<ShownLine> onOpenWhole = _ -> {};

    LogFolds(LogViewport viewport, LineBlocks blocks, LogSelection choosing) {
        this.viewport = viewport;
        this.blocks = blocks;
        this.choosing = choosing;
    }

    void setOnOpenWhole(Consumer<ShownLine> open) {
        onOpenWhole = open;
    }

    boolean isFoldable(long row) {
        LineBlock block = blocks.block(row);
        return block != null && (block.line().follows() > 0 || block.isJson());
    }

    /** Folds or unfolds a line; opens it whole where it is cut. */
    void toggle(long row) {
        LineBlock block = blocks.block(row);
        if (block == null) {
            return;
        }
        if (block.isCut()) {
            onOpenWhole.accept(block.line());
            return;
        }
        if (blocks.toggle(block.line())) {
            viewport.pause();
            SelectionRange now = choosing.selection();
            if (now != null && !now.lines()) {
                choosing.select(SelectionRange.line(now.caret().row()));
            }
            viewport.refit();
        }
    }

    /** Unfolds the trace that a row is folded under; false while the lines that decide it are not loaded. */
    boolean unfoldAround(long row) {
        LogLines lines = viewport.lines();
        ShownLine line = lines.line(row);
        ShownLine head = line == null ? null : lines.line(row - line.behind());
        if (head != null) {
            blocks.unfoldTrace(head);
        }
        return head != null;
    }
}

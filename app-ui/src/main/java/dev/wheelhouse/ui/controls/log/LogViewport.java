package dev.wheelhouse.ui.controls.log;

import dev.wheelhouse.ui.controls.log.LineLayout.Anchor;
import dev.wheelhouse.ui.controls.log.LineLayout.Placed;
import java.util.List;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;

/**
 * Where a view stands in its lines: which one is at the upper edge, how far they are moved sideways, whether the newest are
 * kept in view. Belongs to the window's thread.
 */
final class LogViewport {

    private final LineBlocks blocks;
    private final LineLayout layout;
    private final LogMetrics metrics;
    private final Runnable repaint;
    private final Follow follow = new Follow();
    private final ReadOnlyBooleanWrapper following = new ReadOnlyBooleanWrapper(this, "following", true);
    private LogLines lines;
    private Anchor anchor = Anchor.TOP;
    private boolean wraps;
    private double scrolled;
    private double widest;

    LogViewport(LogLines lines, LineBlocks blocks, LogMetrics metrics, Runnable repaint) {
        this.lines = lines;
        this.blocks = blocks;
        this.layout = new LineLayout(blocks);
        this.metrics = metrics;
        this.repaint = repaint;
        follow.begin(lines.end(), true);
    }

    /** Other lines, from their end on where they are followed. */
    void begin(LogLines other, boolean follows) {
        lines = other;
        widest = 0;
        scrolled = 0;
        follow.begin(lines.end(), follows);
        anchor = new Anchor(lines.first(), 0);
        repaint.run();
    }

    void grew() {
        follow.grew(lines.end());
    }

    void counted() {
        follow.counted(lines.end());
    }

    void setWraps(boolean wrapped) {
        wraps = wrapped;
        scrolled = 0;
        widest = 0;
        repaint.run();
    }

    LogLines lines() {
        return lines;
    }

    boolean isEmpty() {
        return lines.end() <= lines.first();
    }

    // Following

    boolean isFollowing() {
        return follow.isFollowing();
    }

    /** As it was when it was painted last. */
    ReadOnlyBooleanProperty followingProperty() {
        return following.getReadOnlyProperty();
    }

    long unseen() {
        return follow.unseen();
    }

    void followEnd() {
        follow.resume();
        repaint.run();
    }

    void pause() {
        follow.pause();
        repaint.run();
    }

    // Moving

    /** Scrolls by lines of the screen, downwards where more than 0. */
    void scroll(double by) {
        Anchor before = anchor;
        anchor = layout.clamp(layout.move(anchor, by), metrics.viewLines());
        follow.scrolled(anchor.compareTo(before) < 0, anchor.compareTo(layout.atEnd(metrics.viewLines())) >= 0);
        repaint.run();
    }

    void scrollSideways(double pixels) {
        toSideways(Math.clamp(scrolled + pixels, 0, mostScrolled()));
    }

    void toSideways(double pixels) {
        scrolled = pixels;
        repaint.run();
    }

    /**
     * Goes where a scroll bar says.
     *
     * @param value in rows from the first one on, with a fraction
     */
    void toValue(double value, boolean isEnd) {
        Anchor before = anchor;
        double row = Math.floor(value);
        long wanted = lines.first() + (long) row;
        anchor = isEnd
                ? layout.atEnd(metrics.viewLines())
                : layout.clamp(new Anchor(wanted, (value - row) * blocks.height(wanted)), metrics.viewLines());
        follow.scrolled(anchor.compareTo(before) < 0, isEnd);
        repaint.run();
    }

    /** Scrolls no further than is needed to show a line of a row. */
    void bring(long row, int part) {
        anchor = layout.clamp(layout.reveal(anchor, row, part, metrics.viewLines()), metrics.viewLines());
        repaint.run();
    }

    /** Moves sideways until columns are seen. */
    void bringColumns(double left, double right) {
        double width = metrics.textWidth();
        if (!wraps && (left < scrolled || right > scrolled + width)) {
            widest = Math.max(widest, right);
            toSideways(Math.max(0, left - width / 3));
        }
    }

    /** A person stepped from line to line; away from the end that pauses. */
    void stepped(boolean upwards) {
        follow.scrolled(upwards, false);
    }

    /** What is folded became other: the same line stays at the edge. */
    void refit() {
        anchor = layout.clamp(anchor, metrics.viewLines());
        repaint.run();
    }

    // Standing

    /** Goes to where it has to stand now, before it is painted. */
    void settle() {
        anchor = follow.isFollowing() ? layout.atEnd(metrics.viewLines()) : layout.clamp(anchor, metrics.viewLines());
        following.set(follow.isFollowing());
    }

    /** Tells how wide the painted lines were. */
    void settleSideways(double painted) {
        if (!wraps) {
            widest = Math.max(widest, painted);
        }
        scrolled = Math.min(scrolled, mostScrolled());
    }

    /** The lines of the screen. */
    List<Placed> placed() {
        return layout.place(anchor, metrics.viewLines());
    }

    /** Those and the one that the bar at the lower edge hides. */
    List<Placed> painted() {
        return layout.place(anchor, metrics.viewLines() + (metrics.isBarBelow() ? 1 : 0));
    }

    long topRow() {
        return anchor.row();
    }

    double scrolled() {
        return scrolled;
    }

    double mostScrolled() {
        return wraps ? 0 : Math.max(0, widest - metrics.textWidth());
    }

    boolean wraps() {
        return wraps;
    }

    /** Where a scroll bar stands, in rows. */
    double value() {
        return value(anchor);
    }

    /** Where a scroll bar stands at the end. */
    double mostValue() {
        return value(layout.atEnd(metrics.viewLines()));
    }

    private double value(Anchor at) {
        return at.row() - lines.first() + Math.min(0.999, at.offset() / Math.max(1, blocks.height(at.row())));
    }

    /** Lines that a key for a page moves by. */
    int page() {
        return Math.max(1, (int) Math.floor(metrics.viewLines()) - 1);
    }

    // Under the pointer

    long rowAt(double y) {
        List<Placed> placed = placed();
        return placed.isEmpty() ? lines.first() : at(placed, y).row();
    }

    boolean isBelowLast(double y) {
        List<Placed> placed = placed();
        return placed.isEmpty() || y > (placed.getLast().y() + 1) * metrics.lineHeight();
    }

    private Placed at(List<Placed> placed, double y) {
        for (Placed each : placed) {
            if (y < (each.y() + 1) * metrics.lineHeight()) {
                return each;
            }
        }
        return placed.getLast();
    }

    /** The place between two characters that is nearest to a point. */
    LogPlace placeAt(double x, double y) {
        List<Placed> placed = placed();
        if (placed.isEmpty()) {
            return new LogPlace(lines.first(), 0);
        }
        Placed at = at(placed, y);
        LineBlock block = blocks.block(at.row());
        if (block == null) {
            return new LogPlace(at.row(), 0);
        }
        double column = Math.max(0, x - metrics.gutters().text() + scrolled) / metrics.charWidth();
        return new LogPlace(at.row(), block.character(Math.min(at.part(), block.height() - 1), column));
    }
}

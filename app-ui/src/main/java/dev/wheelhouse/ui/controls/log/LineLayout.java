package dev.wheelhouse.ui.controls.log;

import java.util.ArrayList;
import java.util.List;

/**
 * Which parts of which rows stand where. A row is as high as the lines it takes when it is wrapped or unfolded, so places
 * are computed from the row at the upper edge and never from the top of the log: nothing but what is near is asked for.
 */
final class LineLayout {

    private static final int FURTHEST = 20_000;

    private final Extents extents;

    LineLayout(Extents extents) {
        this.extents = extents;
    }

    /** How high rows are, and which of them are seen. */
    interface Extents {

        long first();

        long end();

        /** Lines that a row takes; at least 1. */
        int height(long row);

        /** The next row that is not folded away; may be {@link #end}. */
        long next(long row);

        /** The row before that is not folded away; may be less than {@link #first}. */
        long previous(long row);

        /** The row itself, or the one that it is folded under. */
        long seen(long row);
    }

    /**
     * What stands at the upper edge.
     *
     * @param offset lines of the row that are above the edge; the fraction is a part of a line
     */
    record Anchor(long row, double offset) implements Comparable<Anchor> {

        static final Anchor TOP = new Anchor(0, 0);

        @Override
        public int compareTo(Anchor other) {
            int rows = Long.compare(row, other.row);
            return rows != 0 ? rows : Double.compare(offset, other.offset);
        }
    }

    /**
     * A line on the screen.
     *
     * @param part which line of the row, from 0
     * @param y lines below the upper edge; the first one may be less than 0
     */
    record Placed(long row, int part, double y) {}

    boolean isEmpty() {
        return extents.end() <= extents.first();
    }

    /** What stands in a view of this many lines. */
    List<Placed> place(Anchor anchor, double viewLines) {
        List<Placed> placed = new ArrayList<>();
        long row = anchor.row();
        int part = (int) Math.floor(anchor.offset());
        double y = part - anchor.offset();
        while (y < viewLines && row < extents.end()) {
            int height = extents.height(row);
            while (part < height && y < viewLines) {
                placed.add(new Placed(row, part++, y++));
            }
            part = 0;
            row = extents.next(row);
        }
        return placed;
    }

    /** As far down as makes sense: the last line stands at the lower edge. */
    Anchor atEnd(double viewLines) {
        if (isEmpty()) {
            return new Anchor(extents.first(), 0);
        }
        long row = extents.seen(extents.end() - 1);
        double left = viewLines;
        while (true) {
            int height = extents.height(row);
            if (height >= left) {
                return new Anchor(row, height - left);
            }
            left -= height;
            long before = extents.previous(row);
            if (before < extents.first()) {
                return new Anchor(row, 0);
            }
            row = before;
        }
    }

    /** The nearest place that can be shown. */
    Anchor clamp(Anchor anchor, double viewLines) {
        if (isEmpty() || anchor.row() < extents.first()) {
            return new Anchor(extents.first(), 0);
        }
        Anchor last = atEnd(viewLines);
        if (anchor.compareTo(last) >= 0) {
            return last;
        }
        long seen = extents.seen(anchor.row());
        double most = extents.height(seen) - 1.0 / FURTHEST;
        return seen == anchor.row() ? new Anchor(seen, Math.clamp(anchor.offset(), 0, most)) : new Anchor(seen, 0);
    }

    /** Scrolls by lines, downwards where {@code by} is more than 0. */
    Anchor move(Anchor anchor, double by) {
        long row = anchor.row();
        double offset = anchor.offset() + by;
        for (int steps = 0; offset < 0 && steps < FURTHEST; steps++) {
            long before = extents.previous(row);
            if (before < extents.first()) {
                return new Anchor(extents.first(), 0);
            }
            row = before;
            offset += extents.height(row);
        }
        for (int steps = 0; offset >= extents.height(row) && steps < FURTHEST; steps++) {
            long after = extents.next(row);
            if (after >= extents.end()) {
                break;
            }
            offset -= extents.height(row);
            row = after;
        }
        return new Anchor(row, Math.max(0, offset));
    }

    /** Scrolls no further than needed to show a line of a row whole; to the middle when it is not near. */
    Anchor reveal(Anchor anchor, long wanted, int part, double viewLines) {
        long row = extents.seen(wanted);
        Anchor target = new Anchor(row, part);
        if (target.compareTo(anchor) >= 0) {
            for (Placed each : place(anchor, viewLines)) {
                if (each.row() == row && each.part() == part) {
                    double below = each.y() + 1 - viewLines;
                    return below <= 0 ? anchor : move(anchor, below);
                }
            }
            boolean near = move(anchor, viewLines).compareTo(move(target, -1)) >= 0;
            return near ? move(target, 1 - viewLines) : move(target, -Math.floor(viewLines / 2));
        }
        boolean near = move(target, 2).compareTo(anchor) >= 0;
        return near ? target : move(target, -Math.floor(viewLines / 2));
    }
}

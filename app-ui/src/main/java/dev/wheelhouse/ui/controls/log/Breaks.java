package dev.wheelhouse.ui.controls.log;

import java.util.Arrays;

/** Where a text is broken into lines of the screen. */
final class Breaks {

    private int[] starts = new int[4];
    private int[] ends = new int[4];
    private int count;

    private Breaks() {}

    /**
     * Starts, then ends.
     *
     * @param wrapColumns 0 breaks at line breaks alone
     * @param tail columns that are wanted behind the last line
     */
    static int[] of(String text, boolean simple, int wrapColumns, int tail) {
        Breaks breaks = new Breaks();
        int from = 0;
        while (true) {
            int lineEnd = text.indexOf('\n', from);
            int to = lineEnd < 0 ? text.length() : lineEnd;
            breaks.line(text, from, to, simple, wrapColumns);
            if (lineEnd < 0) {
                break;
            }
            from = lineEnd + 1;
        }
        int lastColumns = breaks.ends[breaks.count - 1] - breaks.starts[breaks.count - 1];
        if (tail > 0 && wrapColumns > 0 && lastColumns + 1 + tail > wrapColumns) {
            breaks.add(text.length(), text.length());
        }
        return breaks.bounds();
    }

    private void line(String text, int from, int to, boolean simple, int wrapColumns) {
        if (wrapColumns <= 0) {
            add(from, to);
            return;
        }
        if (simple) {
            int at = from;
            do {
                int next = Math.min(to, at + wrapColumns);
                add(at, next);
                at = next;
            } while (at < to);
            return;
        }
        int begun = from;
        int column = 0;
        for (int at = from; at < to; ) {
            int codePoint = text.codePointAt(at);
            int next = Columns.after(codePoint, column);
            if (next > wrapColumns && at > begun) {
                add(begun, at);
                begun = at;
                next = Columns.after(codePoint, 0);
            }
            column = next;
            at += Character.charCount(codePoint);
        }
        add(begun, to);
    }

    private void add(int start, int end) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        starts[count] = start;
        ends[count++] = end;
    }

    private int[] bounds() {
        int[] bounds = Arrays.copyOf(starts, 2 * count);
        System.arraycopy(ends, 0, bounds, count, count);
        return bounds;
    }
}

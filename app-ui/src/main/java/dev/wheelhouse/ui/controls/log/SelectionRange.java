package dev.wheelhouse.ui.controls.log;

/**
 * What is selected: whole lines, or text from a character to another.
 *
 * @param anchor where it was begun
 * @param caret where it was drawn to; its row is the current line
 * @param lines whether it is whole lines
 */
record SelectionRange(LogPlace anchor, LogPlace caret, boolean lines) {

    static SelectionRange line(long row) {
        return lines(row, row);
    }

    static SelectionRange lines(long from, long to) {
        return new SelectionRange(new LogPlace(from, 0), new LogPlace(to, 0), true);
    }

    static SelectionRange text(LogPlace anchor, LogPlace caret) {
        return new SelectionRange(anchor, caret, false);
    }

    LogPlace from() {
        return anchor.compareTo(caret) <= 0 ? anchor : caret;
    }

    LogPlace to() {
        return anchor.compareTo(caret) <= 0 ? caret : anchor;
    }

    boolean hasRow(long row) {
        return row >= from().row() && row <= to().row();
    }

    /** Whether there is anything but a caret. */
    boolean isEmpty() {
        return !lines && anchor.equals(caret);
    }

    /** First selected character of a row. */
    int start(long row) {
        return lines || row > from().row() ? 0 : from().character();
    }

    /**
     * The one after the last selected character of a row.
     *
     * @param length of the row's text
     */
    int end(long row, int length) {
        return lines || row < to().row() ? length : Math.min(length, to().character());
    }
}

package dev.wheelhouse.ui.controls.editor;

/**
 * A stretch of text in UTF-16 units.
 *
 * @param end behind the last one
 */
public record TextRange(int start, int end) {

    /** Whether a caret there touches it. */
    public boolean touches(int place) {
        return place >= start && place <= end;
    }
}

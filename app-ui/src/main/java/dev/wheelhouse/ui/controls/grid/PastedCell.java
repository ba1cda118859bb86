package dev.wheelhouse.ui.controls.grid;

/**
 * One field of a pasted block.
 *
 * @param quoted whether it stood between quotes: then an empty one is the empty text, else it is nothing
 */
public record PastedCell(String text, boolean quoted) {

    public boolean isNothing() {
        return text.isEmpty() && !quoted;
    }
}

package dev.wheelhouse.ui.controls.editor;

/** Proposes what fits at a caret. Called beside the window's thread; must answer within some milliseconds. */
@FunctionalInterface
public interface SuggestionSource {

    /**
     * What fits, with places in the block.
     *
     * @param block the text of the block around the caret, as far as it is known
     * @param caret in it
     */
    Suggestions suggest(String block, int caret);
}

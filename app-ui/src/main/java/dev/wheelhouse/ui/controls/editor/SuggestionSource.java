package dev.wheelhouse.ui.controls.editor;

/** Proposes what fits at a caret. Called beside the window's thread; must answer within some milliseconds. */
@FunctionalInterface
public interface SuggestionSource {

    /**
     * @param block where the caret's block begins and ends, as last analysed; the whole text when none is known
     */
    Suggestions suggest(String text, TextRange block, int caret);
}
